// SPDX-License-Identifier: MIT
import ArgumentParser
import AudioOutput
import Foundation
import Studio
import Transport
import Tuning

struct StudioCommand: AsyncParsableCommand, RideCommand {
    static let configuration = CommandConfiguration(
        commandName: "studio", abstract: "Tune a preset in the browser while it plays.",
        discussion: """
            The page is served on 127.0.0.1 only and loads nothing from elsewhere. Its address contains a secret that is new in \
            every run; open it as printed. Several pages control the same session. Without a sound device the page plays the \
            sound. Exported sounds and new presets go to --folder. Ctrl-C ends it; unsaved changes are kept as NAME.unsaved.yaml.

            EXAMPLES
              amaoto studio                                   the preset commuter, at rest
              amaoto studio my-rain.yaml ride.gpx --speed 10
              amaoto studio hiker ride.gpx --fit 120 --port 8080 --folder sounds
            """)

    @Argument(
        help: ArgumentHelp("Preset: the name of a shipped one, or a file; with -p, the track.", valueName: "preset"),
        completion: NameCompletion.presets)
    var preset: String?

    @OptionGroup var input: InputOptions
    @OptionGroup var sound: SoundOptions
    @OptionGroup var pace: PaceOptions
    @OptionGroup var railway: RideOptions
    @OptionGroup var messages: MessageOptions

    @Option(help: ArgumentHelp("Port of the page; 0 picks a free one.", valueName: "port"))
    var port: UInt16 = 8737

    @Option(help: ArgumentHelp("Folder for exported sounds and new presets.", valueName: "folder"), completion: .directory)
    var folder = "."

    @OptionGroup var choice: DeviceChoice

    @Flag(help: "Play through the page even if there is a sound device.")
    var stream = false

    func validate() throws {
        try sound.validateOnePair("studio")
        try sound.preset.input(preset, before: input).validateOneInput("studio")
        if stream, choice.device != nil { throw ValidationError("Give --stream or --device, not both.") }
    }

    mutating func run() async throws {
        let console = messages.console
        let interrupts = Interrupts()
        try checkFolder()
        input = try sound.preset.input(preset, before: input)
        sound.preset.chosen = sound.preset.chosen ?? preset
        let setup = try RideSetup(self, allowsLive: true, console: console)
        var settings = Studio.Settings()
        settings.port = port
        settings.folder = folder
        settings.seed = sound.seed
        settings.gain = Float(sound.gain)
        settings.software = Version.software
        settings.player = choice.settings(sound)
        settings.exportFormat = sound.format
        settings.streams = try !hasDevice(console)
        settings.track = try StudioTrack(setup)
        settings.openTracks = { [self] paths, preset in
            var ride = self
            ride.input.inputs = paths
            let setup = try RideSetup(ride, allowsLive: false, allowsSeveral: true, preset: preset, console: console)
            guard let track = try StudioTrack(setup) else { throw Failure("there is no track", .input) }
            return track
        }
        let desk = try TuningDesk(sound.preset.reference)
        try desk.change(try sound.preset.edits, label: "--set")
        let asGiven = desk.revision
        let studio = Studio(desk, settings)
        interrupts.hold()
        let serving = Task {
            try await studio.run(ready: { console.answer("The studio is at \($0)") })
        }
        let watching = Task {
            while !Task.isCancelled, !interrupts.arrived { try? await Task.sleep(for: .milliseconds(50)) }
            serving.cancel()
        }
        let ended = await serving.result
        watching.cancel()
        // The command line repeats what --set has changed; other changes exist nowhere else.
        if desk.revision != asGiven { try desk.saveUnsaved(folder: folder, console) }
        try interrupts.throwIfArrived()
        try ended.get()
    }

    /// True when this machine can play; a requested device that cannot is an error.
    private func hasDevice(_ console: Console) throws -> Bool {
        if stream { return false }
        guard let error = try choice.obstacle(to: choice.settings(sound)) else { return true }
        console.say("There is no sound device here (\(error.cause)); the page plays the sound.")
        return false
    }

    private func checkFolder() throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
            throw Failure("\(folder): there is no such folder; make it, or choose another with --folder", .usage)
        }
        guard FileManager.default.isWritableFile(atPath: folder) else {
            throw Failure("\(folder): the folder is not writable; choose another with --folder", .usage)
        }
    }
}

extension StudioTrack {
    /// The track of a ride; nil for resting rain.
    fileprivate init?(_ setup: RideSetup) throws {
        guard let input = setup.input, let track = setup.track else { return nil }
        var title = URL(fileURLWithPath: input.title).lastPathComponent
        if let count = setup.survey?.tracks.count, count > 1 { title = "\(count) tracks" }
        self.init(title: title, played: track, announcer: setup.announcer, speed: setup.speed)
        stop = { [live = setup.live] in live?.stop() }
        notes = setup.survey?.tallies.filter { $0.faults > 0 }.map { "Read \($0.summary)." } ?? []
        if let survey = setup.survey, let railway = setup.railway {
            let results = try survey.tracks.indices.map {
                try RideResults(of: survey, track: $0, landmarks: railway.landmarks, announcer: railway.announcer)
            }
            ride = StudioRide(results, title: title, map: railway.map, names: railway.announcer.names)
        }
    }
}
