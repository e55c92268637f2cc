#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "collision/predict.h"
#include "engine/cells/fetch_list.h"
#include "engine/cells/grid_levels.h"
#include "engine/hits/kinds.h"
#include "engine/records.h"
#include "engine/spheres/shells.h"

namespace clausius {

/// Diameters as a fraction of their final value: scale + rate·t (t local time). Only for preparing
/// initial states.
struct Growth {
  double scale = 1;
  double rate = 0;
};

/// Data that every search needs.
template <int Dim, class Grid = GridLevels<Dim>>
struct SearchContext {
  const HugeVector<ParticleRecord<Dim>>& records;
  Grid& grid;
  std::array<double, Dim> edge;
  std::array<double, Dim> inv_edge;  ///< 0 on axes with walls
  const Kinds<Dim>& kinds;
  const Shells& shells;
  HugeVector<double> radii;  ///< by kind; at least kLanes of them
  Growth growth;
  double diameter = 0;         ///< common contact distance, if there is only one
  mutable FetchList wanted{};  ///< prefetches for coming searches

  /// Distance of the centres at contact.
  [[nodiscard]] double contact_distance(Id i, Id j) const {
    return kinds.contact_distance(records[i].kind, records[j].kind);
  }
  void fetch_some() const { wanted.fetch_some(records.data()); }
  Filed<Dim> filed(Id id, EventRecord<Dim>& event, double now) const {
    return {id, event, records[id], now};
  }
};

/// Tests candidates one after the other. `Search` derives from it and gives the time of what a pair
/// comes to next, between calls when a particle's candidates begin and end.
template <int Dim, class Search>
class SearchOneByOne {
 public:
  static constexpr bool kBothAtOnce = false;
  using Event = EventRecord<Dim>;
  using Grid = GridLevels<Dim>;

  /// Sets the event's contacts to those with all candidates.
  void all(const SearchContext<Dim>& context, Id i, Event& event, double now) {
    event.contacts = {};
    test(context, i, now, context.grid.enter_all(context.filed(i, event, now), candidates_),
         event.contacts);
  }
  /// Carries out the event, a crossing, and adds the contacts with new candidates.
  void layer(const SearchContext<Dim>& context, Id i, Event& event, double now) {
    test(context, i, now, context.grid.enter_new(context.filed(i, event, now), candidates_),
         event.contacts);
  }
  [[nodiscard]] std::int64_t pair_tests() const { return pair_tests_; }
  template <class Archive>
  void serialize(Archive& archive) {
    archive(pair_tests_);
  }

 private:
  void test(const SearchContext<Dim>& context, Id i, double now, std::size_t count,
            Contacts& known) {
    auto& search = static_cast<Search&>(*this);
    pair_tests_ += static_cast<std::int64_t>(count);
    search.begin(context, i);
    const Flight<Dim, double> flight = context.records[i].flight(context.radii.data());
    for (std::size_t k = 0; k < count; ++k) {
      const Id j = candidates_[k];
      if (j == i) continue;
      const Flight<Dim, double> other = context.records[j].flight(context.radii.data());
      RelativeMotion<Dim, double> motion(flight, other);
      motion.to_nearest_image(now, context.edge, context.inv_edge);
      known.take({search.time_of_pair(context, motion, i, j), j, context.records[j].hits});
    }
    search.end(context, i);
  }

  typename CellGrid<Dim>::Candidates candidates_;
  std::int64_t pair_tests_ = 0;
};

/// The search for contacts, one candidate after the other: the reference for VectorSearch, and the
/// search for growing spheres.
template <int Dim, bool kGrowing>
class ScalarSearch : public SearchOneByOne<Dim, ScalarSearch<Dim, kGrowing>> {
 public:
  static double time_of(const SearchContext<Dim>& context,
                        const RelativeMotion<Dim, double>& motion, double sigma) {
    if constexpr (kGrowing) {
      const Growth& growth = context.growth;
      return motion.growing_contact_time(sigma * (growth.scale + growth.rate * motion.time),
                                         sigma * growth.rate);
    } else {
      return motion.contact_time(sigma);
    }
  }

