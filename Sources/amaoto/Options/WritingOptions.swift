// SPDX-License-Identifier: MIT
import ArgumentParser

/// Whether existing files may be replaced.
struct WritingOptions: ParsableArguments {
    @Flag(
        name: [.customShort("y"), .customLong("overwrite")],
        help: "Overwrite existing files, but never an input or the output of another option.")
    var overwrites = false
}
