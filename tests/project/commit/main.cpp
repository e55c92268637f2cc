#include <iostream>

#include "core/version.h"

int main() { std::cout << clausius::commit(); }
