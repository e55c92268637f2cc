#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace clausius {

/// The index of the first byte of `text` that is not part of well-formed UTF-8; the length of
/// `text` if there is none.
std::size_t first_invalid_utf8(std::string_view text);

/// `text` made safe for a terminal: each control character (of ASCII or of the range U+0080 to
/// U+009F), which could change the state of the terminal, becomes a space, and each byte that is
/// not UTF-8 a question mark. Characters of ASCII in `kept` remain.
std::string printable(std::string_view text, std::string_view kept = "");

/// `text` without its middle if that is longer than `most` bytes: "beginning … end".
std::string shortened(std::string_view text, std::size_t most);

/// `text` as one word of a POSIX shell, in single quotes if needed.
std::string shell_word(std::string_view text);

/// At most `most` of the `words` that are nearest to `word` by edit distance, the nearest first,
/// each once.
std::vector<std::string_view> nearest_words(std::string_view word,
                                            std::vector<std::string_view> words, std::size_t most);

/// The words in quotes, as alternatives: "a", "b" or "c".
std::string alternatives(const std::vector<std::string_view>& words);

}  // namespace clausius
