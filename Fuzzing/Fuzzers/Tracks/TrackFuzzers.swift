// SPDX-License-Identifier: MIT
@testable import Tracking

extension Fuzzer {
    static let gpx = Fuzzer("gpx", also: ["Tests/Fixtures/gpx/*.gpx", "Tests/Fixtures/gpx/*/*.gpx", fixtures("gpx")]) { bytes in
        ReaderProperties.check(bytes, places: false) { source throws(InputFault) in try GPXReader(source) }
    }
    static let csv = Fuzzer("csv", also: [fixtures("csv")]) { bytes in
        ReaderProperties.check(bytes) { source throws(InputFault) in try CSVReader(source) }
    }
    static let jsonLines = Fuzzer("jsonl") { bytes in
        ReaderProperties.check(bytes) { source throws(InputFault) in try JSONLinesReader(source) }
    }
    /// The format is detected, missing times are filled in, and the track is followed to its end.
    static let anyTrack = Fuzzer("track", also: readers.flatMap(\.inputs)) { bytes in
        // The output of gpsbabel is not our concern; archives have their own fuzzer.
        let sniffed = try? TrackFormat.sniff(head: bytes.prefix(TrackFormat.headSize), source: "track")
        if sniffed == .fit || sniffed == .kmz { return }
        // Cut input would be detected by its first piece alone.
        ReaderProperties.checkWhole(bytes) { source throws(InputFault) in try TrackInput.open(source) }
        do throws(InputFault) {
            let pace = bytes.last.map { $0 & 1 == 1 } ?? false ? PaceClock(speed: 1.4) : nil
            let reader = TimedReader(try TrackInput.open(ByteSource(name: "track", bytes: bytes)), source: "track", pace: pace)
            var track = TickingTrack(reader)
            // Ticks fill hours of gaps: the first ones are enough.
            for _ in 0..<400 {
                guard let item = try track.next() else { break }
                guard case .update(let update) = item else { continue }
                UpdateProperties.check(update)
            }
        } catch { ReaderProperties.check(error, bytes) }
    }

    private static let readers = [gpx, csv, jsonLines, nmea, post, geoJSONTrack, google, kml, tcx, igc, mot]

    /// The inputs of TrackingTests with an ending.
    static func fixtures(_ ending: String) -> String { "Tests/TrackingTests/Fixtures/inputs/*.\(ending)" }
}
