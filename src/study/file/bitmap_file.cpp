#include "study/file/bitmap_file.h"

#include <fmt/format.h>
#include <png.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/system/files.h"

namespace clausius {

namespace {

constexpr std::string_view kPngStart = "\x89PNG\r\n\x1a\n";

void check_size(std::size_t width, std::size_t height) {
  if (width == 0 || height == 0 || width > kMostPixels || height > kMostPixels)
    throw std::runtime_error(fmt::format("the picture has {} x {} pixels; allowed: up to {} x {}",
                                         width, height, kMostPixels, kMostPixels));
}

/// Luminance by Rec. 601, from 0 to 1.
double grey(double red, double green, double blue) {
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}

Bitmap read_png(const std::string& bytes) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  const auto fail = [&image] {
    const std::string said = image.message;
    png_image_free(&image);
    throw std::runtime_error(fmt::format("not a valid PNG: {}", said));
  };
  if (png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()) == 0) fail();
  try {
    check_size(image.width, image.height);
  } catch (...) {
    png_image_free(&image);
    throw;
  }
  image.format = PNG_FORMAT_RGBA;
  std::vector<png_byte> pixels(PNG_IMAGE_SIZE(image));
  if (png_image_finish_read(&image, nullptr, pixels.data(), 0, nullptr) == 0) fail();
  std::vector<bool> dark;
  constexpr double kHalf = 127.5;
  for (std::size_t at = 0; at < pixels.size(); at += 4)
    dark.push_back(grey(pixels[at], pixels[at + 1], pixels[at + 2]) < kHalf &&
                   pixels[at + 3] > kHalf);
  return {image.width, std::move(dark)};
}

/// The six Netpbm formats: bits, greys or colours, as text or as bytes.
class PnmReader {
 public:
  explicit PnmReader(const std::string& bytes) : text_(bytes) {}

  Bitmap operator()() {
    const char kind = text_[1];
    at_ = 2;
    const std::size_t width = number(), height = number();
    check_size(width, height);
    const bool is_bits = kind == '1' || kind == '4', is_text = kind <= '3';
    const std::size_t most = is_bits ? 1 : number();
    if (most == 0 || most > std::numeric_limits<std::uint16_t>::max())
      throw std::runtime_error("not a valid picture: its largest value is not from 1 to 65535");
    if (!is_text) ++at_;  // one blank ends the header
    const auto value = [&] {
      return static_cast<double>(is_bits && is_text ? digit() : is_text ? number() : raw(most));
    };
    std::vector<bool> dark;
    for (std::size_t row = 0; row < height; ++row) {
      if (kind == '4') {
        for (std::size_t x = 0; x < width; x += 8) {
          const std::size_t byte = raw(most);
          for (std::size_t bit = x; bit < std::min(x + 8, width); ++bit)
            dark.push_back((byte >> (7 - (bit - x)) & 1U) != 0);
        }
        continue;
      }
      for (std::size_t x = 0; x < width; ++x) {
        if (is_bits) {
          dark.push_back(value() > 0);
          continue;
        }
        double light = value();
        if (kind == '3' || kind == '6') {
          const double green = value();
          light = grey(light, green, value());
        }
        dark.push_back(light < 0.5 * static_cast<double>(most));
      }
    }
    return {width, std::move(dark)};
  }

 private:
  [[noreturn]] static void end() {
    throw std::runtime_error("the picture ends before its last pixel");
  }
  void skip_blanks() {
    while (at_ < text_.size() &&
           (std::string_view(" \t\r\n\v\f").find(text_[at_]) != std::string_view::npos ||
            text_[at_] == '#'))
      at_ = text_[at_] == '#' ? std::min(text_.find('\n', at_), text_.size()) : at_ + 1;
    if (at_ >= text_.size()) end();
  }
  std::size_t number() {
    skip_blanks();
    std::size_t value = 0;
    const char* begin = text_.data() + at_;
    const auto [past, error] = std::from_chars(begin, text_.data() + text_.size(), value);
    if (error != std::errc() || value > std::numeric_limits<std::uint32_t>::max())
      throw std::runtime_error("not a valid picture: a number was expected");
    at_ += static_cast<std::size_t>(past - begin);
    return value;
  }
  std::size_t digit() {
    skip_blanks();
    const char one = text_[at_++];
    if (one != '0' && one != '1')
      throw std::runtime_error("not a valid picture: 0 or 1 was expected");
    return one == '1' ? 1 : 0;
  }
  std::size_t raw(std::size_t most) {
    const std::size_t bytes = most > 255 ? 2 : 1;
    std::size_t value = 0;
    for (std::size_t k = 0; k < bytes; ++k) {
      if (at_ >= text_.size()) end();
      value = 256 * value + static_cast<unsigned char>(text_[at_++]);
    }
    return value;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

Bitmap read_bitmap(const std::filesystem::path& file) {
  // Twice the size of the largest valid file: larger files are not read to their end.
  constexpr std::size_t kMostBytes = 2 * 4 * 6 * kMostPixels * kMostPixels;
  std::error_code error;
  const auto size = std::filesystem::file_size(file, error);
  if (!error && size > kMostBytes)
    throw std::runtime_error(
        fmt::format("the file has {} bytes; allowed: up to {}", size, kMostBytes));
  std::string bytes;
  try {
    bytes = read_regular_file(file);
  } catch (const std::runtime_error& fault) {
    throw std::runtime_error(std::string("the file ") + fault.what());
  }
  if (bytes.empty()) throw std::runtime_error("the file is empty");
  if (bytes.compare(0, kPngStart.size(), kPngStart) == 0) return read_png(bytes);
  if (bytes.size() > 2 && bytes[0] == 'P' && bytes[1] >= '1' && bytes[1] <= '6')
    return PnmReader(bytes)();
  throw std::runtime_error("neither PBM, PGM, PPM nor PNG");
}

}  // namespace clausius
