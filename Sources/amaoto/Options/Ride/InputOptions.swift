// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation
import LiveSources
import Platform
import RemoteControl
import Sessions
import Sonification
import Tracking
import Transport

/// The source of fixes, and how strictly it is read.
struct InputOptions: ParsableArguments, FileDeclaring {
    @Argument(
        help: ArgumentHelp(
            "Track files (GPX, NMEA, CSV, JSON lines, KML, GeoJSON and others, or sessions), - for standard input, or, except for `render` and `plot`, a live source: \(LiveAddress.forms.joined(separator: ", ")); for `play` also midi:// (MIDI controllers).",
            valueName: "input"),
        completion: .file())
    var inputs: [String] = []

    var input: String? { inputs.first }

    @Option(help: ArgumentHelp("Id of the one track to use, from an input with several.", valueName: "id"))
    var only: String?

    @Flag(help: "Ignore ids; treat all fixes as one track.")
    var oneTrack = false

    /// Which of the tracks in an input are followed.
    /// - Parameter together: true for a command that follows one track, which is then of all fixes.
    func choice(together: Bool) -> TrackChoice { only.map { .only($0) } ?? (oneTrack || together ? .together : .separate) }

    /// Whether an option says which track is meant, or how it is read.
    var describesTrack: Bool { only != nil || oneTrack || format != nil || sessionID != nil || assumeSpeed != nil }

    /// For commands that follow only one track. The value of an unknown option is read as a track, and arrives here before the option
    /// is refused.
    func validateOneInput(_ command: String) throws {
        guard inputs.count < 2 else {
            throw ValidationError(
                "`\(command)` takes one track: \(inputs[1]) is a second (`render` and `play` take several) or belongs to an unknown option."
            )
        }
    }

    @Option(
        name: [.customShort("t"), .customLong("type")],
        help: ArgumentHelp(
            "Input format (default: detected): \(TrackFormat.allCases.map(\.rawValue).joined(separator: ", ")), or babel:NAME for one that gpsbabel reads.",
            valueName: "format"))
    var format: InputFormat?

    @Flag(name: .shortAndLong, help: "Report every broken line, not just the first ten and a count.")
    var verbose = false

    @Flag(help: "Refuse an input with any broken line (exit code 4) instead of skipping and counting it.")
    var strict = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Speed to assume for a track without times, such as 5km/h, 3mph or 1.4m/s.", valueName: "speed"))
    var assumeSpeed: AssumedSpeed?

    @Option(
        help: ArgumentHelp(
            "Session number within a session file (default: all sessions of its newest recording).", valueName: "n"))
    var sessionID: Int64?

    @Flag(help: "Keep a receiver's dates before 2017 instead of correcting a GPS week rollover.")
    var keepDates = false

    @Option(
        help: ArgumentHelp(
            "Unit of x and y when their names do not say: m, px or unit (0 to 1), optionally with its length in metres, such as px:0.005 (default: m; px is 0.01 m, unit 10 m).",
            valueName: "unit"))
    var plane: PlaneScale?

    @Option(help: ArgumentHelp("Frame rate of a file that counts frames, in frames per second (default: 30).", valueName: "fps"))
    var frameRate: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Seconds by which a fix may arrive late and still be sorted; later ones are refused, and 0 refuses every late fix (default: a file is sorted; late live fixes are counted and ignored).",
            valueName: "seconds"))
    var reorder: Double?

    @Option(name: .shortAndLong, help: ArgumentHelp("Serial baud rate (default: 9600).", valueName: "rate"))
    var baud: Int?

    @OptionGroup var secrets: SecretOptions

    func validate() throws {
        if inputs.contains("") { throw ValidationError("The name of an input is empty: name a track, or omit it.") }
        if format == nil, let preset = inputs.first(where: Self.isPreset) {
            throw ValidationError("\(preset) is a preset, not a track; `play` and `render` take it as -p \(preset).")
        }
        if only != nil, oneTrack { throw ValidationError("Give --only or --one-track, not both.") }
        if inputs.count > TrackerSet.most { throw ValidationError("At most \(TrackerSet.most) tracks play at once.") }
        if let live = inputs.first(where: { $0 == "-" || $0.contains("://") && !Self.isMIDI($0) }),
            inputs.count(where: { !Self.isMIDI($0) }) > 1
        {
            throw ValidationError("\(live) cannot be combined with other inputs; give only files, or only it.")
        }
        if let frameRate, !(frameRate > 0 && frameRate <= 1_000_000) { throw ValidationError("--frame-rate takes a number above 0.") }
        if let reorder, !(reorder >= 0 && reorder <= 86_400) { throw ValidationError("--reorder is a number of seconds from 0 to 86400.") }
    }

    private static func isPreset(_ input: String) -> Bool {
        PresetLibrary.isFileName(input)
            || !FileManager.default.fileExists(atPath: input) && PresetLibrary.standard.names.contains(input)
    }

    private static func isMIDI(_ input: String) -> Bool { input.hasPrefix(MIDIPort.scheme) }

    /// Removes the controllers from the inputs, and returns the client of the sequencer that was named, empty for any; nil
    /// without controllers.
    mutating func takeControllers() throws -> String? {
        let named = inputs.filter(Self.isMIDI)
        guard named.count < 2 else { throw Failure("midi:// takes one client; connect others with `aconnect`", .usage) }
        inputs.removeAll(where: Self.isMIDI)
        return named.first.map { String($0.dropFirst(MIDIPort.scheme.count)) }
    }

    /// - Throws: `Failure` for a command that controllers do not reach.
    func refuseControllers() throws {
        guard let named = inputs.first(where: Self.isMIDI) else { return }
        throw Failure("\(named): only `amaoto play` takes MIDI controllers", .usage)
    }

    func declareFiles(in claims: inout OutputClaims) {
        for input in inputs { claims.read(input) }
    }

    var reading: TrackReading {
        var reading = TrackReading(keepsDates: keepDates)
        switch format {
        case .known(let format)?: reading.format = format
        case .babel(let name)?: reading.babelFormat = name
        case nil: break
        }
        reading.plane = plane
        reading.frameRate = frameRate
        reading.reorder = reorder
        return reading
    }

    /// Returns an opener for a session file as a track; nil for every other input.
    func sessionOpener(of input: String) throws -> RideInput.Opener? {
        guard input != "-", format == nil, SessionStore.isDatabase(input) else {
            if sessionID != nil {
                throw Failure("--session-id requires a session file, made with --session, as the input", .usage)
            }
            return nil
        }
        return { [sessionID] () throws(InputFault) in try SessionReader(input, session: sessionID) }
    }
}

/// The value of -t: a built-in format, or one of gpsbabel's.
enum InputFormat: ExpressibleByArgument {
    case known(TrackFormat)
    case babel(String)

    init?(argument: String) {
        if let format = TrackFormat(rawValue: argument.lowercased()) {
            self = .known(format)
        } else if argument.hasPrefix("babel:"), let name = GPSBabel.name(String(argument.dropFirst(6))) {
            self = .babel(name)
        } else {
            return nil
        }
    }
}

extension PlaneScale: ExpressibleByArgument {
    /// Parses `m`, `px`, `unit`, or a unit with its length in metres: `px:0.005`.
    public init?(argument: String) {
        let parts = argument.split(separator: ":", maxSplits: 1)
        guard let name = parts.first, let unit = Unit(rawValue: String(name)) else { return nil }
        if parts.count == 1 {
            self.init(unit)
        } else {
            guard let metres = Double(parts[1]) else { return nil }
            self.init(unit, metres: metres)
        }
    }
}

/// A speed as typed, in metres per second.
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
