#include "study/file/sections.h"

namespace clausius {

template <>
struct Section<DriveConfig> {
  static constexpr auto fields() {
    using D = DriveConfig;
    constexpr std::string_view kKicks = "random-kicks", kAndersen = "andersen",
                               kRescale = "rescale", kReversal = "reversal";
    return std::tuple{
        Field{"kind", &D::kind, range::one_of<kDriveWords>(),
              "Process that changes the velocities: \"random-kicks\", the \"andersen\" thermostat, "
              "\"rescale\" to a temperature, or one \"reversal\" of all of them.",
              "\"random-kicks\"", required},
        labelled(
            "strength of the drive", "strength",
            Field{"strength", &D::strength,
                  range::of(Quantity::velocity_variance_rate, range::positive),
                  "Growth of the mean square of each velocity component per time by random kicks.",
                  "0.01", required_with("kind", kKicks)}),
        labelled(
            "temperature of the thermostat", "T",
            Field{"temperature", &D::temperature, range::of(Quantity::temperature, range::positive),
                  "Temperature of the thermostat \"andersen\" or \"rescale\".", "1.0",
                  required_with("kind", kAndersen, kRescale)}),
        Field{"rate", &D::rate, range::of(Quantity::rate, range::positive),
              "New velocities that a particle gets per time from \"andersen\".", "0.1",
              required_with("kind", kAndersen)},
        Field{
            "interval", &D::interval,
            range::of(Quantity::time,
                      range::or_auto("\"auto\", or a time above 0", range::positive)),
            "Time from one action to the next; \"auto\": of \"andersen\" a tenth of the mean free "
            "time at the start, of the others the time in which the temperature changes by 1 % "
            "(\"rescale\") or 5 % (\"random-kicks\"), at most a mean free time; a tenth of it "
            "where that is not known.",
            "\"auto\"", with("kind", kKicks, kAndersen, kRescale)},
        Field{"time", &D::time, range::of(Quantity::time, range::not_negative),
              "Time after the start of the run at which the velocities are reversed.", "10.0",
              required_with("kind", kReversal)},
    };
  }
};

SectionEntry drive_section() {
  return several(
      "drive", "What changes the velocities of all particles during the run.",
      [](auto& study) -> auto& { return study.drives; });
}

}  // namespace clausius
