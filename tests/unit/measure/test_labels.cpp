#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "clausius/core/archive.h"
#include "measure/labels/labelled_particles.h"

using namespace clausius;

namespace {

constexpr std::size_t kParticles = 60;

LabelOptions some_rules() {
  LabelOptions options;
  options.seed = 5;
  options.labels = {{.name = "a"},
                    {.name = "b", .count = 20},
                    {.name = "c", .species = 1, .count = 4},
                    {.name = "d"}};
  options.rules = {{0, 1, 1, 0.4},
                   {0, 2, 1, 0.3},  // or this, at the same collisions
                   {1, 1, 3, 0},    // never
                   {1, 3, 1, 0.25},
                   {.from = 1, .to = 2, .rate = 0.2},
                   {.from = 1, .to = 0, .rate = 0.1},
                   {.from = 2, .to = 0, .rate = 0.7},
                   {3, 0, 0, 1}};
  return options;
}

State<3> gas() {
  State<3> state;
  state.time = 2;
  for (std::size_t i = 0; i < kParticles; ++i) {
    state.species.push_back(i % 3 == 0 ? 1 : 0);
    state.position.emplace_back(Vec<3>::Zero());
    state.velocity.emplace_back(Vec<3>::Zero());
  }
  return state;
}

std::vector<CollisionRecord<3>> meetings(int count) {
  RandomStream random(1, Stream::test);
  std::vector<CollisionRecord<3>> all;
  double time = 2;
  for (int i = 0; i < count; ++i) {
    CollisionRecord<3> one;
    one.time = time += 0.03 * random.uniform();
    one.first = static_cast<std::uint32_t>(random.below(kParticles));
    one.second = i % 7 == 0
                     ? CollisionRecord<3>::kWall
                     : static_cast<std::uint32_t>((one.first + 1 + random.below(40)) % kParticles);
    all.push_back(one);
  }
  return all;
}

/// Slow, independent implementation of labels: each particle has its own next spontaneous change,
/// which is searched among all.
struct Naive {
  LabelOptions options = some_rules();
  struct Particle {
    std::uint8_t label = 0, next = 0;
    double time = std::numeric_limits<double>::infinity();
    std::uint32_t draws = 0;
  };
  std::vector<Particle> particles;
  std::vector<double> integral = std::vector<double>(4);
  double now = 2;

  RandomStream random(std::size_t id) {
    return {options.seed, Stream::labels, (id << 32) + particles[id].draws++};
  }
  void set(std::size_t id, std::uint8_t label, double time) {
    Particle& one = particles[id];
    one.label = label;
    one.time = std::numeric_limits<double>::infinity();
    std::vector<LabelRule> own;
    double whole = 0;
    for (const LabelRule& rule : options.rules)
      if (!rule.by && rule.from == label) {
        own.push_back(rule);
        whole += rule.chance();
      }
    if (own.empty()) return;
    RandomStream numbers = random(id);
    one.time = time - std::log1p(-numbers.uniform()) / whole;
    double at = numbers.uniform() * whole;
    std::size_t chosen = 0;
    while (at >= own[chosen].chance() && chosen + 1 < own.size()) at -= own[chosen++].chance();
    one.next = static_cast<std::uint8_t>(own[chosen].to);
  }
  void run_to(double time) {
    while (true) {
      std::size_t first = 0;
      for (std::size_t id = 1; id < particles.size(); ++id)
        if (particles[id].time < particles[first].time) first = id;
      const double until = std::min(time, particles[first].time);
      for (const Particle& one : particles) integral[one.label] += until - now;
      now = until;
      if (particles[first].time > time) return;
      set(first, particles[first].next, particles[first].time);
    }
  }
  std::uint8_t met(std::size_t id, std::uint8_t by) {
    const std::uint8_t label = particles[id].label;
    std::vector<LabelRule> own;
    for (const LabelRule& rule : options.rules)
      if (rule.by && rule.from == label && *rule.by == by) own.push_back(rule);
    if (own.empty()) return label;
    double at = random(id).uniform();
    for (const LabelRule& rule : own) {
      if (at < rule.chance()) return static_cast<std::uint8_t>(rule.to);
      at -= rule.chance();
    }
    return label;
  }
  void collide(std::size_t first, std::size_t second) {
    const std::uint8_t a = particles[first].label, b = particles[second].label;
    const std::uint8_t a_after = met(first, b), b_after = met(second, a);
    if (a_after != a) set(first, a_after, now);
    if (b_after != b) set(second, b_after, now);
  }
};

}  // namespace

