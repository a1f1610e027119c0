// SPDX-License-Identifier: MIT
import Testing
import Tracking

/// A track with impossible speeds has been misread.
@Suite struct PossibleSpeedTests {
    private func read(_ rows: [String], holds: Bool = true) -> (fixes: Int, thrown: InputFault?) {
        var fixes = 0
        do throws(InputFault) {
            let text = "time,lat,lon,speed\n" + rows.joined(separator: "\n") + "\n"
            var reader = SpeedCheckReader(
                try TrackInput.open(ByteSource(name: "made", bytes: Array(text.utf8))), source: "made", holds: holds)
            while let item = try reader.next() { if case .fix = item { fixes += 1 } }
            return (fixes, nil)
        } catch { return (fixes, error) }
    }

    /// Every third fix on the other side of the Earth; days that are read as seconds.
    @Test func aThirdIsRefusedBeforeAnyFixIsGiven() throws {
        let jumps = read((0..<300).map { "\($0),\($0 % 3 == 2 ? -35 : 35),139," })
        #expect(jumps.fixes == 0)
        let thrown = try #require(jumps.thrown)
        #expect(
            thrown.kind == .outOfRange && thrown.source == "made" && thrown.message.contains("faster than 12 km/s")
                && thrown.remedy.contains("rename"))
        let days = read((0..<20).map { "\(100 + Double($0) / 86_400),\(35 + Double($0) * 1e-4),139," })
        #expect(days.fixes == 0 && days.thrown?.kind == .outOfRange)
        #expect(read((0..<10).map { "\($0),\(35 + Double($0) * 1e-4),139,40000" }).thrown?.kind == .outOfRange)
    }

    /// Two riders far apart in one document: as one track they jump, and the remedy is to choose one.
    @Test func ridersFarApartCanBeChosen() throws {
        let riders = [("anna", 35.5, 139.5), ("ben", 48.5, 2.5)].map { name, latitude, longitude in
            let points = (0..<9).map {
                "<trkpt lat=\"\(latitude + Double($0) * 1e-4)\" lon=\"\(longitude)\"><time>2026-01-05T05:49:0\($0)Z</time></trkpt>"
            }
            return "<trk><name>\(name)</name><trkseg>\(points.joined())</trkseg></trk>"
        }
        func read(_ choice: TrackChoice) throws -> Int {
            let input = try TrackInput.open(ByteSource(name: "made", bytes: Array("<gpx>\(riders.joined())</gpx>".utf8)))
            var reader = SpeedCheckReader(OrderedReader(input, source: "made", choice: choice), source: "made", holds: true)
            var fixes = 0
            while let item = try reader.next() { if case .fix = item { fixes += 1 } }
            return fixes
        }
        #expect(try read(.separate) == 18 && read(.only("ben")) == 9)
        let thrown = #expect(throws: InputFault.self) { try read(.together) }
        #expect(thrown?.remedy.contains("--only ID") == true)
    }

    /// A stream is refused once the first hundred fixes are there.
    @Test func whatDoesNotWaitIsRefusedAfterTheFirstHundred() {
        let jumps = read((0..<300).map { "\($0),\($0 % 2 == 1 ? -35 : 35),139," }, holds: false)
        #expect(jumps.thrown?.kind == .outOfRange && jumps.fixes <= 101)
    }

    /// Two senders of one id: a stream of the present goes on, and a recording of it is refused.
    @Test func aLiveStreamIsNotRefused() {
        let start = Double(TrackTime.now.nanoseconds) * 1e-9
        let senders = (0..<300).map { "\(start + Double($0)),\($0 % 2 == 1 ? -35 : 35),139," }
        let live = read(senders, holds: false)
        #expect(live.thrown == nil && live.fixes == 300)
        #expect(read(senders).thrown?.kind == .outOfRange)
    }

    /// A track that goes wrong later is refused at its end, judged by all its fixes.
    @Test func theWholeIsJudgedAtItsEnd() {
        let late = read((0..<600).map { "\($0),\($0 > 200 && $0 % 2 == 1 ? -35 : 35),139," })
        #expect(late.thrown?.kind == .outOfRange && late.fixes > 100)
    }

    /// Some jumps, a spacecraft, two receivers within a millisecond, and fixes of equal times are not misreadings.
    @Test func whatCanBeIsRead() {
        #expect(read((0..<300).map { "\($0),\($0 % 20 == 2 ? -35 : 35),139," }).thrown == nil)
        #expect(read((0..<300).map { "\($0),0,\(-170 + Double($0) * 0.0682),7600" }).thrown == nil)
        #expect(read((0..<300).map { "\(Double($0 / 2) + Double($0 % 2) * 0.001),\($0 % 2 == 1 ? 35.0002 : 35),139," }).thrown == nil)
        #expect(read((0..<300).map { "\($0 / 10),\(35 + Double($0 % 10) * 1e-3),139," }).thrown == nil)
        #expect(read(["0,35,139,", "1,-35,139,"]).thrown == nil)
    }
}
