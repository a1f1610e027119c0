// SPDX-License-Identifier: MIT
import Foundation
import GRDB
import TestTraits
import Testing
import Tracking

@testable import Sessions

/// Fields of a fix beyond a place on Earth are stored, and files from older versions are read and appended to.
@Suite struct LaterColumnsTests {
    /// The table `fix` before it had planes, ids and "no fix".
    private static let former = """
        CREATE TABLE recording (
            id INTEGER PRIMARY KEY, source TEXT NOT NULL, created INTEGER NOT NULL, extraNames TEXT NOT NULL, ended INTEGER NOT NULL);
        CREATE TABLE fix (
            recording INTEGER NOT NULL REFERENCES recording (id), number INTEGER NOT NULL,
            time INTEGER, latitude REAL, longitude REAL, altitude REAL, speed REAL, course REAL, accuracy REAL,
            startsSegment INTEGER NOT NULL, extras BLOB, exact BLOB,
            distance REAL, activity TEXT, activityConfidence REAL, offTrain INTEGER, estimated INTEGER,
            railway TEXT, direction TEXT, station TEXT, phase TEXT, confidence REAL, trackLine TEXT NOT NULL,
            PRIMARY KEY (recording, number));
        CREATE TABLE event (
            recording INTEGER NOT NULL, number INTEGER NOT NULL, place INTEGER NOT NULL, name TEXT NOT NULL, subject TEXT,
            PRIMARY KEY (recording, number, place)) WITHOUT ROWID;
        CREATE TABLE session (
            id INTEGER PRIMARY KEY, recording INTEGER NOT NULL REFERENCES recording (id), firstFix INTEGER NOT NULL, lastFix INTEGER,
            ended TEXT, railways TEXT NOT NULL);
        CREATE INDEX sessionByRecording ON session (recording);
        CREATE TABLE activity (
            recording INTEGER NOT NULL, firstFix INTEGER NOT NULL, lastFix INTEGER NOT NULL, activity TEXT NOT NULL,
            start INTEGER NOT NULL, "end" INTEGER NOT NULL, confidence REAL,
            PRIMARY KEY (recording, firstFix)) WITHOUT ROWID;
        INSERT INTO recording VALUES (1, 'old.gpx', 1770000000, '["heart"]', 1);
        INSERT INTO fix (recording, number, time, latitude, longitude, speed, startsSegment, extras, trackLine)
            VALUES (1, 0, 1770000000000000000, 35.5, 139.5, 2.25, 0, x'0100010000000000405140', '{"old":0}'),
                (1, 1, 1770000001000000000, 35.51, 139.5, NULL, 1, NULL, '{"old":1}');
        INSERT INTO session VALUES (1, 1, 0, 1, 'end', '');
        PRAGMA application_id = 0x416D616F; PRAGMA user_version = 1;
        """

    private func old(_ folder: Folder) throws -> String {
        let path = folder.path("old.sqlite")
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { try $0.execute(sql: Self.former) }
        try queue.close()
        return path
    }

