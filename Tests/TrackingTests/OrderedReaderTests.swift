// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import Tracking

/// A recorded input comes in time order, whatever the order of its pieces.
@Suite struct OrderedReaderTests {
    struct Reading {
        var fixes: [Fix] = []
        var faults: [InputFault] = []
        var thrown: InputFault?
        var tally = InputTally()
        var seconds: [Int] { fixes.map { Int(($0.time?.nanoseconds ?? -1) / 1_000_000_000) } }
    }

    private static func read(_ text: String, choice: TrackChoice = .together) -> Reading {
        var reading = Reading()
        do throws(InputFault) {
            let input = try TrackInput.open(ByteSource(name: "made", bytes: Array(text.utf8)))
            let ordered = OrderedReader(input, source: "made", choice: choice)
            var reader = TimedReader(ordered, source: "made", separatesTracks: choice == .separate)
            defer { reading.tally = reader.tally }
            while let item = try reader.next() {
                switch item {
                case .fix(let fix): reading.fixes.append(fix)
                case .fault(let fault): reading.faults.append(fault)
                }
            }
        } catch { reading.thrown = error }
        return reading
    }

    private static func text(_ second: Int) -> String { TrackTime(nanoseconds: Int64(second) * 1_000_000_000).description }

    /// A ride in one of the formats, each piece in a separate container.
    private static func file(_ format: String, _ pieces: [[Int]]) -> String {
        func place(_ second: Int) -> (latitude: String, longitude: String) { ("\(48 + Double(second % 1000) * 1e-4)", "11.5") }
        switch format {
        case "gpx":
            let segments = pieces.map { piece in
                "<trkseg>" + piece.map { "<trkpt lat=\"\(place($0).latitude)\" lon=\"11.5\"><time>\(text($0))</time></trkpt>" }.joined()
                    + "</trkseg>"
            }
            return "<?xml version=\"1.0\"?><gpx version=\"1.1\"><trk>\(segments.joined())</trk></gpx>"
        case "kml tracks":
            let tracks = pieces.map { piece in
                "<Placemark><gx:Track>" + piece.map { "<when>\(text($0))</when>" }.joined()
                    + piece.map { "<gx:coord>11.5 \(place($0).latitude) 0</gx:coord>" }.joined() + "</gx:Track></Placemark>"
            }
            return "<?xml version=\"1.0\"?><kml xmlns:gx=\"x\"><Document>\(tracks.joined())</Document></kml>"
        case "kml folders":
            let folders = pieces.map { piece in
                "<Folder>"
                    + piece.map {
                        "<Placemark><TimeStamp><when>\(text($0))</when></TimeStamp><Point><coordinates>11.5,\(place($0).latitude)</coordinates></Point></Placemark>"
                    }.joined() + "</Folder>"
            }
            return "<?xml version=\"1.0\"?><kml><Document>\(folders.joined())</Document></kml>"
        case "tcx":
            let laps = pieces.map { piece in
                "<Track>"
                    + piece.map {
                        "<Trackpoint><Time>\(text($0))</Time><Position><LatitudeDegrees>\(place($0).latitude)</LatitudeDegrees><LongitudeDegrees>11.5</LongitudeDegrees></Position></Trackpoint>"
                    }.joined() + "</Track>"
            }
            return
                "<?xml version=\"1.0\"?><TrainingCenterDatabase><Activities><Activity><Lap>\(laps.joined())</Lap></Activity></Activities></TrainingCenterDatabase>"
        case "geojson":
            let features = pieces.map { piece in
                "{\"type\":\"Feature\",\"properties\":{\"coordTimes\":[" + piece.map { "\"\(text($0))\"" }.joined(separator: ",")
                    + "]},\"geometry\":{\"type\":\"LineString\",\"coordinates\":["
                    + piece.map { "[11.5,\(place($0).latitude)]" }.joined(separator: ",") + "]}}"
            }
            return "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
        case "nmea":
            func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
            return pieces.joined().map { second in
                let day = text(second)
                let date = "\(day.dropFirst(8).prefix(2))\(day.dropFirst(5).prefix(2))\(day.dropFirst(2).prefix(2))"
                let clock = "\(two(second / 3600 % 24))\(two(second / 60 % 60))\(two(second % 60))"
                return NMEAReaderTests.sentence("GPRMC,\(clock),A,48\(two(second % 60)).000,N,01131.000,E,022.4,084.4,\(date),003.1,W")
            }.joined()
        case "jsonl": return pieces.joined().map { "{\"time\":\"\(text($0))\",\"lat\":\(place($0).latitude),\"lon\":11.5}\n" }.joined()
        default: return "time,lat,lon\n" + pieces.joined().map { "\(text($0)),\(place($0).latitude),11.5\n" }.joined()
        }
    }

