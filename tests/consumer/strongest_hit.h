#pragma once

#include <clausius/measure/measurement.h>

/// The impulse of the strongest collision over the mean one.
clausius::ListedMeasurement strongest_hit();
