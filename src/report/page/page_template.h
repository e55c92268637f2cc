#pragma once

#include <map>
#include <string>

#include "report/page/markup.h"

namespace clausius {

/// The page `report/page.html` with each `{{name}}` replaced by the part of that name, and without
/// what stands between `{{#name}}` and `{{/name}}` if that part is empty. The program's style and
/// scripts are the parts `style`, `script` and `player`; `policy` is the Content-Security-Policy
/// that allows these, by their hashes, and nothing else.
/// @throws std::logic_error if the template names a part that is not there
std::string filled_template(std::map<std::string, Markup> parts);

}  // namespace clausius
