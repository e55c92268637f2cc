#include "report/page/report.h"

#include <iostream>
#include <memory>
#include <string>

#include "clausius/report/run_folder.h"
#include "command.h"
#include "signals.h"

namespace clausius::app {

namespace {

int execute(const std::string& path) {
  watch_signals();
  const RunFolder folder = RunFolder::open_alone(path);
  if (!write_report(folder, [] { return interrupted.load(); })) return kInterrupted;
  std::cout << (folder.path() / kReportFile).string() << '\n';
  return kOk;
}

}  // namespace

Command report_command() {
  const auto folder = std::make_shared<std::string>();
  return {"report",
          "Write a finished run as one page for a browser",
          {{.name = "DIR", .target = folder.get(), .help = "Run folder", .required = true}},
          [folder] { return execute(*folder); },
          {{"clausius report runs/relaxation",
            "Write runs/relaxation/report.html, which needs no network and no other file."},
           {"clausius report runs/restitution",
            "The page of a series also compares its cases, in a table that can be sorted."}}};
}

}  // namespace clausius::app
