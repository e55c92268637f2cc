#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "clausius/engine/observer.h"

namespace clausius::python {

/// The numbers of a CollisionRecord that every gas has, as a row of a structured array.
template <int Dim>
struct CollisionRow {
  using Vector = std::array<double, Dim>;

  double time;
  std::int64_t first, second;  ///< second: −1 at a wall or an obstacle
  std::int32_t face;
  std::int32_t first_species, second_species;  ///< second: −1 at a wall or an obstacle
  Vector normal, contact_point, first_before, first_after, second_before, second_after;
  double impulse, separation, restitution, predicted_energy_change, work, heat, first_free_time,
      second_free_time;

  explicit CollisionRow(const CollisionRecord<Dim>& record)
      : time(record.time),
        first(record.first),
        second(is_pair(record) ? std::int64_t{record.second} : -1),
        face(record.face),
        first_species(record.first_species),
        second_species(is_pair(record) ? record.second_species : -1),
        normal(array_of(record.normal)),
        contact_point(array_of(record.contact_point)),
        first_before(array_of(record.first_before)),
        first_after(array_of(record.first_after)),
        second_before(array_of(record.second_before)),
        second_after(array_of(record.second_after)),
        impulse(record.impulse),
        separation(record.separation),
        restitution(record.restitution),
        predicted_energy_change(record.predicted_energy_change),
        work(record.work),
        heat(record.heat),
        first_free_time(record.first_free_time),
        second_free_time(is_pair(record) ? record.second_free_time : 0) {}

 private:
  static bool is_pair(const CollisionRecord<Dim>& record) {
    return record.second != CollisionRecord<Dim>::kWall;
  }
  static Vector array_of(const Vec<Dim>& vector) {
    Vector values;
    for (int axis = 0; axis < Dim; ++axis) values[static_cast<std::size_t>(axis)] = vector[axis];
    return values;
  }
};

/// Passes on the collisions of a gas, a given number at a time.
template <int Dim>
class Batches final : public Observer<Dim> {
 public:
  using Rows = std::vector<CollisionRow<Dim>>;
  /// Takes the rows; false: not now, so that they are kept.
  using Receive = std::function<bool(Rows&)>;

  Batches(std::size_t size, Receive receive) : size_(size), receive_(std::move(receive)) {}
  void on_collision(const CollisionRecord<Dim>& collision) override {
    if (rows_.empty()) rows_.reserve(size_);
    rows_.emplace_back(collision);
    if (rows_.size() >= size_) flush();
  }
  /// Passes on those that wait.
  void flush() {
    if (!rows_.empty() && receive_(rows_)) rows_ = {};
  }
  /// Takes the collisions that wait: they are passed on no more.
  Rows take() { return std::exchange(rows_, {}); }

 private:
  std::size_t size_;
  Receive receive_;
  Rows rows_;
};

}  // namespace clausius::python
