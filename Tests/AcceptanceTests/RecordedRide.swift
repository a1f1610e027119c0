// SPDX-License-Identifier: MIT
import Foundation
import Railways
import TestTraits
import Testing
import Tracking

/// One of the simulated journeys with its ground truth.
struct RecordedRide: Sendable {
    let id: String
    let category: String
    let legs: [Leg]
    let happenings: [Happening]
    let fixes: [Fix]
    /// One row per second from `firstSecond` on.
    let truth: [Second]
    let firstSecond: Double

    struct Leg: Decodable, Sendable {
        let railway: String
        /// The railways that no position could distinguish.
        let plausible: [String]
        let passed: [String]
        let unix0: Double
        let unix1: Double
    }

    struct Happening: Decodable, Sendable {
        let event: String
        let unix: Double
        let station: String?
    }

    struct Second: Sendable {
        let unix: Double
        let mode: String
        let railway: String
        let station: String
    }

    static let folder = TestData.beside.appendingPathComponent("journeys")
    static let all = Result { try read() }

    /// The truth at a given time.
    func truth(at unix: Double) -> Second {
        truth[min(max(Int((unix - firstSecond).rounded(.toNearestOrEven)), 0), truth.count - 1)]
    }

    /// The leg at a given time on the train.
    func leg(at unix: Double) -> Leg? { legs.first { $0.unix0 <= unix && unix < $0.unix1 + 2 } ?? legs.last }

    private struct Entry: Decodable {
        let id: String
        let category: String
        let legs: [Leg]
        let events: [Happening]
    }

    private static func read() throws -> [RecordedRide] {
        let entries = try JSONDecoder().decode([Entry].self, from: Data(contentsOf: folder.appendingPathComponent("journeys.json")))
        return try entries.map { entry in
            var reader = try TrackInput.open(ByteSource(path: folder.appendingPathComponent("\(entry.id).csv").path))
            var fixes: [Fix] = []
            while let item = try reader.next() { if case .fix(let fix) = item { fixes.append(fix) } }
            let rows = try String(contentsOf: folder.appendingPathComponent("\(entry.id).truth.csv"), encoding: .utf8)
                .split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
            let head = try #require(rows.first)
            let places = try ["unix", "mode", "railway", "station"].map { try #require(head.firstIndex(of: $0)) }
            let truth = try rows.dropFirst().map { row in
                Second(
                    unix: try #require(Double(row[places[0]])), mode: row[places[1]], railway: row[places[2]],
                    station: row[places[3]])
            }
            return RecordedRide(
                id: entry.id, category: entry.category, legs: entry.legs, happenings: entry.events, fixes: fixes, truth: truth,
                firstSecond: try #require(truth.first).unix)
        }
    }
}

extension Fix {
    /// Seconds since 1970.
    var unix: Double { Double(time?.nanoseconds ?? 0) / 1e9 }
}
