// SPDX-License-Identifier: MIT
import ArgumentParser
import AudioOutput
import Platform
import Sonification
import Transport
import Tuning

struct Tune: AsyncParsableCommand, FileDeclaring {
    static let configuration = CommandConfiguration(
        commandName: "tune", abstract: "Tune a preset in the terminal while it plays, and save it.",
        discussion: """
            Every parameter is a slider: up and down select one, left and right change it, ? lists all keys. With a track, its \
            mappings keep moving their parameters; f freezes the track. Saving keeps the comments and the order of the file.

            EXAMPLES
              amaoto tune commuter                     # resting rain; s asks for a name
              amaoto tune my.yaml ride.gpx --fit 120   # a ride of two minutes, repeated
              NO_COLOR=1 amaoto tune my.yaml           # without colours
              amaoto tune my.yaml --plain              # line by line, for screen readers
              printf 'drops.rate = 1200\\nsave\\n' | amaoto tune my.yaml --plain
            """)

    @Argument(
        help: "Preset: the name of a shipped one (see `amaoto preset list`), or a file.", completion: NameCompletion.presets)
    var preset: String

    @OptionGroup var input: InputOptions
    @OptionGroup var sound: SoundOptions
    @OptionGroup var pace: PaceOptions
    @OptionGroup var railway: RideOptions
    @OptionGroup var device: DeviceOptions
    @OptionGroup var messages: MessageOptions

    func validate() throws {
        try sound.validateOnePair("tune")
        try sound.preset.validateNone(beside: preset)
        try input.validateOneInput("tune")
    }

    /// The files that saving must not replace; for all others the tuner asks first.
    func declareFiles(in claims: inout OutputClaims) {
        input.declareFiles(in: &claims)
        railway.declareFiles(in: &claims)
    }

    mutating func run() async throws {
        // The preset comes first, as an argument.
        sound.preset.reference = preset
        var claims = OutputClaims()
        declareFiles(in: &claims)
        let desk = try TuningDesk(preset, inputs: claims.inputPaths)
        try desk.change(try sound.preset.edits, label: "--set")
        if messages.plain { try await tuneLineByLine(desk) } else { try await tuneOnScreen(desk) }
    }
}
