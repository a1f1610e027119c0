// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing
import Tracking

@testable import Sessions

/// An export equals the recording.
@Suite struct ExportTests {
    /// Fixes as from receivers, with all the digits of a double.
    private static func fixes(_ count: Int) -> [Fix] {
        var random = SplitMix(seed: 5)
        return (0..<count).map { index in
            var fix = Fix()
            fix.time = TrackTime(nanoseconds: Made.start.nanoseconds + Int64(index) * 1_000_000_001)
            fix.latitude = Double.random(in: -90...90, using: &random)
            fix.longitude = Double.random(in: -180...180, using: &random)
            if index % 3 != 0 { fix.altitude = Double.random(in: -400...9000, using: &random) }
            if index % 4 != 0 {
                fix.speed = [0, 1e-7, .leastNonzeroMagnitude, 33.3, 1e22, Double.random(in: 0...90, using: &random)][index % 6]
            }
            if index % 5 != 0 { fix.course = Double.random(in: 0..<360, using: &random) }
            if index % 2 != 0 { fix.accuracy = Double.random(in: 0...100, using: &random) }
            fix.extras = [Double.random(in: 40...200, using: &random), index % 7 == 0 ? nil : -1e-9 * Double(index)]
            fix.startsSegment = index > 0 && index % 50 == 0
            return fix
        }
    }

    @Test func gpxReadsBackBitForBit() async throws {
        let folder = try Folder(), path = folder.path("s.sqlite")
        let fixes = Self.fixes(500)
        _ = try await Made.record(fixes.map { Made.update($0) }, extraNames: ["heart", "dose"], to: path)
        let back = try Made.read(Made.export(path, .gpx).bytes, "out.gpx")
        #expect(back.names == ["heart", "dose"])
        #expect(back.fixes.count == fixes.count)
        for (after, before) in zip(back.fixes, fixes) where Made.bits(after) != Made.bits(before) {
            Issue.record("\(before) became \(after)")
        }
    }

    @Test func csvReadsBackBitForBit() async throws {
        let folder = try Folder(), path = folder.path("s.sqlite")
        let fixes = Self.fixes(500)
        _ = try await Made.record(
            fixes.map { Made.update($0, activity: "train", line: "JR, \"the\" Loop") }, extraNames: ["heart", "dose, mSv"], to: path)
        let bytes = try Made.export(path, .csv).bytes
        let back = try Made.read(bytes, "out.csv")
        #expect(Array(back.names.prefix(2)) == ["heart", "dose, mSv"])
        for (before, var after) in zip(fixes, back.fixes) {
            after.extras = Array(after.extras.prefix(2))
            // A table has no segments.
            after.startsSegment = before.startsSegment
            #expect(Made.bits(after) == Made.bits(before))
        }
        #expect(back.fixes.count == fixes.count)
        #expect(String(decoding: bytes, as: UTF8.self).contains("train,\"JR, \"\"the\"\" Loop\","))
    }

    @Test func jsonLinesAreThoseOfTrack() async throws {
        let folder = try Folder(), path = folder.path("s.sqlite")
        var tracker = MotionTracker(extraNames: ["heart", "dose"])
        let updates = Self.fixes(300).map { tracker.process($0) }
        _ = try await Made.record(updates, extraNames: ["heart", "dose"], to: path)
        #expect(try Made.export(path, .jsonl).bytes == Made.lines(updates))
    }

    @Test func namesThatXMLDoesNotAllowAreReadBack() async throws {
        let folder = try Folder(), path = folder.path("s.sqlite")
        let names = ["heart rate (bpm)", "1st", "name", "脈拍", "a&b<c>", ""]
        var fix = Made.fix(0)
        fix.extras = [1, 2, 3, 4, 5, 6]
        _ = try await Made.record([Made.update(fix)], extraNames: names, to: path)
        let back = try Made.read(Made.export(path, .gpx).bytes, "out.gpx")
        #expect(back.names == ["heart_rate__bpm_", "_1st", "name_", "脈拍", "a_b_c_", "_"])
        #expect(back.fixes.first?.extras == [1, 2, 3, 4, 5, 6])
    }

    /// An export that is cut short is a document too.
    @Test func aGPXThatIsCutShortIsClosed() async throws {
        let folder = try Folder(), path = folder.path("s.sqlite")
        _ = try await Made.record((0..<2500).map { Made.update(Made.fix(Double($0))) }, to: path)
        let store = try SessionStore(path)
        var bytes: [UInt8] = []
        let report = try SessionExport(store, store.range(session: nil), as: .gpx, title: "x").write {
            bytes += $0
            return false
        }
        #expect(report.fixes == 1000)
        #expect(try Made.read(bytes, "cut.gpx").fixes.count == 1000)
    }

    @Test func whatGPXCannotHoldIsCounted() async throws {
        let folder = try Folder(), path = folder.path("s.sqlite")
        var blind = Fix()
        blind.time = Made.time(1)
        blind.speed = 3
        _ = try await Made.record([Made.fix(0), blind, Made.fix(2)].map { Made.update($0) }, to: path)
        #expect(try Made.export(path, .gpx).report == SessionExport.Report(fixes: 3, leftOut: 1))
    }

    /// Also before a mark that combines with the quote.
    @Test func quotesInATableAreDoubled() {
        let line = SessionTable.line(["a\"b", "\"\u{301}", "c"])
        #expect(Array(line.unicodeScalars) == Array("\"a\"\"b\",\"\"\"\u{301}\",c\n".unicodeScalars))
    }
}
