// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing
import Tracking

@Suite struct TrackInputTests {
    @Test func whatCannotBeReadIsSaidWithItsRemedy() throws {
        let folder = try Folder()
        func thrown(_ path: String) -> InputFault? {
            do throws(InputFault) {
                _ = try TrackInput.open(ByteSource(path: path))
                return nil
            } catch { return error }
        }
        let missing = try #require(thrown(folder.path("no.gpx")))
        #expect(
            missing.kind == .unreadable && missing.message == "no such file"
                && missing.description.hasSuffix("no.gpx: no such file; check the name and the folder"))
        #expect(thrown(folder.url.path)?.message == "is a directory")
        let file = try folder.write("", to: "a.gpx")
        #expect(thrown(file.path)?.message == "the input is empty")
        try Data((0..<512).map { UInt8($0 % 256) }).write(to: file)
        #expect(thrown(file.path)?.kind == .unknownFormat)
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file.path)
        if geteuid() != 0 { #expect(thrown(file.path)?.message == "permission denied") }
    }

    @Test func formatsAreSniffedAndWhatIsNoneIsToldWhatThereIs() throws {
        #expect(TestTracks.read("\n  <gpx><trk><trkseg><trkpt lat='1' lon='2'/></trkseg></trk></gpx>").fixes.count == 1)
        #expect(TestTracks.read("# first\n\ntime,lat,lon\n0,1,2\n").fixes.count == 1)
        #expect(TestTracks.read("{\"time\":0,\"lat\":1,\"lon\":2}").fixes.count == 1)
        #expect(TestTracks.read("[{\"time\":0,\"lat\":1,\"lon\":2}]").fixes.count == 1)
        #expect(TestTracks.read([0x50, 0x4B, 3, 4, 0, 0]).thrown?.message.contains("not a zip archive") == true)
        #expect(TestTracks.read("noise\n$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A\n").fixes.count == 1)
        for text in ["hello\n", "\u{0}\u{1}\u{2}", "   \n"] {
            let fault = try #require(TestTracks.read(text).thrown)
            #expect(fault.kind == .unknownFormat)
        }
        #expect(TestTracks.read("hello\n").thrown?.remedy.contains("gpx, nmea, gpsd, csv, jsonl") == true)
        #expect(TestTracks.read("hello\n", format: .csv).thrown?.kind == .missing)
        #expect(TestTracks.read("hello\n", format: .gpx).thrown?.kind == .noFix)
        #expect(TestTracks.read("", format: .csv).thrown?.kind == .noFix)
    }

    @Test func theRepositorysJourneysAreRead() throws { try Self.areRead(TestTracks.rides(), count: 13) }

    @Test(.needs(data: "journeys")) func everyJourneyIsRead() throws { try Self.areRead(TestTracks.rides(in: TestData.beside), count: 41) }

    /// Each simulated journey is read to its end, field by field, against a plain split of its lines.
    private static func areRead(_ files: [URL], count: Int) throws {
        try #require(files.count == count)
        for file in files {
            let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
            let reading = TestTracks.read(file: file)
            #expect(reading.faults.isEmpty && reading.thrown == nil && reading.names.isEmpty)
            try #require(reading.fixes.count == rows.count)
            for (fix, row) in zip(reading.fixes, rows) {
                let fields = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
                #expect(fix.time?.description == fields[0])
                var expected = fields[1...].map(Double.init)
                if expected[3] == 360 { expected[3] = 0 }
                #expect([fix.latitude, fix.longitude, fix.speed, fix.course, fix.accuracy] == expected)
            }
        }
    }

    /// A live source gives its first fixes while it is still open.
    @Test func aPipeIsNotWaitedForToItsEnd() throws {
        let pipe = Pipe()
        pipe.fileHandleForWriting.write(Data("{\"time\":0,\"lat\":1,\"lon\":2}\n{\"time\":1,\"lat\":1,\"lon\":2}\n".utf8))
        var reader = try TrackInput.open(ByteSource(path: "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"))
        #expect(try reader.next() != nil)
        #expect(try reader.next() != nil)
        try pipe.fileHandleForWriting.close()
        #expect(try reader.next() == nil)
    }
}
