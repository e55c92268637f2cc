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

OutputError not_written(const std::filesystem::path& file) {
  return OutputError(fmt::format("{}: cannot be written: {}", file.string(), std::strerror(errno)));
}

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
}

void GrowingFile::write_out() {
  if (file_.number() < 0) open(O_CREAT | O_TRUNC);
  std::size_t done = 0;
  while (done < filled_) {
    const ssize_t written = ::write(file_.number(), buffer_.data() + done, filled_ - done);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) break;
    done += static_cast<std::size_t>(written);
  }
  // What a full disk has not taken is kept.
  std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(done),
            buffer_.begin() + static_cast<std::ptrdiff_t>(filled_), buffer_.begin());
  on_disk_ += done;
  filled_ -= done;
  if (filled_ > 0 || file_.number() < 0) throw not_written(path_);
}

void GrowingFile::flush() {
  write_out();
  if (::fsync(file_.number()) != 0) throw not_written(path_);
}

std::uint64_t GrowingFile::checksum_of_end(std::uint64_t size) const {
  std::string end(std::min(size, kEnd), '\0');
  const ssize_t read =
      ::pread(file_.number(), end.data(), end.size(), static_cast<off_t>(size - end.size()));
  return read == static_cast<ssize_t>(end.size()) ? checksum(end) : ~checksum(end);
}

void GrowingFile::go_on(std::uint64_t size, std::uint64_t end) {
  open(size == 0 ? O_CREAT : 0);
  if (file_.number() < 0 || checksum_of_end(size) != end ||
      ::ftruncate(file_.number(), static_cast<off_t>(size)) != 0 ||
      ::lseek(file_.number(), 0, SEEK_END) != static_cast<off_t>(size))
    throw ArchiveError(
        fmt::format("needs the {} bytes of {} that were written before, and they are not there",
                    size, path_.string()));
  on_disk_ = size;
  filled_ = 0;
}

}  // namespace clausius
