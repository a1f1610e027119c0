import Foundation
import TestTraits
import Testing

import Tracking

/// Where the recorded data lies, and ways to read a whole input.
enum TestTracks {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static func files(_ folder: String, ending: String, in place: URL = TestData.fixtures) throws -> [URL] {
        let found = try #require(FileManager.default.enumerator(at: place.appendingPathComponent(folder), includingPropertiesForKeys: nil))
        return found.compactMap { $0 as? URL }.filter { $0.pathExtension == ending }.sorted { $0.path < $1.path }
    }

    /// What a tracker sees of the simulated rides.
    static func rides(in place: URL = TestData.fixtures) throws -> [URL] {
        try files("journeys", ending: "csv", in: place).filter { !$0.path.hasSuffix(".truth.csv") }
    }

    struct Reading {
        var names: [String] = []
        var fixes: [Fix] = []
        var faults: [InputFault] = []
        var thrown: InputFault?
    }

    static func read(_ text: String, format: TrackFormat? = nil) -> Reading { read(Array(text.utf8), format: format) }

    static func read(_ bytes: [UInt8], format: TrackFormat? = nil) -> Reading {
        read { () throws(InputFault) in try TrackInput.open(ByteSource(name: "made", bytes: bytes), format: format) }
    }

    /// The same bytes, so many at a time.
    static func read(_ text: String, piecesOf size: Int) -> Reading {
        read { () throws(InputFault) in try TrackInput.open(source(Array(text.utf8), piecesOf: size)) }
    }

    /// Bytes that come so many at a time.
    static func source(_ bytes: [UInt8], piecesOf size: Int) -> ByteSource {
        var rest = bytes[...]
        return ByteSource(name: "made") { space in
            let piece = rest.prefix(min(size, space.count))
            rest = rest.dropFirst(piece.count)
            space.copyBytes(from: piece)
            return piece.count
        }
    }

    static func read(_ text: String, reading: TrackReading) -> Reading { read(Array(text.utf8), reading: reading) }

    static func read(_ bytes: [UInt8], reading: TrackReading) -> Reading {
        read { () throws(InputFault) in try TrackInput.open(ByteSource(name: "made", bytes: bytes), reading: reading) }
    }

    static func read(file: URL) -> Reading { read { () throws(InputFault) in try TrackInput.open(file.path) } }

    private static func read(_ open: () throws(InputFault) -> any FixReader) -> Reading {
        var reading = Reading()
        do throws(InputFault) {
            var reader = try open()
            reading.names = reader.extraNames
            while let item = try reader.next() {
                switch item {
                case .fix(let fix): reading.fixes.append(fix)
                case .fault(let fault): reading.faults.append(fault)
                }
            }
        } catch { reading.thrown = error }
        return reading
    }

    static func gpx(_ points: String, head: String = "") -> String {
        "<?xml version=\"1.0\"?>\n\(head)<gpx version=\"1.1\" xmlns=\"http://www.topografix.com/GPX/1/1\">\n<trk><trkseg>\n\(points)\n</trkseg></trk></gpx>\n"
    }

    /// Every item of a ticking track over made bytes.
    static func follow(_ text: String, pace: PaceClock? = nil, isLive: Bool = false) throws -> (updates: [TrackerUpdate], faults: [InputFault], tally: InputTally) {
        let reader = try TrackInput.open(ByteSource(name: "made", bytes: Array(text.utf8)))
        var track = TickingTrack(TimedReader(reader, source: "made", pace: pace), isLive: isLive)
        var updates: [TrackerUpdate] = []
        var faults: [InputFault] = []
        while let item = try track.next() {
            switch item {
            case .update(let update): updates.append(update)
            case .fault(let fault): faults.append(fault)
            }
        }
        return (updates, faults, track.tally)
    }
}

extension SplitMix {
    /// Standard normal (Box-Muller).
    mutating func normal() -> Double {
        let u = Double.random(in: Double.leastNormalMagnitude..<1, using: &self)
        let v = Double.random(in: 0..<1, using: &self)
        return (-2 * log(u)).squareRoot() * cos(2 * .pi * v)
    }
}
