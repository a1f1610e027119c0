import ArgumentParser
import Foundation
import LiveSources
import Sessions
import Tracking
import Transport

/// Where fixes come from, and how strictly they are read.
struct InputOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "A track's file, - for standard input, or a live source: gpsd://, /dev/ttyUSB0, mqtt://HOST/TOPIC, http://:PORT, osc://:PORT, tuio://. None: the preset's resting rain.",
            valueName: "input"),
        completion: .file())
    var input: String?

    @Option(
        name: [.customShort("t"), .customLong("type")],
        help: ArgumentHelp("The format, when it should not be sniffed: gpx, csv or jsonl.", valueName: "format"))
    var format: TrackFormat?

    @Flag(help: "Refuse an input with any broken line (exit 4) instead of skipping and counting it.")
    var strict = false

    @Option(
        help: ArgumentHelp(
            "For a track without times: the speed to assume, such as 5km/h, 3mph or 1.4m/s.", valueName: "speed"))
    var assumeSpeed: AssumedSpeed?

    @Option(
        help: ArgumentHelp(
            "Which session of a file made with --session; without it, all of its newest recording.", valueName: "n"))
    var sessionID: Int64?

    @Option(name: .shortAndLong, help: ArgumentHelp("Of a serial line (default: 9600).", valueName: "rate"))
    var baud: Int?

    @Option(help: ArgumentHelp("What phones must bring that post to http://; asked for where other machines are heard.", valueName: "secret"))
    var token: String?

    /// The live source that the input names; nil for a file and standard input.
    func live(_ console: Console) throws -> LiveSource? {
        guard let input else { return nil }
        do {
            guard let address = try LiveAddress.read(input, isDevice: Self.isDevice) else {
                guard baud == nil, token == nil else {
                    throw Failure("--baud is for serial lines, --token for http://; \(input) is neither", exitCode: ExitStatus.usage)
                }
                return nil
            }
            var settings = LiveSource.Settings()
            settings.baud = baud
            settings.token = token
            settings.format = format
            return LiveSource(address, settings) { console.say($0) }
        } catch let error as LiveAddressError {
            throw Failure("\(error)", exitCode: ExitStatus.usage)
        }
    }

    /// The track that the input names.
    func ride(_ live: LiveSource?, rereads: Bool, tracker: @escaping TrackerMaker = MotionTracker.maker) throws -> RideInput {
        let pace = assumeSpeed?.metresPerSecond
        guard let live else {
            return try RideInput(
                input ?? "-", format: format, assumedSpeed: pace, rereads: rereads, tracker: tracker, opener: sessionOpener())
        }
        return RideInput(live: live.title, assumedSpeed: pace, tracker: tracker) { () throws(InputFault) in try live.open() }
    }

    private static func isDevice(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else { return false }
        // Terminals and serial lines; not /dev/null, which is an empty file.
        let major = status.st_rdev >> 8 & 0xfff
        return major != 1
    }

    /// Opens a file of sessions as a track; nil for every other input.
    func sessionOpener() throws -> (@Sendable () throws(InputFault) -> any FixReader)? {
        guard let input, input != "-", format == nil, SessionStore.isDatabase(input) else {
            if sessionID != nil {
                throw Failure(
                    "--session-id chooses from a file made with --session; \(input ?? "the input") is none", exitCode: ExitStatus.usage)
            }
            return nil
        }
        return { [sessionID] () throws(InputFault) in try SessionReader(input, session: sessionID) }
    }
}

extension TrackFormat: ExpressibleByArgument {}

/// A speed as a person writes it, in metres per second.
struct AssumedSpeed: ExpressibleByArgument {
    let metresPerSecond: Double

    private static let units: [(suffix: String, factor: Double)] = [
        ("km/h", 1 / 3.6), ("kmh", 1 / 3.6), ("mph", 0.44704), ("m/s", 1), ("kn", 1852.0 / 3600),
    ]

    init?(argument: String) {
        let text = argument.lowercased().filter { $0 != " " }
        let unit = Self.units.first { text.hasSuffix($0.suffix) } ?? ("", 1)
        guard let number = Double(text.dropLast(unit.suffix.count)), number > 0, number.isFinite else { return nil }
        metresPerSecond = number * unit.factor
    }
}
