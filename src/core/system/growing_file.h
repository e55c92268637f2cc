#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "clausius/core/archive.h"
#include "core/system/process.h"

namespace clausius {

/// A file that is written from its beginning to its end in the course of a run, through a buffer.
/// When it is saved, all of it has reached the disk; when it is loaded, what was written later is
/// cut off, and the run goes on behind it. Once it could not be written it remains incomplete:
/// every attempt to write throws.
class GrowingFile {
 public:
  /// The file is made, or emptied, when it is first written to.
  explicit GrowingFile(std::filesystem::path path);

  /// Room for at most `bytes` more, which begin there; take() then says where they end.
  /// @pre bytes <= kMostAtOnce
  /// @throws OutputError if what was written before cannot be written to the disk
  [[nodiscard]] char* room(std::size_t bytes) {
    if (buffer_.size() - filled_ < bytes) write_out();
    return buffer_.data() + filled_;
  }
  void take(const char* end) { filled_ = static_cast<std::size_t>(end - buffer_.data()); }
  void append(std::string_view text);

  /// Bytes written so far.
  [[nodiscard]] std::uint64_t size() const { return on_disk_ + filled_; }
  /// Waits until everything has reached the disk. @throws OutputError
  void flush();

  static constexpr std::size_t kMostAtOnce = std::size_t{1} << 16;

  template <class Archive>
  void serialize(Archive& archive) {
    if constexpr (!Archive::is_loading::value) flush();
    std::uint64_t size = on_disk_, end = Archive::is_loading::value ? 0 : checksum_of_end(size);
    archive(size, end);
    if constexpr (Archive::is_loading::value) go_on(size, end);
  }

 private:
  void open(int flags);
  [[noreturn]] void fail();
  /// Writes the buffer to the file.
  void write_out();
  /// Checksum of the last bytes before `size`.
  [[nodiscard]] std::uint64_t checksum_of_end(std::uint64_t size) const;
  /// Cuts the file behind its first `size` bytes, of which the last have the checksum `end`.
  /// @throws ArchiveError if it is not that file
  void go_on(std::uint64_t size, std::uint64_t end);

  std::filesystem::path path_;
  Descriptor file_;
  std::vector<char> buffer_;
  std::size_t filled_ = 0;     // bytes of the buffer that are not written out
  std::uint64_t on_disk_ = 0;  // bytes written out
  std::string fault_;          // why it could not be written
};

}  // namespace clausius
