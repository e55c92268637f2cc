#include "report/page/frames.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "report/page/encoded.h"

namespace clausius {

namespace {

using Numbers = std::vector<double>;
using Whole = std::vector<std::int64_t>;

template <class Values>
const Values* column_of(const Table& table, const std::string& name) {
  for (const Table::Column& column : table.columns)
    if (column.name == name) return std::get_if<Values>(&column.values);
  return nullptr;
}

/// A column of numbers, which may have been written without decimals.
Numbers numbers_of_column(const Table& table, const std::string& name) {
  if (const auto* numbers = column_of<Numbers>(table, name)) return *numbers;
  if (const auto* whole = column_of<Whole>(table, name)) return {whole->begin(), whole->end()};
  return {};
}

/// The rows of the table frame by frame, and in each by particle, its balls in their order.
std::vector<std::size_t> rows_by_particle(const Numbers& frame, const Numbers& id) {
  std::vector<std::size_t> rows(frame.size());
  std::iota(rows.begin(), rows.end(), 0);
  std::stable_sort(rows.begin(), rows.end(), [&](std::size_t a, std::size_t b) {
    return frame[a] != frame[b] ? frame[a] < frame[b] : id[a] < id[b];
  });
  return rows;
}

/// Appends `value` as a fraction of the range, in 16 bits.
void append_position(std::string& bytes, double value, double low, double high) {
  constexpr double kSteps = 65536;
  const double step = high > low ? std::floor((value - low) / (high - low) * kSteps) : 0;
  const auto number = static_cast<unsigned>(std::clamp(step, 0.0, kSteps - 1));
  bytes += static_cast<char>(number & 0xff);
  bytes += static_cast<char>(number >> 8);
}

/// Reads the table and packs it.
class FramePacker {
 public:
  FramePacker(const Table& table, int dimensions) : table_(table), dimensions_(dimensions) {
    const Numbers frame = numbers_of_column(table, "frame");
    id_ = numbers_of_column(table, "id");
    if (frame.empty() || id_.size() != frame.size()) return;
    rows_ = rows_by_particle(frame, id_);
    while (balls_ < rows_.size() && frame[rows_[balls_]] == frame[rows_[0]]) ++balls_;
    frames_ = rows_.size() / balls_;
    if (!are_alike()) rows_.clear();
    for (std::size_t ball = 0; ball < balls_ && !rows_.empty(); ++ball)
      if (ball == 0 || id_[rows_[ball]] != id_[rows_[ball - 1]]) first_ball_.push_back(ball);
  }

  std::optional<nlohmann::json> packed() {
    const auto* species = column_of<std::vector<std::string>>(table_, "species");
    if (rows_.empty() || species == nullptr || !add_positions() || !add_speeds())
      return std::nullopt;
    add_labels();
    describe_balls(*species);
    const Numbers time = numbers_of_column(table_, "time");
    for (std::size_t frame = 0; frame < frames_; ++frame)
      json_["time"].push_back(time.at(rows_[frame * balls_]));
    for (const Table::Column& column : table_.columns)
      if (column.name.starts_with("wall_")) {
        const Numbers wall = numbers_of_column(table_, column.name);
        for (std::size_t frame = 0; frame < frames_; ++frame)
          json_["walls"][column.name].push_back(wall.at(rows_[frame * balls_]));
      }
    json_["dimensions"] = dimensions_;
    json_["data"] = deflated(bytes_);
    return std::move(json_);
  }

 private:
  /// Whether all frames have the balls of the first.
  [[nodiscard]] bool are_alike() const {
    if (frames_ * balls_ != rows_.size()) return false;
    for (std::size_t k = 0; k < rows_.size(); ++k)
      if (id_[rows_[k]] != id_[rows_[k % balls_]]) return false;
    return true;
  }

  bool add_positions() {
    std::vector<Numbers> axes;
    for (int axis = 0; axis < dimensions_; ++axis) {
      axes.push_back(numbers_of_column(table_, std::string(1, "xyz"[axis])));
      if (axes.back().size() != rows_.size()) return false;
      const auto [low, high] = std::minmax_element(axes.back().begin(), axes.back().end());
      json_["low"].push_back(*low);
      json_["high"].push_back(*high);
      const Numbers box = numbers_of_column(table_, std::string("box_") + "xyz"[axis]);
      json_["box"].push_back(box.empty() ? *high : box.front());
    }
    for (std::size_t frame = 0; frame < frames_; ++frame)
      for (std::size_t axis = 0; axis < axes.size(); ++axis)
        for (std::size_t ball = 0; ball < balls_; ++ball)
          append_position(bytes_, axes[axis][rows_[frame * balls_ + ball]], json_["low"][axis],
                          json_["high"][axis]);
    return true;
  }

  bool add_speeds() {
    const Numbers speed = numbers_of_column(table_, "speed");
    if (speed.size() != rows_.size()) return false;
    constexpr double kSteps = 255;
    const double fastest = std::max(0.0, *std::max_element(speed.begin(), speed.end()));
    for (std::size_t frame = 0; frame < frames_; ++frame)
      for (const std::size_t ball : first_ball_) {
        const double share = fastest > 0 ? speed[rows_[frame * balls_ + ball]] / fastest : 0;
        bytes_ += static_cast<char>(std::lround(kSteps * std::clamp(share, 0.0, 1.0)));
      }
    json_["fastest"] = fastest;
    return true;
  }

  void add_labels() {
    const Numbers label = numbers_of_column(table_, "label");
    const bool has_labels =
        label.size() == rows_.size() && *std::max_element(label.begin(), label.end()) >= 0;
    json_["has_labels"] = has_labels;
    for (std::size_t frame = 0; frame < frames_ && has_labels; ++frame)
      for (const std::size_t ball : first_ball_)
        bytes_ +=
            static_cast<char>(static_cast<int>(std::max(0.0, label[rows_[frame * balls_ + ball]])));
  }

  void describe_balls(const std::vector<std::string>& species) {
    const Numbers radius = numbers_of_column(table_, "radius"),
                  edge = numbers_of_column(table_, "edge");
    std::vector<std::string> names;
    std::size_t particle = 0;
    for (std::size_t ball = 0; ball < balls_; ++ball) {
      const std::size_t row = rows_[ball];
      if (particle + 1 < first_ball_.size() && first_ball_[particle + 1] == ball) ++particle;
      json_["particle"].push_back(particle);
      json_["radius"].push_back(radius.at(row));
      json_["edge"].push_back(!edge.empty() && edge[row] != 0 ? 1 : 0);
      if (first_ball_[particle] != ball) continue;
      auto name = std::find(names.begin(), names.end(), species[row]);
      if (name == names.end()) name = names.insert(name, species[row]);
      json_["species"].push_back(name - names.begin());
      json_["id"].push_back(static_cast<std::int64_t>(id_[row]));
    }
    json_["names"] = names;
  }

  const Table& table_;
  int dimensions_;
  Numbers id_;
  std::vector<std::size_t> rows_;        // of all frames, by particle
  std::vector<std::size_t> first_ball_;  // of each particle, in a frame
  std::size_t balls_ = 0, frames_ = 0;
  std::string bytes_;
  nlohmann::json json_;
};

}  // namespace

std::optional<nlohmann::json> packed_frames(const Table& snapshot, int dimensions) {
  return FramePacker(snapshot, dimensions).packed();
}

}  // namespace clausius
