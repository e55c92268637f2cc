#include "program.h"

int main(int argc, char** argv) { return clausius::app::carry_out(argc, argv); }
