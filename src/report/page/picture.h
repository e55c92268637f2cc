#pragma once

#include <string>

#include "report/page/markup.h"

namespace clausius {

/// A picture that gnuplot drew as SVG, as a part of a page.
struct InlinePicture {
  Markup svg;           ///< without styles, scripts and links; empty if it was no SVG
  std::string heading;  ///< the text in the largest type
};

/// Takes from the SVG only elements and attributes that draw: all else, and groups that draw
/// nothing, are left out. The background becomes that of the page.
/// @param file     text of an SVG file
/// @param prefix   goes before the names that the picture gives to its parts, which must be unique
///                 in a page
/// @param meaning  what the picture shows, for screen readers; follows its heading
InlinePicture inline_picture(const std::string& file, const std::string& prefix,
                             const std::string& meaning);

}  // namespace clausius