 private:
  friend class SearchOneByOne<Dim, ScalarSearch>;
  void begin(const SearchContext<Dim>& /*context*/, Id /*i*/) {}
  void end(const SearchContext<Dim>& /*context*/, Id /*i*/) {}
  double time_of_pair(const SearchContext<Dim>& context, const RelativeMotion<Dim, double>& motion,
                      Id i, Id j) {
    return time_of(context, motion, context.contact_distance(i, j));
  }
};

/// For boxes of few cells: tests every image of a partner in the cells around, because the nearest
/// image now need not be the one that is hit.
template <int Dim, bool kGrowing>
class ImageSearch {
 public:
  static constexpr bool kBothAtOnce = false;
  using Event = EventRecord<Dim>;
  using Grid = GridLevels<Dim>;
  using Coordinates = typename CellGrid<Dim>::Coordinates;

  void all(const SearchContext<Dim>& context, Id i, Event& event, double now) {
    event.contacts = {};
    look(context, i, event, now);
  }
  void layer(const SearchContext<Dim>& context, Id i, Event& event, double now) {
    context.grid.cross(i, event);
    look(context, i, event, now);
  }
  [[nodiscard]] std::int64_t pair_tests() const { return pair_tests_; }
  template <class Archive>
  void serialize(Archive& archive) {
    archive(pair_tests_);
  }

 private:
  void look(const SearchContext<Dim>& context, Id i, Event& event, double now) {
    const auto wraps = wraps_of(context, i, event.level, event.cell, now);
    const Flight<Dim, double> flight = context.records[i].flight(context.radii.data());
    context.grid.for_each_image(event, [&](Id j, const std::array<int, Dim>& shift,
                                           std::size_t level, const Coordinates& cell) {
      if (j == i) return;
      ++pair_tests_;
      const auto other_wraps = wraps_of(context, j, level, cell, now);
      const Flight<Dim, double> other = context.records[j].flight(context.radii.data());
      RelativeMotion<Dim, double> motion(flight, other);
      for (int k = 0; k < Dim; ++k)
        motion.r[k] =
            multiply_add(context.edge[k], shift[k] + wraps[k] - other_wraps[k], motion.r[k]);
      event.contacts.take(
          {ScalarSearch<Dim, kGrowing>::time_of(context, motion, context.contact_distance(i, j)), j,
           context.records[j].hits});
    });
  }
  // Number of boxes that the particle has flown since its record, by the cell in which it is filed.
  std::array<double, Dim> wraps_of(const SearchContext<Dim>& context, Id id, std::size_t level,
                                   const Coordinates& cell, double now) const {
    const Vec<Dim> r = context.records[id].position_at(now);
    std::array<double, Dim> wraps{};
    for (int k = 0; k < Dim; ++k) {
      const double centre = (cell[k] + 0.5) * context.grid[level].edge()[k];
      wraps[k] = nearest_integer(r[k] - centre, context.inv_edge[k]);
    }
    return wraps;
  }

  std::int64_t pair_tests_ = 0;
};

/// Tests kLanes candidates at a time, without a branch on any of them: mispredicted branches, not
/// arithmetic, dominate the cost of a search. Same operations as ScalarSearch, hence the same bits.
template <int Dim, class CellGrids = GridLevels<Dim>>
class VectorSearch {
 public:
  static constexpr bool kBothAtOnce = true;  // the processor overlaps the two
  using Event = EventRecord<Dim>;
  using Grid = CellGrids;
  using Context = SearchContext<Dim, Grid>;

