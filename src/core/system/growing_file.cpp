#include "core/system/growing_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "clausius/core/errors.h"
#include "core/system/checksum.h"

namespace clausius {

namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 20;
// Bytes by which a file is recognised.
constexpr std::uint64_t kEnd = 1 << 16;

}  // namespace

GrowingFile::GrowingFile(std::filesystem::path path) : path_(std::move(path)), buffer_(kBuffer) {}

void GrowingFile::append(std::string_view text) {
  while (!text.empty()) {
    const std::string_view piece = text.substr(0, kMostAtOnce);
    take(std::copy(piece.begin(), piece.end(), room(piece.size())));
    text.remove_prefix(piece.size());
  }
}

void GrowingFile::open(int flags) {
  file_ = Descriptor(::open(path_.c_str(), O_RDWR | O_CLOEXEC | flags, 0666));
  if (file_.number() < 0) fail();
}

void GrowingFile::fail() {
  fault_ = fmt::format("{}: cannot be written: {}", path_.string(), std::strerror(errno));
  throw OutputError(fault_);
}

void GrowingFile::write_out() {
  if (!fault_.empty()) throw OutputError(fault_);
  if (file_.number() < 0) open(O_CREAT | O_TRUNC);
  std::size_t done = 0;
  while (done < filled_) {
    const ssize_t written = ::write(file_.number(), buffer_.data() + done, filled_ - done);
    if (written < 0 && errno != EINTR) fail();
    done += static_cast<std::size_t>(std::max<ssize_t>(written, 0));
  }
  on_disk_ += filled_;
  filled_ = 0;
}

void GrowingFile::flush() {
  write_out();
  if (::fsync(file_.number()) != 0) fail();
}

std::uint64_t GrowingFile::checksum_of_end(std::uint64_t size) const {
  std::string end(std::min(size, kEnd), '\0');
  const ssize_t read =
      ::pread(file_.number(), end.data(), end.size(), static_cast<off_t>(size - end.size()));
  return read == static_cast<ssize_t>(end.size()) ? checksum(end) : ~checksum(end);
}

void GrowingFile::go_on(std::uint64_t size, std::uint64_t end) {
  open(O_CREAT);
  if (checksum_of_end(size) != end || ::ftruncate(file_.number(), static_cast<off_t>(size)) != 0 ||
      ::lseek(file_.number(), 0, SEEK_END) != static_cast<off_t>(size))
    throw ArchiveError(
        fmt::format("needs the {} bytes of {} that were written before, and they are not there",
                    size, path_.string()));
  on_disk_ = size;
  filled_ = 0;
}

}  // namespace clausius
