#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace clausius {

/// A publication that the source of a theory names.
struct Reference {
  std::string_view cited;   ///< name in sources: "Carnahan & Starling (1969)"
  std::string_view bibtex;  ///< BibTeX entry with a final line break
};

/// All references, by name.
const std::vector<Reference>& references();

/// The references that the sources of theories name, each once, by name.
std::vector<Reference> references_in(const std::vector<std::string>& sources);

}  // namespace clausius
