// Compiled so that the compiler may round a product and a sum once.
double contracted(double a, double b, double c) { return a * b + c; }
