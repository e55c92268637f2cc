#include "core/numbers.h"
#include "study/file/sections.h"

namespace clausius {

template <>
struct Section<PhaseWindow> {
  using W = PhaseWindow;
  static constexpr auto fields() {
    return std::tuple{
        Field{"name", &W::name,
              Range{.words = "letters, digits and _ + - . ; each window has its own",
                    .is_name = true},
              "Name of a part of the box or of the velocities; the particles in it are counted.",
              "\"fast\"", required},
        Field{"region_low", &W::region_low, range::of(Quantity::length, range::per_axis),
              "Corner of that part of the box, with region_high; without both: the box.",
              "[0.0, 0.0, 0.0]"},
        Field{"region_high", &W::region_high, range::of(Quantity::length, range::per_axis),
              "Corner of that part of the box opposite to region_low.", "[10.0, 20.0, 20.0]"},
        Field{"bitmap", &W::bitmap, range::text(kBitmapWords),
              "Picture laid over x and y of that part, of which only the dark areas belong to the "
              "window: a PBM, PGM, PPM or PNG file, or lines of # and . in the study.",
              "\"picture.png\""},
        Field{"velocity_low", &W::velocity_low, range::of(Quantity::speed, range::per_axis),
              "Least components of the velocity, with velocity_high; without both: all velocities.",
              "[1.0, -1.0, -1.0]"},
        Field{"velocity_high", &W::velocity_high, range::of(Quantity::speed, range::per_axis),
              "Largest components of the velocity.", "[2.0, 1.0, 1.0]"},
        Field{"speed_low", &W::speed_low, range::of(Quantity::speed, range::not_negative),
              "Least speed; default: all speeds.", "2.0"},
        Field{"speed_high", &W::speed_high, range::of(Quantity::speed, range::positive),
              "Largest speed; default: all speeds.", "3.0"},
    };
  }

  static void check(const W& one, const TableReader& table, const StudyConfig& study,
                    std::size_t index) {
    check_unique_name(table, "window", study.windows, index);
    check_corners(table, one.region_low, one.region_high, "region");
    check_corners(table, one.velocity_low, one.velocity_high, "velocity");
    if (table.has("region_low")) check_region(table, one.region_low, one.region_high, study);
    for (const std::string_view key : {"speed_low", "speed_high"})
      if (table.has(key) && !one.velocity_low.empty())
        table.fault(key, "given beside velocity_low; allowed: one of the two");
    if (one.speed_low && one.speed_high && *one.speed_low >= *one.speed_high)
      table.fault("speed_high", "not above speed_low; allowed: a larger speed");
  }
};

void check_corners(const TableReader& table, const std::vector<double>& low,
                   const std::vector<double>& high, std::string_view quantity) {
  const std::string low_key = fmt::format("{}_low", quantity),
                    high_key = fmt::format("{}_high", quantity);
  if (table.has(low_key) != table.has(high_key))
    table.missing(table.has(low_key) ? high_key : low_key, "two opposite corners, or none");
  if (!table.has(low_key) || !table.has(high_key)) return;
  for (std::size_t axis = 0; axis < low.size() && axis < high.size(); ++axis)
    if (!(low[axis] < high[axis]))
      return table.fault(
          high_key, fmt::format("not above {} along {}; allowed: two opposite corners", low_key,
                                "xyz"[axis]));
}

void check_region(const TableReader& table, const std::vector<double>& low,
                  const std::vector<double>& high, const StudyConfig& study) {
  if (!has_known_size(study, table.faults())) return;
  for (std::size_t axis = 0; axis < low.size() && axis < high.size(); ++axis)
    if (low[axis] < 0 || high[axis] > study.size[axis])
      table.fault(low[axis] < 0 ? "region_low" : "region_high",
                  fmt::format("outside the box along {}; allowed: from 0 to {}", "xyz"[axis],
                              exact_text(study.size[axis])));
}

SectionEntry window_section() {
  return several(
      "window", "A part of the box or of the velocities in which particles are counted.",
      [](auto& study) -> auto& { return study.windows; });
}

}  // namespace clausius