TEST_CASE("Labels start with those they are given to") {
  LabelledParticles<3> labels(some_rules(), 2);
  CHECK(labels.at(0).empty());
  labels.begin(gas());
  const auto& of = labels.at(2);
  REQUIRE(of.size() == kParticles);
  CHECK(std::count(of.begin(), of.end(), 1) == 20);
  CHECK(std::count(of.begin(), of.end(), 2) == 4);
  CHECK(std::count(of.begin(), of.end(), 3) == 0);
  for (std::size_t id = 0; id < kParticles; ++id)
    if (of[id] == 2) CHECK(id % 3 == 0);  // of the second species
  LabelOptions other = some_rules();
  other.seed = 6;
  LabelledParticles<3> others(other, 2);
  others.begin(gas());
  CHECK(others.at(2) != of);
}

TEST_CASE("Labels are those of a slow twin, saved and loaded on the way") {
  const auto all = meetings(4000);
  LabelledParticles<3> labels(some_rules(), 2);
  labels.begin(gas());
  Naive naive;
  naive.particles.resize(kParticles);
  const auto start = labels.at(2);
  for (std::size_t id = 0; id < kParticles; ++id) naive.set(id, start[id], 2);
  std::size_t changed = 0;
  std::vector<double> integral;
  for (std::size_t i = 0; i < all.size(); ++i) {
    labels.add(all[i]);
    naive.run_to(all[i].time);
    if (all[i].second != CollisionRecord<3>::kWall) naive.collide(all[i].first, all[i].second);
    if (i % 100 != 0) continue;
    labels.sample(all[i].time);
    integral = naive.integral;
    const auto& now = labels.at(all[i].time);
    bool same = true;
    for (std::size_t id = 0; id < kParticles; ++id) {
      same = same && now[id] == naive.particles[id].label;
      changed += now[id] != start[id] ? 1 : 0;
    }
    REQUIRE(same);
    if (i == 2000) {
      const std::string bytes = to_bytes(labels);
      labels = LabelledParticles<3>(some_rules(), 2);
      from_bytes(bytes, labels);
    }
  }
  CHECK(changed > 1000);
  const auto observables = labels.observables(std::nullopt);
  const double duration = all[3900].time - 2;
  for (std::size_t label = 0; label < 4; ++label) {
    CHECK_FALSE(observables[2 * label].theory);  // the partial collision rates are unknown
    CHECK(observables[2 * label + 1].value ==
          Approx(integral[label] / (duration * kParticles)).epsilon(1e-12));
  }
}

TEST_CASE("What changes by itself changes at its rates") {
  LabelOptions options;
  options.labels = {{.name = "a"}, {.name = "b"}, {.name = "c"}};
  options.rules = {{.from = 0, .to = 1, .rate = 0.2}, {.from = 0, .to = 2, .rate = 0.3}};
  State<2> state;
  constexpr std::size_t kMany = 20000;
  state.species.assign(kMany, 0);
  LabelledParticles<2> labels(options, 1);
  labels.begin(state);
  labels.sample(1);
  labels.sample(3);
  const auto observables = labels.observables(std::nullopt);
  REQUIRE(observables.size() == 6);
  for (const Observable& one : observables) {
    INFO(one.name << ' ' << one.value << " ± " << *one.error << ", theory " << *one.theory);
    CHECK(std::abs(one.z().value()) < 4);
    CHECK(*one.error < 0.01);
  }
  CHECK(*observables[2].theory == Approx(0.4 * (1 - std::exp(-1.5))).epsilon(1e-5));
  CHECK(*observables[4].theory == Approx(0.6 * (1 - std::exp(-1.5))).epsilon(1e-5));
}

TEST_CASE("What cannot be labels is no labels when it is loaded") {
  LabelledParticles<3> labels(some_rules(), 2);
  labels.begin(gas());
  const std::string bytes = to_bytes(labels);
  LabelledParticles<3> other(some_rules(), 2);
  from_bytes(bytes, other);
  // A size and then a byte for each particle: labels, and after them species.
  constexpr std::size_t kSize = sizeof(std::uint64_t);
  for (const std::size_t place : {kSize + 7, kSize + kParticles + kSize + 7}) {
    std::string altered = bytes;
    altered[place] = 100;
    CHECK_THROWS_AS(from_bytes(altered, other), ArchiveError);
  }
}

TEST_CASE("Labels that particles keep are loaded for as many particles, and no other labels") {
  const KeptLabels kept{3, 2, {0, 1, 1}};
  const std::string bytes = to_bytes(kept);
  KeptLabels same{3, 2};
  from_bytes(bytes, same);
  CHECK(same.of == kept.of);
  KeptLabels of_more{4, 2}, of_fewer_labels{3, 1};
  CHECK_THROWS_AS(from_bytes(bytes, of_more), ArchiveError);
  CHECK_THROWS_AS(from_bytes(bytes, of_fewer_labels), ArchiveError);
}