    @Test func aFormerFileIsReadAsItIs() throws {
        let folder = try Folder()
        let path = try old(folder)
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        let fixes = try Made.fixes(path)
        #expect(fixes.map(\.latitude) == [35.5, 35.51] && fixes[0].extras == [69] && fixes[0].speed == 2.25 && fixes[1].startsSegment)
        #expect(fixes.allSatisfy { $0.track == nil && $0.plane == nil && !$0.isNoFix })
        #expect(
            String(decoding: try Made.export(path, .csv).bytes, as: UTF8.self).hasPrefix(
                "time,lat,lon,ele,speed,course,accuracy,heart,activity")
        )
        #expect(String(decoding: try Made.export(path, .jsonl).bytes, as: UTF8.self) == "{\"old\":0}\n{\"old\":1}\n")
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before && folder.names == ["old.sqlite"])
    }

    @Test func aFormerFileIsAddedTo() async throws {
        let folder = try Folder()
        let path = try old(folder)
        let former = try Made.fixes(path)
        var stage = Fix()
        stage.time = Made.time(0)
        stage.plane = PlanePoint(x: 1.5, y: -0.0)
        stage.track = "anna"
        // A reader opened before the change goes on.
        let early = try SessionStore(path)
        _ = try await Made.record([Made.update(stage)], to: path)
        #expect(try Made.fixes(path).map(Made.bits) == [stage].map(Made.bits))
        #expect(try Made.fixes(path, session: 1).map(Made.bits) == former.map(Made.bits))
        #expect(try early.fixes(of: early.range(session: nil), from: 0).map(\.fix).map(Made.bits) == [stage].map(Made.bits))
        _ = try await Made.record([Made.update(stage)], to: path)
        #expect(try SessionStore(path).sessions().count == 3)
    }

    @Test func thingsOfAPictureComeBack() async throws {
        let folder = try Folder()
        let mot =
            "1,3,900,400,100,200,0.5,-1,-1,-1\n1,4,10,20,30,40,0.25,-1,-1,-1\n2,3,910.5,400,100,200,1,-1,-1,-1\n2,-1,5,5,10,10,1,-1,-1,-1\n"
        var reading = TrackReading()
        reading.frameRate = 25
        let (names, fixes) = try Made.read(Array(mot.utf8), "made", reading: reading)
        #expect(fixes.count == 4 && fixes[0].track == "3" && fixes[3].track == nil)
        let path = folder.path("mot.sqlite")
        var tracker = MotionTracker(extraNames: names)
        let updates = fixes.map { tracker.process($0) }
        _ = try await Made.record(updates, extraNames: names, to: path)
        #expect(try Made.fixes(path).map(Made.bits) == fixes.map(Made.bits))
        let (csv, report) = try Made.export(path, .csv)
        let text = String(decoding: csv, as: UTF8.self)
        #expect(text.hasPrefix("time,track_id,x_m,y_m,ele,") && report == .init(fixes: 4, leftOut: 0))
        let back = try Made.read(csv, "made")
        #expect(
            back.fixes.map(\.track) == fixes.map(\.track) && back.fixes.map(\.plane) == fixes.map(\.plane)
                && back.fixes.map(\.time) == fixes.map(\.time))
        // One with an id and one without are two tracks, which GPX would join.
        #expect { try Made.export(path, .gpx) } throws: { ($0 as? SessionError)?.kind == .mixed }
        let lines = Made.lines(updates)
        #expect(try Made.export(path, .jsonl).bytes == lines && String(decoding: lines, as: UTF8.self).contains("\"id\":\"3\""))
    }

    /// A live track whose clock is set back is replayed as recorded: it starts again. A file's track does not.
    @Test(arguments: [true, false]) func aClockSetBackIsReplayed(isLive: Bool) async throws {
        let folder = try Folder()
        let path = try old(folder)
        let seconds = (0..<20).map(Double.init) + (0..<20).map { Double($0) - 3000 }
        let fixes = seconds.enumerated().map { Made.fix($1, metres: Double($0) * 10) }
        func track(_ reader: any FixReader, _ isLive: Bool) throws -> [TrackerUpdate] {
            var track = TickingTrack(TimedReader(reader, source: "made", isOfLiveAddress: isLive))
            var updates: [TrackerUpdate] = []
            while case .update(let update)? = try track.next() { updates.append(update) }
            return updates
        }
        let told = try track(GivenFixes(fixes: fixes[...]), isLive)
        // From the third fix after the step on, or as far as before it.
        let metres = try #require(told.last?.channels[.distance]?.number)
        #expect((metres < 180) == isLive)
        let recorder = try SessionRecorder(path, source: "made")
        recorder.begin(extraNames: [], restartsOnClockReset: isLive)
        for update in told { await recorder.record(update) }
        try recorder.finish()
        #expect(try track(SessionReader(path), false) == told)
    }

    private struct GivenFixes: FixReader {
        let extraNames: [String] = []
        var fixes: ArraySlice<Fix>

        mutating func next() throws(InputFault) -> ReaderItem? { fixes.popFirst().map { .fix($0) } }
    }

    /// A receiver that reports "no fix" is replayed as recorded: lost at once, and back.
    @Test func noFixIsReplayed() async throws {
        let folder = try Folder()
        var fixes = (0..<20).map { Made.fix(Double($0), metres: Double($0) * 10) }
        for second in 5..<12 {
            fixes[second] = Fix()
            fixes[second].time = Made.time(Double(second))
            fixes[second].isNoFix = true
        }
        var tracker = MotionTracker()
        let updates = fixes.map { tracker.process($0) }
        let path = folder.path("s.sqlite")
        _ = try await Made.record(updates, to: path)
        var again = MotionTracker()
        let replayed = try Made.fixes(path).map { again.process($0) }
        #expect(replayed == updates)
        #expect(replayed.flatMap(\.events).map(\.name) == ["fix lost", "fix back"])
        #expect(String(decoding: try Made.export(path, .csv).bytes, as: UTF8.self).contains("accuracy,no_fix,activity"))
    }
}