  void all(const Context& context, Id i, Event& event, double now) {
    const auto filed = context.filed(i, event, now);
    const std::size_t end = fill_up(i, 0, context.grid.enter_all(filed, candidates_));
    context.fetch_some();
    find_times_of_any(context, now, i, end, i, end);
    earliest(context, 0, end, event.contacts);
  }
  void both(const Context& context, Id i, Event& event_i, Id j, Event& event_j, double now) {
    context.fetch_some();
    const auto filed_i = context.filed(i, event_i, now), filed_j = context.filed(j, event_j, now);
    const std::size_t middle = fill_up(i, 0, context.grid.enter_all(filed_i, candidates_));
    // While those of the other are gathered, these are fetched.
    for (std::size_t k = 0; k < middle; ++k) prefetch<1>(&context.records[candidates_[k]]);
    const std::size_t end =
        fill_up(j, middle, context.grid.enter_all(filed_j, candidates_, middle));
    context.fetch_some();
    find_times_of_any(context, now, i, middle, j, end);
    context.fetch_some();
    earliest(context, 0, middle, event_i.contacts);
    earliest(context, middle, end, event_j.contacts);
  }
  void layer(const Context& context, Id i, Event& event, double now) {
    const auto filed = context.filed(i, event, now);
    const std::size_t end = fill_up(i, 0, context.grid.enter_new(filed, candidates_));
    context.fetch_some();
    const auto add = [&](auto additive) {
      const Flight<Dim, Lanes> own = spread_flight(context.records[i], context.radii.data());
      for (std::size_t k = 0; k < end; k += kLanes)
        add_contacts<additive>(
            context, broadcast<Lanes>(now), own, k, [i](int /*lane*/) { return i; },
            [&](int /*lane*/) -> Contacts& { return event.contacts; });
    };
    for_contact_law(context, add);
  }
  /// Searches the layers of kLanes particles at once, each at the time of its event.
  void layers(const Context& context, const Id* ids, HugeVector<Event>& events) {
    for_contact_law(context, [&](auto additive) { search_layers<additive>(context, ids, events); });
  }
  [[nodiscard]] std::int64_t pair_tests() const { return pair_tests_; }
  void add_pair_tests(std::int64_t number) { pair_tests_ += number; }
  template <class Archive>
  void serialize(Archive& archive) {
    archive(pair_tests_);
  }

 private:
  // Calls use(std::true_type) in an additive gas and use(std::false_type) in others: the loops of
  // the former have no code for the latter.
  template <class Use>
  [[gnu::always_inline]] static void for_contact_law(const Context& context, const Use& use) {
    if (context.kinds.are_additive()) [[likely]]
      use(std::true_type{});
    else
      use(std::false_type{});
  }

  // Contact distances of kLanes candidates with their owners in a nonadditive gas.
  // @param owner(lane) its id
  template <class Owner>
  [[gnu::noinline]] static Lanes contact_distances(const Context& context, const Owner& owner,
                                                   const Id* candidates) {
    alignas(64) double sigma[kLanes];
    for (int lane = 0; lane < kLanes; ++lane)
      sigma[lane] = context.contact_distance(owner(lane), candidates[lane]);
    return load_lanes(sigma);
  }

  template <bool kAdditive>
  void search_layers(const Context& context, const Id* ids, HugeVector<Event>& events) {
    const double* const radii = context.radii.data();
    const bool few_radii = context.radii.size() == kLanes;
    const ParticleRecord<Dim>* const records = context.records.data();
    const Flight<Dim, Lanes> flights = load_flights(records, ids, radii, few_radii);
    alignas(64) double r[Dim][kLanes], v[Dim][kLanes], time[kLanes], radius[kLanes], now[kLanes];
    for (int k = 0; k < Dim; ++k) {
      store_lanes(r[k], flights.r[k]);
      store_lanes(v[k], flights.v[k]);
    }
    store_lanes(time, flights.time);
    store_lanes(radius, flights.radius);
    for (int lane = 0; lane < kLanes; ++lane) now[lane] = events[ids[lane]].time;
    const std::size_t count = context.grid.enter_new(ids, flights, events, candidates_, owners_);
    const std::size_t end = fill_up(ids[0], 0, count);
    std::fill_n(&owners_[count], kLanes, std::uint8_t{0});
    for (std::size_t k = 0; k < end; k += kLanes) {
      const LaneInts owner = widen(&owners_[k]);
      Flight<Dim, Lanes> own;
      for (int axis = 0; axis < Dim; ++axis) {
        own.r[axis] = look_up_few(r[axis], owner);
        own.v[axis] = look_up_few(v[axis], owner);
      }
      own.time = look_up_few(time, owner);
      own.radius = look_up_few(radius, owner);
      add_contacts<kAdditive>(
          context, look_up_few(now, owner), own, k,
          [&](int lane) { return ids[owners_[k + lane]]; },
          [&](int lane) -> Contacts& { return events[ids[owners_[k + lane]]].contacts; });
    }
  }

