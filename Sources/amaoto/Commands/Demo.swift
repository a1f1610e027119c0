// SPDX-License-Identifier: MIT
import ArgumentParser
import AudioOutput
import Foundation
import Platform
import Sonification

struct Demo: AsyncParsableCommand, FileWritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Play an example ride in one minute; without a sound device, write it to a file.",
        discussion: """
            RIDES
              drive  a recorded drive around Višnjan in Istria: faster is harder rain
              hike   a recorded hike in the same hills: pace is density, climb is pitch
              train  a simulated ride on the Yamanote Line of Tokyo: each line is rain on
                     another material, notes are stations, captions say what happens

            EXAMPLES
              amaoto demo
              amaoto demo train
              amaoto demo hike -o hike.flac
            """)

    @Argument(help: ArgumentHelp("Ride: drive, hike or train.", valueName: "ride"))
    var ride = ExampleRide.drive

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Sound file to write instead of playing (default without a sound device: amaoto-RIDE.wav).", valueName: "file"),
        completion: .file())
    var output: String?

    @OptionGroup var choice: DeviceChoice

    @OptionGroup var writing: WritingOptions
    @OptionGroup var messages: MessageOptions

    func validate() throws {
        if let output { try SoundContainer.check(output, nil) }
    }

    func declareFiles(in claims: inout OutputClaims) { claims.write(output, as: "-o") }

    func run() async throws {
        let arguments = try ride.arguments()
        if let output { return try await write(arguments, to: output) }
        let play = try playing(arguments)
        if let error = try choice.obstacle(to: play.device.settings(play.sound)) {
            messages.console.warn("\(error)")
            let output = "amaoto-\(ride.rawValue).wav"
            messages.console.say("No sound device can be opened, so the ride is written to \(output).")
            return try await write(arguments, to: output)
        }
        try await play.run()
    }

    /// The command that plays the ride. With `--plain` it prints sentences, which a screen reader reads better than captions with times.
    func playing(_ arguments: [String]) throws -> Play {
        var play = try Play.parse(arguments)
        play.device.choice = choice
        play.messages = messages
        if messages.plain { play.announcements.captions = nil }
        return play
    }

    private func write(_ arguments: [String], to output: String) async throws {
        var render = try Render.parse(arguments + ["-o", output])
        render.writing = writing
        render.messages = messages
        try await render.run()
    }
}

extension ExampleRide: ExpressibleByArgument {}

/// The example rides that come with the program.
enum ExampleRide: String, CaseIterable {
    case drive, hike, train

    /// The ride's file, and the options with which it is demonstrated.
    private var shown: (file: String, options: [String]) {
        switch self {
        case .drive: ("visnjan-drive.gpx", ["--fit", "60"])
        case .hike: ("zbevnica-hike.gpx", ["--fit", "60", "--preset", "hiker"])
        case .train: ("yamanote-simulated.csv", ["--fit", "60", "--to", "Shinjuku", "--captions", "-"])
        }
    }

    /// The arguments of `play` and `render` that demonstrate the ride.
    /// - Throws: `Failure` if its file did not come with the program.
    func arguments() throws -> [String] {
        let (file, options) = shown
        let paths = ShippedFolders.named("examples").map { "\($0)/\(file)" }
        guard let path = paths.first(where: { FileManager.default.isReadableFile(atPath: $0) }) else {
            throw Failure(
                "the example ride is missing: there is no \(paths.joined(separator: " and no ")); install the package again, "
                    + "or play a track of your own with `amaoto play`", .runtime)
        }
        return [path] + options
    }
}
