#include <iostream>

#include "clausius/core/version.h"

int main() { std::cout << clausius::commit(); }