    private static let noon = 1_714_564_800
    private static func day(_ number: Int, _ count: Int = 40) -> [Int] { (0..<count).map { noon + number * 86_400 + $0 } }

    /// The second day before the first, and a day between two others: nothing is late, and the sorting is reported.
    @Test(arguments: ["gpx", "kml tracks", "kml folders", "tcx", "geojson", "nmea", "jsonl", "csv"])
    func wholePiecesArePutInOrder(_ format: String) {
        for days in [[1, 0], [2, 0, 1], [2, 1, 0], [0, 2, 1]] {
            let reading = Self.read(Self.file(format, days.map { Self.day($0) }))
            #expect(reading.seconds == days.sorted().flatMap { Self.day($0) }, "\(days)")
            #expect(reading.thrown == nil && reading.faults.isEmpty && reading.tally.late == 0 && reading.tally.fixes == days.count * 40)
            let pieces = zip(days, days.dropFirst()).count { $0 > $1 } + 1
            #expect(reading.tally.notes == ["made: \(pieces) stretches were out of time order and have been sorted"])
        }
    }

    /// Every break in the file is kept, including one before the file's first piece.
    @Test func breaksStayBreaks() {
        let reading = Self.read(Self.file("gpx", [Self.day(2), Self.day(0), Self.day(1)]))
        #expect(reading.fixes.indices.filter { reading.fixes[$0].startsSegment } == [0, 40, 80])
    }

    /// As gpsbabel writes a track with waypoints: a waypoint that was stored after the ride precedes it.
    @Test func aFolderOfWaypointsBeforeTheTrackCostsNoFix() {
        let reading = Self.read(Self.file("kml folders", [[Self.noon + 90_000], Self.day(0, 31)]))
        #expect(reading.seconds == Self.day(0, 31) + [Self.noon + 90_000] && reading.tally.late == 0)
        // Points without a time, and waypoints of GPX, do not interfere either.
        let points = Self.day(0, 5).map { "<trkpt lat=\"48\" lon=\"11\"><time>\(Self.text($0))</time></trkpt>" }.joined()
        let gpx =
            "<gpx><wpt lat=\"1\" lon=\"2\"><time>2030-01-01T00:00:00Z</time></wpt><wpt lat=\"1\" lon=\"2\"/>"
            + "<trk><trkseg><trkpt lat=\"48\" lon=\"11\"/><trkpt lat=\"48\" lon=\"11\"/></trkseg><trkseg>\(points)</trkseg></trk></gpx>"
        let mixed = Self.read(gpx)
        #expect(mixed.seconds == Self.day(0, 5) && mixed.faults.map(\.kind) == [.untimed])
    }

    /// Overlapping pieces are merged by time; of equal times the first in the file comes first.
    @Test func overlappingPiecesAreMerged() {
        let reading = Self.read(
            "time,lat,lon\n" + [0, 2, 4, 6].map { "\($0),1,2\n" }.joined() + [1, 2, 3].map { "\($0),50,60\n" }.joined())
        #expect(reading.seconds == [0, 1, 2, 2, 3, 4, 6] && reading.tally.duplicates == 1 && reading.tally.late == 0)
        #expect(reading.fixes.map(\.latitude) == [1, 50, 1, 50, 50, 1, 1])
    }

    @Test func eachTrackHasItsOwnOrder() {
        func rows(_ rows: [(String, Int)]) -> String { "time,track_id,lat,lon\n" + rows.map { "\($0.1),\($0.0),1,2\n" }.joined() }
        // One after the other is in order for both.
        let behind = ["a", "b"].flatMap { id in (0..<20).map { (id, $0) } }
        let asItStands = Self.read(rows(behind), choice: .separate)
        #expect(asItStands.seconds == behind.map(\.1) && asItStands.tally.notes.isEmpty && asItStands.tally.late == 0)
        // One of them is out of order.
        let broken = (0..<20).map { ("a", $0) } + (10..<20).map { ("b", $0) } + (0..<10).map { ("b", $0) }
        for choice in [TrackChoice.separate, .only("a"), .only("b"), .separate] {
            let reading = Self.read(rows(broken), choice: choice)
            for id in ["a", "b"] {
                let found = reading.fixes.filter { $0.track == id }.compactMap { $0.time?.nanoseconds }
                #expect(found == found.sorted() && (found.count == 20 || choice == .only(id == "a" ? "b" : "a")), "\(choice)")
            }
            #expect(reading.tally.late == 0 && reading.tally.notes.count == (choice == .only("a") ? 0 : 1))
        }
        // Together they are one track.
        #expect(Self.read(rows(behind)).seconds == (0..<20).flatMap { [$0, $0] })
    }

