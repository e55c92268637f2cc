#include "core/system/files.h"

#include <cerrno>
#include <stdexcept>
#include <system_error>

namespace clausius {

namespace {

std::runtime_error unreadable(const std::error_code& reason) {
  return std::runtime_error("cannot be read: " + reason.message());
}

std::error_code last_error() { return {errno, std::generic_category()}; }

}  // namespace

std::ifstream open_regular_file(const std::filesystem::path& file) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(file, error);
  if (!std::filesystem::exists(status)) throw unreadable(error);
  if (!std::filesystem::is_regular_file(status)) throw std::runtime_error("is not a regular file");
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw unreadable(last_error());
  return stream;
}

std::string read_regular_file(const std::filesystem::path& file) {
  std::ifstream stream = open_regular_file(file);
  std::error_code error;
  const auto size = std::filesystem::file_size(file, error);
  if (error) throw unreadable(error);
  std::string text(size, '\0');
  if (!stream.read(text.data(), static_cast<std::streamsize>(size))) throw unreadable(last_error());
  return text;
}

}  // namespace clausius
