#include "print_figures.h"

#include <fmt/format.h>

#include <iostream>

#include "command.h"
#include "core/system/files.h"
#include "core/text.h"

namespace clausius::app {

int print_figures(const std::vector<Figure>& figures, FigureFormat format) {
  int code = kOk;
  for (const Figure& figure : figures) {
    if (!figure.problem.empty()) {
      std::cerr << fmt::format("figure {} was not drawn: {}\n", figure.name,
                               printable(figure.problem, "\n"));
      code = kSimulationFailed;
    } else if (format == FigureFormat::dumb) {
      std::cout << read_regular_file(figure.image) << '\n';
    } else {
      std::cout << figure.image.string() << '\n';
    }
  }
  return code;
}

}  // namespace clausius::app
