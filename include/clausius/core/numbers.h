#pragma once

#include <string>

namespace clausius {

/// The shortest decimal text that reads back as exactly `value`, always recognisable as a floating
/// point number ("1.0", "0.05", "1e+300"); "nan", "inf" and "-inf" for what is no number.
std::string exact_text(double value);

/// `value` with `digits` significant digits, for people to read ("1.2346", "3.1e-07").
std::string short_text(double value, int digits = 6);

}  // namespace clausius
