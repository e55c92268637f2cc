#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <tuple>
#include <vector>

#include "engine/records.h"

namespace clausius {
namespace {

bool same(const Contact& a, const Contact& b) {
  return std::tie(a.time, a.partner, a.hits) == std::tie(b.time, b.partner, b.hits);
}

}  // namespace

TEST_CASE("The earliest contact is at hand again when the one before it comes to nothing",
          "[engine]") {
  std::mt19937_64 random(5);
  const auto below = [&](Id end) { return static_cast<Id>(random() % end); };
  int went_on = 0, searched = 0;
  for (int round = 0; round < 2000; ++round) {
    Contacts known;
    std::vector<Contact> all;  // valid contacts, the earliest first
    const auto sort = [&] {
      std::sort(all.begin(), all.end(),
                [](const Contact& a, const Contact& b) { return a.is_before(b); });
    };
    for (int step = 0; step < 40; ++step) {
      if (below(3) > 0 || all.empty()) {
        // Some at one instant, some never.
        const Id partner = 100 * static_cast<Id>(round % 7) + static_cast<Id>(step);
        const Contact one{below(9) == 0 ? kNever : 0.1 * below(30), partner, below(5)};
        known.take(one);
        if (one.time < kNever) all.push_back(one);
        sort();
      } else {
        all.erase(all.begin());
        const bool knew = known.knows_second();
        CHECK(known.drop_first() == knew);
        if (!knew) {
          ++searched;
          known = {};
          for (const Contact& one : all) known.take(one);
        } else {
          ++went_on;
        }
      }
      REQUIRE(known.are_possible(10000, 0));
      REQUIRE(same(known.first, all.empty() ? Contact{} : all.front()));
    }
  }
  CHECK(went_on > 10000);
  CHECK(searched > 1000);
}

TEST_CASE("After a search, one contact may become void before the next search", "[engine]") {
  Contacts known;
  for (const double time : {3.0, 1.0, 2.0, 4.0}) known.take({time, static_cast<Id>(time), 7});
  CHECK(same(known.first, {1, 1, 7}));
  CHECK(known.drop_first());
  CHECK(same(known.first, {2, 2, 7}));
  // Unknown contacts are no earlier, and new ones are compared with the known ones.
  known.take({2.5, 9, 1});
  Contacts later = known;
  CHECK_FALSE(later.drop_first());
  known.take({1.5, 8, 1});
  CHECK(same(known.first, {1.5, 8, 1}));
  CHECK(known.drop_first());
  CHECK(same(known.first, {2, 2, 7}));
  CHECK_FALSE(known.drop_first());
  // None at all is knowledge, too.
  Contacts single;
  single.take({1, 1, 0});
  CHECK(single.drop_first());
  CHECK(single.first.time == kNever);
}

TEST_CASE("An event is possible whose partner is there when its time comes", "[engine]") {
  EventRecord<3> event;
  CHECK(event.is_possible(10));  // never
  event.time = 1;
  CHECK_FALSE(event.is_possible(10));  // a collision without a partner
  event.kind = EventKind::crossing;
  CHECK(event.is_possible(10));
  event.kind = EventKind::collision;
  for (const Id partner : {Id{9}, kFirstSurface, kFirstSurface + 5}) {
    event.contacts.first = {1, partner, 0};
    CHECK(event.is_possible(10));
  }
  for (const Id partner : {Id{10}, kFirstSurface + 6}) {
    event.contacts.first = {1, partner, 0};
    CHECK_FALSE(event.is_possible(10));
  }
  event.contacts.first.partner = kFirstSurface + 6;
  CHECK(event.is_possible(10, 1));
}

}  // namespace clausius
