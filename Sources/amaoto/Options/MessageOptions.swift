// SPDX-License-Identifier: MIT
import ArgumentParser

/// How much the program prints, and in which form.
struct MessageOptions: ParsableArguments {
    @Flag(help: "Print plain lines without control codes, for screen readers and logs.")
    var plain = false

    @Flag(name: .shortAndLong, help: "Print only warnings and errors.")
    var quiet = false

    var console: Console { Console(plain: plain, quiet: quiet) }
}
