#pragma once

#include "clausius/engine/state.h"
#include "clausius/study/sections.h"

namespace clausius {

/// Interval of a drive that is given none. "andersen" acts ten times a mean free time at the start.
/// The others act as seldom as what they are for allows, but at least once in this time: "rescale"
/// after the temperature has changed by 1 %, so that it is held within that; "random-kicks" when
/// they change it by 5 %. The temperature of a gas heated and cooled in turn by a part x differs
/// from that of one heated steadily by about x²/30 of itself (the rate of cooling grows as T^1.5,
/// whose mean over a sawtooth is larger than that of the mean temperature): 10⁻⁴, a tenth of the
/// error of a run of some hundred thousand collisions. Where it is not known how fast the
/// temperature changes (bodies, parcels, rough and viscoelastic spheres, walls that are not hard
/// and at rest), ten times a mean free time.
/// @param kt k_BT at the start, for which the mean free time is known
template <int Dim>
double usual_drive_interval(const DriveConfig& drive, const Gas<Dim>& gas, const State<Dim>& start,
                            double kt);

}  // namespace clausius
