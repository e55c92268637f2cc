#include <iostream>

#include "core/system/version.h"

int main() { std::cout << clausius::commit(); }
