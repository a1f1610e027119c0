// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import Tracking

/// Tables as programs export them: Fixtures/csv has each, and expected.tsv its result or the reason for its refusal.
@Suite struct CSVHeadTests {
    struct Sample: CustomTestStringConvertible {
        let fields: [String]
        var name: String { fields[0] }
        var testDescription: String { "\(fields[0]): \(fields[1])" }
    }

    private static let folder = TestData.root.appendingPathComponent("Tests/TrackingTests/Fixtures/csv")

    static var samples: [Sample] {
        let text = (try? String(contentsOf: folder.appendingPathComponent("expected.tsv"), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { Sample(fields: $0.components(separatedBy: "\t")) }
    }

    @Test func thereAreManyAndEachFileIsExpected() throws {
        #expect(Self.samples.count >= 60)
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter { $0.hasSuffix(".csv") }
        #expect(Set(files) == Set(Self.samples.map { "\($0.name).csv" }))
    }

    @Test(arguments: samples) func itIsReadRightOrRefusedWithItsRemedy(_ sample: Sample) throws {
        let reading = TestTracks.read(file: Self.folder.appendingPathComponent("\(sample.name).csv"))
        if sample.fields[2] == "refused" {
            let thrown = try #require(reading.thrown, "\(reading.fixes)")
            #expect(thrown.description.contains(sample.fields[3]), "\(thrown)")
            #expect(reading.fixes.isEmpty)
            return
        }
        try #require(sample.fields.count == 7)
        #expect(reading.thrown == nil && reading.faults.isEmpty, "\(reading.thrown?.description ?? "") \(reading.faults)")
        #expect("\(reading.fixes.count)" == sample.fields[2])
        let first = try #require(reading.fixes.first)
        #expect(first.time?.description == sample.fields[3])
        let (latitude, longitude) = try #require(zip2(Double(sample.fields[4]), Double(sample.fields[5])))
        // A grid's formulas are accurate to a few metres.
        let tolerance = ["utm", "lv95", "lv03", "osgb"].contains(sample.name) ? 5e-5 : 1e-6
        #expect(abs((first.latitude ?? .nan) - latitude) < tolerance && abs((first.longitude ?? .nan) - longitude) < tolerance, "\(first)")
        guard let speed = Double(sample.fields[6]) else {
            #expect(first.speed == nil)
            return
        }
        #expect(abs((first.speed ?? .nan) - speed) < 0.006, "\(first)")
    }

    private func zip2(_ a: Double?, _ b: Double?) -> (Double, Double)? { if let a, let b { (a, b) } else { nil } }
}
