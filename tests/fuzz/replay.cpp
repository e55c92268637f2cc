#include <cstdint>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

/// Passes every file of the given folders to the target, so that findings of a fuzzer are tested
/// with any compiler.
int main(int argc, char** argv) {
  int files = 0;
  for (int k = 1; k < argc; ++k)
    for (const auto& entry : std::filesystem::directory_iterator(argv[k])) {
      std::ifstream stream(entry.path(), std::ios::binary);
      const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
      try {
        LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
      } catch (const std::exception& error) {
        std::cerr << entry.path() << ": " << error.what() << '\n';
        return 1;
      }
      ++files;
    }
  std::cout << files << " inputs\n";
  return files > 0 ? 0 : 1;
}
