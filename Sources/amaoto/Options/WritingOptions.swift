import ArgumentParser

/// Whether files that are there may be replaced.
struct WritingOptions: ParsableArguments {
    @Flag(
        name: [.customShort("y"), .customLong("overwrite")],
        help: "Overwrite existing files, but never an input or the output of another option.")
    var overwrites = false
}
