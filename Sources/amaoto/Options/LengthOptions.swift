// SPDX-License-Identifier: MIT
import ArgumentParser
import PlainText

/// The length of a sound that ends.
struct LengthOptions: ParsableArguments {
    @Option(
        name: [.customShort("d"), .customLong("duration")], parsing: .unconditional,
        help: ArgumentHelp("Longest duration of the sound: seconds, 1:30 or 5m.", valueName: "time"), transform: ClockText.argument)
    var duration: Double?

    func validate() throws {
        if let duration, !(duration > 0 && duration <= 100_000_000) {
            throw ValidationError("-d takes a time greater than 0 and at most 100000000 seconds, such as 90, 1:30 or 5m.")
        }
    }
}
