#pragma once

#include <filesystem>

/// The project's folder.
std::filesystem::path project_folder();
/// The program under test, `clausius`.
std::filesystem::path program_file();
