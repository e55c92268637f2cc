#include "paths.h"

// The only source that is compiled with these paths: elsewhere they would prevent a compiler cache
// from serving two checkouts of the same text.
std::filesystem::path project_folder() { return CLAUSIUS_SOURCE_DIR; }
std::filesystem::path program_file() { return CLAUSIUS_PROGRAM; }
