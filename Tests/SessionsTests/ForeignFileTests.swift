// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import TestTraits
import Testing
import Tracking

@testable import Sessions

/// Foreign or damaged files: a clear error, and the file is unchanged.
@Suite struct ForeignFileTests {
    private static func kind(_ path: String) -> SessionError.Kind? {
        do throws(SessionError) {
            _ = try SessionStore(path, patience: 0.2).sessions()
            return nil
        } catch { return error.kind }
    }

    private static func writingKind(_ path: String) -> SessionError.Kind? {
        do throws(SessionError) {
            try SessionRecorder(path, source: "made").finish()
            return nil
        } catch { return error.kind }
    }

    @Test func otherFilesAreNamedAndLeftAsTheyAre() throws {
        let folder = try Folder()
        let cases: [(name: String, content: Data, reading: SessionError.Kind, writing: SessionError.Kind?)] = [
            ("ride.gpx", Data("<gpx/>".utf8), .foreign, .foreign), ("empty.sqlite", Data(), .foreign, nil),
            ("short", Data("SQLite for".utf8), .foreign, .foreign),
            ("header.sqlite", Data("SQLite format 3\0".utf8) + Data(repeating: 0xA5, count: 5000), .foreign, .unwritable),
        ]
        for test in cases {
            let path = folder.path(test.name)
            try test.content.write(to: URL(fileURLWithPath: path))
            #expect(Self.kind(path) == test.reading, "\(test.name)")
            if let writing = test.writing {
                #expect([writing, .foreign, .damaged].contains(Self.writingKind(path)), "\(test.name)")
                #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == test.content, "\(test.name)")
            } else {
                #expect(Self.writingKind(path) == nil)
            }
        }
        #expect(Self.kind(folder.path("none.sqlite")) == .unreadable)
        #expect(Self.kind(folder.url.path) == .unreadable)
        #expect(Self.writingKind(folder.url.path) == .unwritable)
        #expect(Self.writingKind(folder.path("no/such/folder.sqlite")) == .unwritable)
    }

    @Test func aRailwayDatabaseIsCalledThat() throws {
        let folder = try Folder(), path = folder.path("railway.sqlite")
        try DatabaseQueue(path: path).write { database in
            try database.execute(sql: "CREATE TABLE railway (id TEXT); CREATE TABLE station (id TEXT)")
        }
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        let error = #expect(throws: SessionError.self) { try SessionStore(path) }
        #expect(error?.kind == .foreign)
        #expect(error?.description.contains("railway database") == true && error?.remedy.contains("--railways") == true)
        #expect(Self.writingKind(path) == .foreign)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }

    @Test func aNewerFileIsNotTouched() async throws {
        let folder = try Folder(), path = folder.path("s.sqlite")
        _ = try await Made.record(Made.journey([("train", 10, 20)]), to: path)
        try OtherProgram(path).execute("PRAGMA user_version = 7")
        #expect(Self.kind(path) == .newer)
        #expect(Self.writingKind(path) == .newer)
        let fault = #expect(throws: InputFault.self) { try SessionReader(path) }
        #expect(fault?.message.contains("version 7") == true)
    }

    @Test(arguments: [
        "UPDATE fix SET trackLine = x'00ff' WHERE number = 3", "UPDATE session SET firstFix = 'first'", "UPDATE fix SET extras = x'ffff'",
        "UPDATE fix SET exact = x'0100'", "UPDATE recording SET extraNames = 'none'", "UPDATE recording SET source = 5, extraNames = '[1]'",
        "UPDATE session SET railways = x'80', lastFix = 1e300", "UPDATE activity SET start = 'then', activity = 4", "DROP TABLE event",
        "UPDATE fix SET latitude = 'north', time = 'noon', speed = x'00'", "DELETE FROM fix",
        "PRAGMA foreign_keys = OFF; DELETE FROM recording",
        "UPDATE session SET lastFix = 9223372036854775807; UPDATE fix SET number = 9223372036854775807 WHERE number = 3",
        "UPDATE session SET firstFix = 9000, lastFix = -5", "UPDATE session SET firstFix = -9223372036854775808",
        "UPDATE session SET lastFix = 9223372036854775807, firstFix = 0", "PRAGMA foreign_keys = OFF; UPDATE session SET recording = 77",
    ]) func aFileChangedByHandIsNeverATrap(change: String) async throws {
        let folder = try Folder(), path = folder.path("s.sqlite")
        _ = try await Made.record(Made.journey([("train", 10, 20), ("walking", 1, 100)]), to: path)
        try OtherProgram(path).execute(change)
        // It answers or reports an error; both are acceptable.
        for question in [
            { _ = try SessionStore(path).sessions().map(\.fixes) }, { _ = try SessionStore(path).session(nil) },
            { _ = try Made.fixes(path) },
            { _ = try Made.fixes(path, session: 1) },
            {
                let store = try SessionStore(path)
                _ = try store.activities(of: store.range(session: nil))
            },
            {
                let store = try SessionStore(path)
                for format in SessionFormat.allCases {
                    _ = try SessionExport(store, store.session(nil).range, as: format, title: "x").write { _ in true }
                }
            },
        ] as [() throws -> Void] {
            do { try question() } catch { #expect(error is SessionError || error is InputFault, "\(error)") }
        }
    }

    @Test func aSessionThatEndsBeforeItBeginsIsDamage() async throws {
        let folder = try Folder(), path = folder.path("s.sqlite")
        _ = try await Made.record(Made.journey([("train", 10, 20)]), to: path)
        try OtherProgram(path).execute("UPDATE session SET firstFix = 7, lastFix = 3")
        #expect(Self.kind(path) == .damaged)
    }

    @Test func aDamagedFileIsNeverATrap() async throws {
        let folder = try Folder(), path = folder.path("s.sqlite")
        _ = try await Made.record(Made.journey([("train", 10, 400), ("walking", 1, 100)]), to: path)
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        var random = SplitMix(seed: 11)
        for trial in 0..<150 {
            var bytes = whole
            if trial % 5 == 0 { bytes = bytes.prefix(Int.random(in: 0..<bytes.count, using: &random)) }
            for _ in 0..<Int.random(in: 0...40, using: &random) where !bytes.isEmpty {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let copy = folder.path("\(trial).sqlite")
            try bytes.write(to: URL(fileURLWithPath: copy))
            do {
                _ = try SessionStore(copy, patience: 0.1).sessions()
                _ = try Made.fixes(copy)
                let store = try SessionStore(copy, patience: 0.1)
                _ = try store.events(of: store.range(session: nil))
            } catch { #expect(error is SessionError || error is InputFault, "\(error)") }
        }
    }
}
