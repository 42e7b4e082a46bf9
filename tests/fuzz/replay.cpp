// SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
// SPDX-License-Identifier: Apache-2.0
// A fuzzer without the fuzzing engine, so that every compiler and every run of the tests can use it: all files
// below the folders given go in, whole, cut, and with some of their bytes changed. What it does is the same each
// time. A finding ends the program, as it does in the fuzzer.
#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

namespace {

constexpr std::uintmax_t largestFile = 20'000;
constexpr std::size_t mostInputs = 6'000;

using Bytes = std::vector<std::uint8_t>;

const Bytes *current = nullptr;

/// The program ends with this input: shown, so that it can be kept as a seed.
void showInput(int signal)
{
    std::fprintf(stderr, "Ended by this input:\n");
    for (const std::uint8_t byte : *current)
        std::fprintf(stderr, byte >= ' ' && byte < 127 && byte != '\\' ? "%c" : "\\x%02x", byte);
    std::fprintf(stderr, "\n");
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

void feed(const Bytes &bytes)
{
    // A buffer of exactly this size, so that a sanitizer sees reads beyond it.
    const Bytes exact(bytes);
    current = &exact;
    LLVMFuzzerTestOneInput(exact.data(), exact.size());
}

/// Some bytes replaced, removed, doubled, or taken from elsewhere in it.
Bytes mutated(Bytes bytes, std::mt19937 &random)
{
    const auto place = [&] { return bytes.empty() ? 0 : random() % bytes.size(); };
    for (unsigned change = 0, changes = 1 + random() % 4; change < changes && !bytes.empty(); ++change) {
        const auto at = bytes.begin() + std::ptrdiff_t(place());
        switch (random() % 5) {
        case 0: *at = std::uint8_t(random()); break;
        case 1: *at ^= std::uint8_t(1u << (random() % 8)); break;
        case 2: bytes.erase(at, at + std::ptrdiff_t(std::min<std::size_t>(1 + random() % 8, std::size_t(bytes.end() - at)))); break;
        case 3: bytes.insert(at, 1 + random() % 4, "\"\\{}[];\n\r\x1b:0"[random() % 12]); break;
        default: {
            const std::size_t from = place();
            const Bytes part(bytes.begin() + std::ptrdiff_t(from), bytes.begin() + std::ptrdiff_t(std::min(bytes.size(), from + 1 + random() % 32)));
            bytes.insert(at, part.begin(), part.end());
        }
        }
    }
    return bytes;
}

} // namespace

int main(int argc, char **argv)
{
    std::signal(SIGABRT, showInput);
    std::vector<std::filesystem::path> files;
    for (int i = 1; i < argc; ++i) {
        for (const auto &entry : std::filesystem::recursive_directory_iterator(argv[i])) {
            if (entry.is_regular_file() && entry.file_size() <= largestFile)
                files.push_back(entry.path());
        }
    }
    if (files.empty()) {
        std::fprintf(stderr, "There is no file to begin with.\n");
        return 1;
    }
    std::sort(files.begin(), files.end());
    std::mt19937 random(1);
    const std::size_t rounds = std::max<std::size_t>(1, mostInputs / files.size());
    std::size_t inputs = 0;
    for (const auto &file : files) {
        std::ifstream stream(file, std::ios::binary);
        const Bytes bytes((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
        feed(bytes);
        for (std::size_t round = 0; round < rounds; ++round, ++inputs)
            feed(round % 4 == 3 ? Bytes(bytes.begin(), bytes.begin() + std::ptrdiff_t(bytes.empty() ? 0 : random() % bytes.size())) : mutated(bytes, random));
    }
    std::printf("%zu files, %zu inputs made of them\n", files.size(), inputs);
    return 0;
}
