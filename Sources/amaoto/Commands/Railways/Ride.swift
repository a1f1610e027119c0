// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation
import PlainText
import Platform
import Railways
import Tracking

struct Ride: ParsableCommand, FileWritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "ride", abstract: "Simulate a train ride between two stations, as a receiver would record it.",
        discussion: """
            The trains follow the map's track and stop at its stations. The route has the fewest changes of train, \
            which are made on foot, then the fastest trains. Where the map has a timetable, trains leave on schedule. The same \
            seed gives the same bytes.

            EXAMPLES
              amaoto ride --from Shibuya --to Ueno -o ride.csv
              amaoto ride --from Shibuya --to Ueno --line JR-East.Yamanote -o ride.gpx
              amaoto ride --from 新宿 --to 成田空港 --receiver phone --dark-tunnels -o ride.csv
              amaoto ride --from Shibuya --to Ueno | amaoto play - --fit 60
              amaoto ride --from A --to B --railways city.sqlite -o r.csv --truth truth.csv
            """)

    @Option(
        help: ArgumentHelp("Station at which the ride begins, by id or by name in any language.", valueName: "station"),
        completion: NameCompletion.stations)
    var from: String

    @Option(
        help: ArgumentHelp("Station at which the ride ends, by id or by name in any language.", valueName: "station"),
        completion: NameCompletion.stations)
    var to: String

    @Option(
        help: ArgumentHelp(
            "Line to use for the whole ride, by id or name (default: the lines with the fewest changes).", valueName: "line"),
        completion: NameCompletion.lines)
    var line: String?

    @OptionGroup var railway: RailwayOptions

    @Option(help: ArgumentHelp("Receiver: none (no errors), good, phone or poor (gaps too).", valueName: "kind"))
    var receiver = RideReceiver.Kind.good

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Standard deviation of the error along each axis, in metres (default: the receiver's).", valueName: "metres"))
    var noise: Double?

    @Flag(help: "Leave out the fixes in tunnels.")
    var darkTunnels = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Top speed in km/h (default: estimated from the distance between the line's stations).", valueName: "km/h"))
    var topSpeed: Double?

    @Option(parsing: .unconditional, help: ArgumentHelp("Seconds between fixes.", valueName: "seconds"))
    var interval = 1.0

    @Option(help: ArgumentHelp("Time of the first fix, in ISO 8601.", valueName: "time"))
    var start = "2026-01-05T08:00:00Z"

    @Option(parsing: .unconditional, help: ArgumentHelp("Seed of all random numbers; the same seed gives the same bytes.", valueName: "n"))
    var seed: UInt64 = 1

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Output file, CSV or GPX by its ending; - for CSV on standard output.", valueName: "file"), completion: .file())
    var output = "-"

    @Option(
        help: ArgumentHelp("CSV file of the truth: position, line, direction, station and phase of each fix.", valueName: "file"),
        completion: .file(extensions: ["csv"]))
    var truth: String?

    @OptionGroup var writing: WritingOptions
    @OptionGroup var messages: MessageOptions

    func validate() throws {
        guard noise.map((0...1_000).contains) ?? true else { throw ValidationError("--noise takes 0 to 1000 metres.") }
        guard topSpeed.map((5...600).contains) ?? true else { throw ValidationError("--top-speed takes 5 to 600 km/h.") }
        guard (0.05...600).contains(interval) else { throw ValidationError("--interval takes 0.05 to 600 seconds.") }
        guard TrackTime(iso8601: start) != nil else {
            throw ValidationError("--start '\(start)' is not a time in ISO 8601 in the years 1830 to 2111, such as 2026-01-05T08:00:00Z.")
        }
        guard ["csv", "gpx"].contains(ending) || OutputTarget(output) != .file else {
            throw ValidationError("The extension of \(output) is not .csv or .gpx.")
        }
    }

    private var ending: String { URL(fileURLWithPath: output).pathExtension.lowercased() }

    func declareFiles(in claims: inout OutputClaims) {
        railway.declareFiles(in: &claims)
        claims.write(output, as: "-o")
        claims.write(truth, as: "--truth")
    }

    /// The stations at which the ride may begin and end.
    /// - Throws: the fault of a name, after a warning about the other's if both are wrong.
    private func ends(on map: RailwayMap) throws -> (origin: [String], goal: [String]) {
        var faults: [RailwayError] = []
        func stations(_ name: String) -> [String] {
            do { return try map.stations(called: name) } catch {
                faults.append(error)
                return []
            }
        }
        let ends = (stations(from), stations(to))
        if faults.count > 1, from != to { messages.console.warn("\(faults[0])") }
        if let fault = faults.last { throw fault }
        return ends
    }

    func run() throws {
        let claims = try checkedClaims()
        let map = try railway.load(messages.console).map
        let network = TrackNetwork(map)
        let start = TrackTime(iso8601: start) ?? TrackTime(nanoseconds: 0)
        let ride = try RailwaySetup.usage {
            let line = try line.map { try map.line(called: $0) }.flatMap(network.railway)
            let (origin, goal) = try ends(on: map)
            return try SimulatedRide(
                on: network, from: origin, to: goal, line: line, topSpeed: topSpeed.map { $0 / 3.6 }, start: start, seed: seed)
        }
        let interrupts = Interrupts()
        interrupts.hold()
        let file = try LineFile(output, claims, isBatched: true, interrupts: interrupts)
        let truthFile = try truth.map { try LineFile($0, claims, isBatched: true, interrupts: interrupts) }
        var text = SimulatedRideText(map, asGPX: ending == "gpx", title: "\(from) to \(to), simulated")
        var receiver = RideReceiver(receiver, error: noise, isDarkInTunnels: darkTunnels, seed: seed)
        file.write(text.head)
        truthFile?.write(SimulatedRideText.truthHead)
        var fixes = 0
        for moment in ride.moments(every: interval) {
            guard let fix = receiver.fix(at: moment, start: start) else { continue }
            fixes += 1
            file.write(text.text(fix))
            truthFile?.write(text.truth(moment, fix.time))
            if file.hasFailed || interrupts.arrived { break }
        }
        file.write(text.foot)
        try LineFile.close([file, truthFile], interrupts, reportingTo: messages.console)
        for leg in ride.legs { messages.console.say(SimulatedRideText.sentence(leg, of: map)) }
        if fixes == 0 { messages.console.warn("there is no fix: the whole ride is in tunnels; leave out --dark-tunnels") }
        messages.console.say("\(CountText.of(fixes, "fix", "fixes")) in \(ClockText.text(ride.duration)); the ride is simulated.")
    }
}

extension RideReceiver.Kind: ExpressibleByArgument {}
