#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace clausius {

/// A publication that the source of a theory names.
struct Reference {
  std::string_view cited;   ///< as sources name it: "Carnahan & Starling (1969)"
  std::string_view bibtex;  ///< its entry, ended by a line break
};

/// All of them, by name.
const std::vector<Reference>& references();

/// The references that the sources of theories name, each once, by name.
std::vector<Reference> references_in(const std::vector<std::string>& sources);

}  // namespace clausius