  // Fills the last vector up with the particle itself, which never collides with itself (relative
  // velocity zero). Where candidates are repeated, this keeps at least two different ones.
  std::size_t fill_up(Id i, std::size_t begin, std::size_t end) {
    pair_tests_ += static_cast<std::int64_t>(end - begin);
    for (int k = 0; k < kLanes; ++k) candidates_[end + k] = i;
    return (end + (Grid::kRepeats ? kLanes : kLanes - 1)) / kLanes * kLanes;
  }

  // Contact times of i with the candidates before `middle` and of j with those from there to `end`,
  // all multiples of kLanes.
  void find_times_of_any(const Context& context, double now, Id i, std::size_t middle, Id j,
                         std::size_t end) {
    if (context.diameter > 0)
      find_times<Sizes::equal>(context, now, i, middle, j, end);
    else if (context.kinds.are_additive())
      find_times<Sizes::additive>(context, now, i, middle, j, end);
    else
      find_times<Sizes::nonadditive>(context, now, i, middle, j, end);
  }
  enum class Sizes : std::uint8_t { equal, additive, nonadditive };
  // The square root and division of one vector are postponed to the next iteration, where they
  // overlap with the arithmetic of the next vector.
  // @param kSizes those of all particles: equal ones are not looked up
  template <Sizes kSizes>
  void find_times(const Context& context, double now, Id i, std::size_t middle, Id j,
                  std::size_t end) {
    if (times_.size() < candidates_.size()) [[unlikely]]
      times_.resize(candidates_.size());
    // Local copies: the compiler cannot exclude that a store of times changes the members.
    const ParticleRecord<Dim>* const records = context.records.data();
    const Id* const candidates = candidates_.data();
    double* const times = times_.data();
    const auto edge = context.edge;
    const auto inv_edge = context.inv_edge;
    const double* const radii = context.radii.data();
    const bool few_radii = context.radii.size() == kLanes;
    const Lanes instant = broadcast<Lanes>(now);
    const Lanes diameter = broadcast<Lanes>(context.diameter);
    ApproachQuadratic<Lanes> approach{};
    Lanes since{};
    for (std::size_t k = 0; k < end; k += kLanes) {
      const Id owner = k < middle ? i : j;
      const Flight<Dim, Lanes> own = spread_flight(records[owner], radii);
      const Flight<Dim, Lanes> other = load_flights(records, candidates + k, radii, few_radii);
      RelativeMotion<Dim, Lanes> motion(own, other);
      motion.to_nearest_image(instant, edge, inv_edge);
      if (k > 0) store_lanes(times + k - kLanes, since + contact_delay(approach));
      if constexpr (kSizes == Sizes::nonadditive)
        approach = motion.approach(contact_distances(
            context, [owner](int /*lane*/) { return owner; }, candidates + k));
      else
        approach = motion.approach(kSizes == Sizes::equal ? diameter : own.radius + other.radius);
      since = motion.time;
    }
    if (end > 0) store_lanes(times + end - kLanes, since + contact_delay(approach));
  }

