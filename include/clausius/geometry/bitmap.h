#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace clausius {

/// A picture of dark and light pixels, stored in rows from top to bottom.
class Bitmap {
 public:
  Bitmap() = default;
  /// @param dark pixels by row from the top, `width` in each row, at least one
  /// @pre dark.size() is a multiple of `width`
  Bitmap(std::size_t width, std::vector<bool> dark);

  /// Reads lines of `#` (dark) and `.` or blanks (light). Short lines are filled up with light;
  /// empty lines at the beginning and the end are ignored. @throws std::invalid_argument what is
  /// wrong with the text
  static Bitmap from_text(std::string_view text);
  /// The text that from_text() reads: one line for each row, each with a newline.
  [[nodiscard]] std::string text() const;

  [[nodiscard]] bool empty() const { return width_ == 0; }
  [[nodiscard]] std::size_t width() const { return width_; }
  [[nodiscard]] std::size_t height() const { return empty() ? 0 : dark_.size() / width_; }
  [[nodiscard]] bool is_dark(std::size_t column, std::size_t row) const {
    return dark_[row * width_ + column];
  }
  /// Whether the pixel is dark at x from the left and y from the bottom edge, in fractions of width
  /// and height; light outside [0, 1).
  [[nodiscard]] bool is_dark_at(double x, double y) const;
  /// Fraction of the area that is dark.
  [[nodiscard]] double dark_fraction() const;

 private:
  std::size_t width_ = 0;
  std::vector<bool> dark_;
};

}  // namespace clausius
