// SPDX-License-Identifier: MIT
import Foundation
import Sonification
import Tracking

@testable import Transport

/// Things made for tests.
enum Made {
    /// A strike every two seconds of the track and when the speed passes 10 m/s; the level follows the speed.
    static let preset = """
        preset: 1
        title: Test
        place: abstract
        base: { drops.rate: 1200, bed.pink: 0.02 }
        map:
          - { from: speed, unit: m/s, to: drops.level, domain: [0, 50], range: [-30, 0], smooth: { attack: 0.2, release: 0.2 } }
        events:
          - { on: every 2 s, play: { voice: wood, notes: [a4, e5], gap: 0.1, level: -12 } }
          - { on: speed crosses 10.5 m/s up, play: { voice: bell, notes: [c5], level: -12 }, priority: 9 }
          - { on: fix lost, play: { voice: glass, notes: [c4], level: -12 } }
          - { on: fix back, play: { voice: glass, notes: [g4], level: -12 } }
        """

    /// A tone alone.
    static let tone = """
        preset: 1
        title: Test
        place: abstract
        base: { drops.rate: 0, bed.pink: 0, bed.brown: 0, tone.level: -24, tone.frequency: 220, tone.shape: triangle }
        """

    static func performance(_ text: String = preset) throws -> Performance {
        let source = PresetSource(name: "test", file: "test.yaml", text: text)
        let check = PresetCheck(source, library: PresetLibrary(folders: []))
        guard let preset = check.preset else { throw PresetError(diagnostics: check.diagnostics) }
        return Performance(preset: preset)
    }

    /// Where the tracks' seconds begin, since 1970.
    private static let epoch = 1_767_225_600
    static func time(_ seconds: Double) -> TrackTime { TrackTime(nanoseconds: Int64(epoch) * 1_000_000_000 + Int64(seconds * 1e9)) }
    static func seconds(_ time: TrackTime) -> Double { time.seconds(since: Self.time(0)) }

    /// A line of CSV: a second of the track and the speed in m/s, which is that second unless it is given.
    static func row(_ second: Int, speed: Double? = nil) -> String { "\(epoch + second),\(speed ?? Double(second))\n" }
    static let header = "time,speed\n"
    static func rows(_ seconds: Int) -> String { header + (0...seconds).map { row($0) }.joined() }

    /// The movement of one of several tracks.
    struct Thing {
        var id: String
        var seconds: ClosedRange<Int>
        var speed: Double
    }
    static func row(_ second: Int, of id: String, speed: Double) -> String { "\(epoch + second),\(speed),\(id)\n" }
    static let headerOfThings = "time,speed,vehicle\n"

    /// A table of the fixes of all tracks, a second apart, by time.
    static func table(_ things: [Thing]) -> String {
        let rows = things.flatMap { thing in thing.seconds.map { (second: $0, row: row($0, of: thing.id, speed: thing.speed)) } }
        let order = rows.indices.sorted { (rows[$0].second, $0) < (rows[$1].second, $1) }
        return headerOfThings + order.map { rows[$0].row }.joined()
    }

    /// Reads recorded tracks; the first fault ends it.
    static func survey(_ inputs: [RideInput], _ preset: Preset) throws -> RideSurvey {
        try RideSurvey(of: inputs, preset: preset, isStrict: true, onFault: { _ in })
    }
}

/// A file that is removed with the test.
final class TemporaryFile {
    let path = NSTemporaryDirectory() + "amaoto-transport-\(UUID().uuidString).csv"
    init(_ text: String) throws { try text.write(toFile: path, atomically: true, encoding: .utf8) }
    deinit { unlink(path) }
}

/// A pipe whose reading end has a path.
final class Feed {
    private let pipe = Pipe()
    let path: String

    init() {
        // Never closed: a reading thread that opens the path late must not find another test's feed under the same number.
        path = "/proc/self/fd/\(dup(pipe.fileHandleForReading.fileDescriptor))"
    }

    func write(_ text: String) throws { try pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }
    func end() throws { try pipe.fileHandleForWriting.close() }
}

extension RideInput {
    init(_ file: TemporaryFile, choice: TrackChoice = .together) throws {
        try self.init(file.path, rereads: true)
        self.choice = choice
    }

    /// A pipe, played by the times of its fixes.
    init(_ feed: Feed) throws { try self.init(feed.path, rereads: false) }

    /// The same as of a live source with an address: its fixes are played as they arrive, whatever their times.
    init(playedOnArrival feed: Feed) {
        let path = feed.path
        self.init(live: "made") { () throws(InputFault) in
            try TrackInput.open(try ByteSource(path: path, title: "made"), reading: TrackReading())
        }
    }
}
