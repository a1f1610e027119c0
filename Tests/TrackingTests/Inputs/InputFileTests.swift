// SPDX-License-Identifier: MIT
import Foundation
import Testing

/// Every file in Fixtures/inputs is read as the files beside it specify, line by line. A new case needs two files and no code.
@Suite struct InputFileTests {
    /// If set, a case without an expectation gets the current reading, for review.
    private static let variable = "AMAOTO_WRITE_EXPECTED"

    @Test(arguments: InputFile.all) func itIsReadAsExpected(_ file: InputFile) throws {
        let reading = InputReading(of: file.path, in: InputFile.folder)
        guard let expected = try file.expected() else {
            if ProcessInfo.processInfo.environment[Self.variable] != nil {
                try file.write(reading)
                Issue.record("\(file.name): its expectation is written; review it")
            } else {
                Issue.record("\(file.name): nothing is expected of it; \(Self.variable)=1 writes what is read")
            }
            return
        }
        compare(reading.fixes, expected.fixes, "\(file.name).jsonl")
        compare(reading.words, expected.words, "\(file.name).fault")
    }

    private func compare(_ read: [String], _ expected: [String], _ place: String) {
        for (number, (read, expected)) in zip(read, expected).enumerated() where !matches(read, expected) {
            Issue.record("\(place):\(number + 1): read\n\(read)\nexpected\n\(expected)")
            return
        }
        guard read.count != expected.count else { return }
        let next = (read.count > expected.count ? read : expected)[min(read.count, expected.count)]
        Issue.record("\(place): \(read.count) lines are read, \(expected.count) expected; the first of the rest is\n\(next)")
    }

    /// `…` matches words of other programs, which change with their versions.
    private func matches(_ read: String, _ expected: String) -> Bool {
        let parts = expected.split(separator: "…", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let last = parts.dropFirst().first else { return read == expected }
        return read.count >= first.count + last.count && read.hasPrefix(first) && read.hasSuffix(last)
    }

    @Test func thereAreManyOfEveryFormat() {
        #expect(InputFile.all.count >= 60)
        let endings = Set(InputFile.all.map { URL(fileURLWithPath: $0.name).pathExtension })
        #expect(
            endings.isSuperset(of: [
                "nmea", "sirf", "gpx", "tcx", "kml", "kmz", "fit", "geojson", "google", "csv", "jsonl", "phones", "mot", "gz",
            ]))
    }
}