  // Adds the contacts with the kLanes candidates from the k-th on. There are few, and usually none:
  // that branch is predicted well, and the processor continues before the result is known.
  // @param owner(lane) the owner of the candidate
  // @param known(lane) its contacts
  template <bool kAdditive, class Owner, class Known>
  [[gnu::always_inline]] void add_contacts(const Context& context, Lanes now,
                                           const Flight<Dim, Lanes>& own, std::size_t k,
                                           const Owner& owner, const Known& known) const {
    const double* const radii = context.radii.data();
    const bool few_radii = context.radii.size() == kLanes;
    const Flight<Dim, Lanes> other =
        load_flights(context.records.data(), candidates_.data() + k, radii, few_radii);
    RelativeMotion<Dim, Lanes> motion(own, other);
    motion.to_nearest_image(now, context.edge, context.inv_edge);
    Lanes sigma = own.radius + other.radius;
    if constexpr (!kAdditive) sigma = contact_distances(context, owner, candidates_.data() + k);
    const ApproachQuadratic<Lanes> approach = motion.approach(sigma);
    unsigned met = lanes_where(will_touch(approach));
    if (met == 0) [[likely]]
      return;
    const Lanes times = motion.time + contact_delay(approach);
    for (; met != 0; met &= met - 1) {
      const int lane = std::countr_zero(met);
      const Id j = candidates_[k + lane];
      Contacts& contacts = known(lane);
      const Contact found = Contact::of(times[lane], j, context.records[j].hits);
      // Most are later than those known; some are known from another cell.
      if (found.time <= std::max(contacts.first.time, contacts.second.time) &&
          !found.is(contacts.first))
        contacts.take(found);
    }
  }

  // Sets `found` to the two earliest of the contacts in [begin, end), which are multiples of kLanes
  // and not equal. Without a branch on which they are, so that later work need not wait for the
  // result.
  void earliest(const Context& context, std::size_t begin, std::size_t end, Contacts& found) const {
    const double* const times = times_.data();
    Lanes least = broadcast<Lanes>(kNever), least_but_one = least;
    for (std::size_t k = begin; k < end; k += kLanes) {
      const Lanes time = load_lanes(times + k);
      least_but_one = smaller(least_but_one, larger(least, time));
      least = smaller(least, time);
    }
    const double first = least_of(least);
    Lanes others = least == first ? least_but_one : least;
    if constexpr (Grid::kRepeats) {
      // The first may be repeated: the second must be later.
      others = broadcast<Lanes>(kNever);
      for (std::size_t k = begin; k < end; k += kLanes) {
        const Lanes time = load_lanes(times + k);
        others = smaller(others, time > first ? time : broadcast<Lanes>(kNever));
      }
    }
    const double second = least_of(others);
    std::uint64_t at_first = 0, at_second = 0;
    for (std::size_t k = begin; k < end; k += kLanes) {
      const Lanes time = load_lanes(times + k);
      at_first |= std::uint64_t{lanes_equal_to(time, first)} << (k - begin) % 64;
      at_second |= std::uint64_t{lanes_equal_to(time, second)} << (k - begin) % 64;
    }
    const auto contact = [&](double time, std::size_t k) {
      const Id j = candidates_[k];
      const Id nobody = 0 - static_cast<Id>(time == kNever);
      return Contact::of(time, j | nobody, context.records[j].hits & ~nobody);
    };
    // For contacts that never happen the order does not matter.
    const auto several = [&](double time, std::uint64_t at) {
      std::uint64_t more = at & (at - 1) & (0 - std::uint64_t{time < kNever});
      if constexpr (Grid::kRepeats) {
        const Id j = candidates_[begin + std::countr_zero(at)];
        while (more != 0 && candidates_[begin + std::countr_zero(more)] == j) more &= more - 1;
      }
      return more;
    };
    if ((several(first, at_first) | several(second, at_second)) != 0 || end - begin > 64)
        [[unlikely]] {
      found = {};
      for (std::size_t k = begin; k < end; ++k)
        if (times[k] <= second) found.take(contact(times[k], k));
      return;
    }
    found.first = contact(first, begin + std::countr_zero(at_first));
    found.second = contact(second, begin + std::countr_zero(at_second));
  }

  typename CellGrid<Dim>::Candidates candidates_;
  HugeVector<double> times_;          // contact time with each candidate
  std::vector<std::uint8_t> owners_;  // owner of each candidate, if there are several owners
  std::int64_t pair_tests_ = 0;
};

}  // namespace clausius
