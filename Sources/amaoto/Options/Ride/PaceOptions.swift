// SPDX-License-Identifier: MIT
import ArgumentParser
import PlainText

/// The speed of the track in the sound.
struct PaceOptions: ParsableArguments {
    // A negative number is refused as such, not read as another option.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Playback speed: seconds of track per second of sound (default: 1).", valueName: "factor"))
    var speed: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Length of sound to fit the track into: seconds, 1:30 or 5m.", valueName: "time"), transform: ClockText.argument)
    var fit: Double?

    var isChosen: Bool { speed != nil || fit != nil }

    func validate() throws {
        if speed != nil, fit != nil { throw ValidationError("Give --speed or --fit, not both.") }
        if let speed, !(speed >= 0.001 && speed <= 100_000) {
            throw ValidationError("--speed takes a factor from 0.001 to 100000, such as 20.")
        }
        if let fit, !(fit >= 1 && fit <= 1_000_000) {
            throw ValidationError("--fit takes a time of a second or more, such as 90, 1:30 or 5m.")
        }
    }
}
