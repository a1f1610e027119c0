import ArgumentParser

/// Whether files that are there may be replaced.
struct WritingOptions: ParsableArguments {
    @Flag(
        name: [.customShort("y"), .customLong("overwrite")],
        help: "Replace files that are there; what is read, or written by another option, never is.")
    var overwrites = false
}
