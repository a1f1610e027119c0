// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation
import PlainText
import Railways
import Tracking
import Transport

struct Where: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "where",
        abstract: "Wait for the first accurate fix and print where it is.",
        discussion: """
            Prints the position, its accuracy, the nearest stations and lines with their distances, the distance of each --point, \
            and the --region that contains it. Exits with code 1 if no accurate fix arrives in time.

            EXAMPLES
              amaoto where gpsd://
              amaoto where /dev/ttyUSB0 -b 4800 --timeout 120
              amaoto where ride.gpx --lang ja
              gpspipe -w | amaoto where - --json
            """)

    @OptionGroup var input: InputOptions

    @Option(help: ArgumentHelp("Seconds to wait for a fix of the wanted accuracy.", valueName: "seconds"))
    var timeout = 60.0

    @Option(help: ArgumentHelp("Required accuracy in metres.", valueName: "metres"))
    var accuracy = 500.0

    @Option(parsing: .unconditional, help: ArgumentHelp("Number of stations and lines to list.", valueName: "n"))
    var count = 3

    @OptionGroup var railway: RailwayOptions
    @OptionGroup var names: LanguageOptions
    @OptionGroup var landmarks: LandmarkOptions

    @Flag(help: "Print one JSON object instead of text.")
    var json = false

    @OptionGroup var messages: MessageOptions

    func validate() throws {
        try input.validateOneInput("where")
        guard input.input != nil else { throw ValidationError("Give a source, such as gpsd:// or - for standard input.") }
        guard timeout > 0, timeout <= 86_400 else { throw ValidationError("--timeout takes seconds above 0, up to 86400.") }
        guard count > 0, accuracy > 0 else { throw ValidationError("--count and --accuracy take numbers above 0.") }
    }

    func run() throws {
        guard let path = input.input else { return }
        let console = messages.console
        let watched = try landmarks.read()
        if let sentence = watched.misplaced(inPlane: false) { throw Failure(sentence, .usage) }
        let live = try input.live(console)
        let ride = try input.ride(live, rereads: false)
        let interrupts = Interrupts(onExit: { live?.stop() })
        defer { live?.stop() }
        defer { interrupts.blockIfExiting() }
        let search = FirstFix(accuracy: accuracy)
        // Reading may block indefinitely; it ends with the program.
        Thread { search.read { () throws(InputFault) in try ride.openUntimed() } }.start()
        console.status("Waiting for a fix from \(path) ...")
        let found = search.wait(seconds: timeout)
        console.endStatus()
        if input.strict, let fault = search.firstFault { throw fault }
        // The reason may be a wrong baud rate, or a program that is not a receiver.
        if found == nil, let fault = search.firstFault { console.warn("\(fault)") }
        let refused =
            search.bestRefused.map {
                "; the best was accurate to \(FigureText.distance($0)); raise --accuracy to accept it"
            } ?? ""
        switch found {
        case .fix(let fix, let latitude, let longitude): try say(fix, latitude, longitude, watched, console)
        case .end(let failure?): throw failure
        case .end(nil) where input.only != nil && search.bestRefused == nil: throw InputFault.noFix(in: ride.title, of: ride.choice)
        case .end(nil): throw Failure("\(ride.title): there was no accurate fix\(refused)", .runtime)
        case nil:
            throw Failure(
                "\(ride.title): no accurate fix within \(FigureText.number(timeout)) s\(refused); wait longer with --timeout", .runtime)
        }
    }

    private func say(_ fix: Fix, _ latitude: Double, _ longitude: Double, _ landmarks: Landmarks, _ console: Console) throws {
        let map = try railway.load(console).map
        names.check(map, console)
        let report = NearbyReport(
            map, latitude: latitude, longitude: longitude, languages: names.languages,
            count: count)
        if json {
            print(Self.document(fix, latitude, longitude, report, landmarks).line)
            return
        }
        var place = "\(Self.degrees(latitude)), \(Self.degrees(longitude))"
        if let accuracy = fix.accuracy { place += ", within \(FigureText.distance(accuracy))" }
        if let altitude = fix.altitude { place += ", \(FigureText.number(altitude.rounded())) m high" }
        print(place)
        if let time = fix.time { print(time) }
        for point in landmarks.points(from: fix) {
            // A bearing that would round to 360 is printed as 0.
            let bearing = point.bearing.map { " at \(FigureText.number($0 < 359.5 ? $0.rounded() : 0))°" } ?? ""
            print("\(point.name): \(FigureText.distance(point.distance))\(bearing)")
        }
        for region in landmarks.regions(around: fix) { print("in \(region)") }
        guard let nearest = report.nearest else { return }
        if nearest > 100_000 { return console.say("The nearest known railway is \(FigureText.distance(nearest)) away.") }
        print(report.text)
    }

    /// The object of `--json`; points and regions are absent where none was given.
    private static func document(
        _ fix: Fix, _ latitude: Double, _ longitude: Double, _ report: NearbyReport, _ landmarks: Landmarks
    ) -> JSONValue {
        let points = landmarks.points(from: fix).map { point in
            JSONValue.object(known: [
                ("bearing", point.bearing.map(JSONValue.number)), ("distance", .number(point.distance)), ("name", .text(point.name)),
            ])
        }
        let regions = landmarks.regions(around: fix).map(JSONValue.text)
        return .object(known: [
            ("accuracy", fix.accuracy.map(JSONValue.number)), ("altitude", fix.altitude.map(JSONValue.number)),
            ("course", fix.course.map(JSONValue.number)), ("lat", .number(latitude)), ("lines", .array(report.lines.map(\.json))),
            ("lon", .number(longitude)), ("points", landmarks.points.isEmpty ? nil : .array(points)),
            ("regions", landmarks.regions.isEmpty ? nil : .array(regions)), ("speed", fix.speed.map(JSONValue.number)),
            ("stations", .array(report.stations.map(\.json))), ("time", fix.time.map { .text($0.description) }),
        ])
    }

    private static func degrees(_ value: Double) -> String { FigureText.number(value, 6) }
}
