import ArgumentParser

/// How much the program says, and how.
struct TalkOptions: ParsableArguments {
    @Flag(help: "No redrawn lines and no control codes, for screen readers and logs.")
    var plain = false

    @Flag(name: .shortAndLong, help: "Say nothing but warnings and errors.")
    var quiet = false

    var console: Console { Console(plain: plain, quiet: quiet) }
}