    /// Two riders in one document, at the same time: each is a track, whichever of them began first. Days one after the other stay
    /// one track, in whatever order.
    @Test(arguments: ["gpx", "kml", "tcx", "geojson"])
    func tracksAtTheSameTimeAreSeparate(_ format: String) {
        let anna = Self.day(0, 40)
        for start in [-5, 5] {
            let ben = anna.map { $0 + start }
            let text = Self.document(format, [("anna", anna), ("ben", ben), ("anna", Self.day(1)), ("ben", Self.day(1))])
            let ids = format == "tcx" ? ["1", "2"] : ["anna", "ben"]
            let reading = Self.read(text, choice: .separate)
            #expect(Set(reading.fixes.map(\.track)) == Set(ids))
            for (id, seconds) in zip(ids, [anna + Self.day(1), ben + Self.day(1)]) {
                #expect(reading.fixes.filter { $0.track == id }.map { Int(($0.time?.nanoseconds ?? 0) / 1_000_000_000) } == seconds)
                #expect(Self.read(text, choice: .only(id)).seconds == seconds)
            }
            #expect(reading.tally.late == 0 && reading.tally.notes.isEmpty)
            let together = Self.read(text)
            #expect(together.fixes.allSatisfy { $0.track == nil }, "together they are one")
            // Which is said, since they take turns in it.
            #expect(
                together.tally.notes.count { $0.contains("read as one: \(ids.joined(separator: ", "));") } == 1, "\(together.tally.notes)")
        }
        let days = Self.read(Self.document(format, [("b", Self.day(1)), ("a", anna), ("c", Self.day(2))]), choice: .separate)
        #expect(days.seconds == anna + Self.day(1) + Self.day(2) && days.fixes.allSatisfy { $0.track == nil })
    }

    /// A document with several tracks.
    private static func document(_ format: String, _ tracks: [(name: String, seconds: [Int])]) -> String {
        let inner = tracks.map { track in
            let whole = format == "kml" ? "kml tracks" : format
            let piece = file(whole, [track.seconds])
            let (begin, end) =
                switch format {
                case "gpx": ("<trk>", "</trk>")
                case "kml": ("<Placemark>", "</Placemark>")
                case "tcx": ("<Activity>", "</Activity>")
                default: ("{\"type\":\"Feature\"", "}]}")
                }
            guard let first = piece.firstRange(of: begin), let last = piece.ranges(of: end).last else { return "" }
            let content = piece[first.upperBound..<last.lowerBound]
            switch format {
            case "geojson": return begin + content.replacing("{\"coordTimes\"", with: "{\"name\":\"\(track.name)\",\"coordTimes\"") + "}"
            case "tcx": return begin + content + end
            default: return begin + "<name>\(track.name)</name>" + content + end
            }
        }
        switch format {
        case "gpx": return "<gpx>\(inner.joined())<wpt lat=\"1\" lon=\"2\"><name>home</name></wpt></gpx>"
        case "kml": return "<kml xmlns:gx=\"x\"><Document>\(inner.joined())</Document></kml>"
        case "tcx": return "<TrainingCenterDatabase><Activities>\(inner.joined())</Activities></TrainingCenterDatabase>"
        default: return "{\"type\":\"FeatureCollection\",\"features\":[\(inner.joined(separator: ","))]}"
        }
    }

    /// Input in order is passed on unchanged, even after buffering in a temporary file.
    @Test func whatIsInOrderIsGivenAsItStands() {
        for count in [500, 20_000] {
            let text =
                Self.file("csv", [Self.day(0, count)]) + "nonsense,1,2\n"
                + Self.file("csv", [Self.day(1, 3)]).drop { $0 != "\n" }.dropFirst()
            let plain = TestTracks.read(text)
            let reading = Self.read(text)
            #expect(
                reading.fixes == plain.fixes && reading.fixes.count == count + 3 && reading.faults == plain.faults
                    && reading.faults.count == 1)
            #expect(reading.tally.notes.isEmpty)
        }
        let long = Self.read(Self.file("csv", [Self.day(1, 10_000), Self.day(0, 10_000)]))
        #expect(long.seconds == Self.day(0, 10_000) + Self.day(1, 10_000))
    }

    /// A clock that is set back while the track continues does not start another piece: its fixes keep their order, and are late.
    @Test func aClockThatIsSetBackStaysAsItWas() throws {
        func csv(_ seconds: [Int]) -> String {
            "time,lat,lon\n" + seconds.enumerated().map { "\($1),\(1 + Double($0) * 1e-4),2\n" }.joined()
        }
        let start = Self.day(0, 30)
        for (name, seconds) in [
            ("leap seconds", start + (0..<60).map { Self.noon + 30 - 17 + $0 }),
            ("at the end", start + (0..<9).map { Self.noon + 30 - 14 + $0 }),
            ("a time zone", start + start.map { $0 + 30 - 3600 } + start.map { $0 + 60 }),
            ("weeks", start + start.map { $0 + 30 - 619_315_200 }),
            ("a minute", start + Self.day(0, 90).map { $0 + 90 } + Self.day(0, 200).map { $0 + 110 }),
        ] {
            let plain = try TimeOrderTests.read(csv(seconds))
            let reading = Self.read(csv(seconds))
            #expect(reading.seconds.map(Int64.init) == plain.times && reading.tally == plain.tally && reading.tally.late > 0, "\(name)")
        }
        // The same elsewhere, after a break, or as a straggler, is another piece.
        let elsewhere = csv(start) + start.map { "\($0 + 15),30,2\n" }.joined()
        #expect(Self.read(elsewhere).tally.late == 0)
        #expect(Self.read(csv(Array(0..<20) + [21, 20, 22] + Array(23..<30))).tally.late == 0)
    }

    /// However a ride is cut and its pieces are shuffled, it comes in order; sorting through a file equals sorting in memory.
    @Test func anyShuffleOfPiecesIsPutInOrder() throws {
        var random = SplitMix(seed: 11)
        for _ in 0..<60 {
            let seconds = Self.day(0, Int.random(in: 2..<400, using: &random))
            var pieces: [[Int]] = []
            var rest = seconds[...]
            while !rest.isEmpty {
                let count = Int.random(in: 1...rest.count, using: &random)
                pieces.append(Array(rest.prefix(count)))
                rest = rest.dropFirst(count)
            }
            pieces.shuffle(using: &random)
            let format = ["gpx", "csv", "geojson", "jsonl"].randomElement(using: &random) ?? "csv"
            let reading = Self.read(Self.file(format, pieces))
            #expect(reading.seconds == seconds && reading.tally.late == 0, "\(format) \(pieces.map(\.count))")
        }
        for most in [1, 300, 5000, 1 << 20] {
            var sorter = FixSorter(source: "made", most: most)
            var added: [(key: TrackTime, fix: Fix)] = []
            for index in 0..<2000 {
                var fix = Fix()
                let key = TrackTime(nanoseconds: Int64.random(in: -500...500, using: &random))
                if index % 2 == 0 { fix.time = key }
                if index % 3 == 0 { (fix.latitude, fix.longitude) = (.random(in: -90...90, using: &random), -0.0) }
                if index % 5 == 0 { fix.plane = PlanePoint(x: 1.5, y: Double(index)) }
                if index % 7 == 0 { (fix.altitude, fix.speed, fix.course, fix.accuracy) = (1, 2, 3, .infinity) }
                if index % 4 == 0 { fix.extras = [nil, Double(index), nil] }
                if index % 11 == 0 { fix.track = "雨 \(index)" }
                (fix.startsSegment, fix.isNoFix) = (index % 6 == 0, index % 8 == 0)
                added.append((key, fix))
                try sorter.add(fix, key: key)
            }
            try sorter.end()
            let expected = added.enumerated().sorted { ($0.element.key, $0.offset) < ($1.element.key, $1.offset) }.map(\.element.fix)
            var found: [Fix] = []
            while let fix = try sorter.next() { found.append(fix) }
            #expect(found == expected, "\(most)")
        }
    }

    /// Faults come first, and a fatal one follows the fixes before it.
    @Test func faultsComeBeforeWhatIsSorted() {
        let text = "time,lat,lon\n5,1,2\nnonsense,1,2\n6,1,2\n1,1,2\n,1,2\n2,1,2\n"
        let reading = Self.read(text)
        #expect(reading.seconds == [1, 2, 5, 6] && reading.faults.map(\.line) == [3, 6] && reading.tally.faults == 2)
        #expect(Self.read("time,lat,lon\nnonsense,1,2\n").thrown?.kind == .noFix)
    }
}
