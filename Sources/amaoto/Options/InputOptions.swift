import ArgumentParser
import Sessions
import Tracking

/// Where fixes come from, and how strictly they are read.
struct InputOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "A track: GPX, CSV, JSON lines or a file of sessions; - is standard input. None: the preset's resting rain.",
            valueName: "input"),
        completion: .file())
    var input: String?

    @Option(
        name: [.customShort("t"), .customLong("type")],
        help: ArgumentHelp("The format, when it should not be sniffed: gpx, nmea, csv or jsonl.", valueName: "format"))
    var format: TrackFormat?

    @Flag(name: .shortAndLong, help: "Tell every broken line, not the first ten and a count.")
    var verbose = false

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

    @Flag(help: "Leave a receiver's dates before 2017 as they are, instead of taking them for a week counter that ran over.")
    var keepDates = false

    /// How the input is to be read.
    var reading: TrackReading { TrackReading(format: format, keepsDates: keepDates) }

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
