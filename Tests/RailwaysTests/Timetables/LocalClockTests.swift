// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing
import Tracking

@testable import Railways

/// Time zones against the system's own `date`.
@Suite(.computing) struct LocalClockTests {
    /// Zones with and without summer time, in both hemispheres, of half hours, and whose summer time is below their usual one.
    @Test(arguments: [
        "Europe/Berlin", "Asia/Tokyo", "America/New_York", "Australia/Sydney", "Asia/Kolkata", "Africa/Casablanca", "Europe/Dublin",
        "America/Nuuk", "Australia/Lord_Howe", "America/Sao_Paulo", "Asia/Jerusalem", "Etc/GMT+5", "UTC",
    ]) func offsetsAreThoseOfTheSystem(_ zone: String) throws {
        let clock = try #require(TimeZoneFile.clock(of: zone))
        // Every 9.7 days from 2001 to 2058, and the hours around each change.
        var moments = stride(from: 978_307_200, to: 2_777_000_000, by: 838_080).map { Int64($0) }
        for change in clock.changes where change.since > 978_307_200 { moments += [change.since - 1, change.since, change.since + 1] }
        let list = moments.map { "@\($0)" }.joined(separator: "\n")
        let scratch = try Folder()
        let file = try scratch.write(list, to: "moments").path
        let offsets = try ShellLine.output(of: "TZ=\(zone) date -f \(file) +%:::z").split(separator: "\n")
        #expect(offsets.count == moments.count)
        for (moment, text) in zip(moments, offsets) {
            let sign = text.first == "-" ? -1 : 1
            let wanted = zip(text.dropFirst().split(separator: ":").compactMap { Int($0) }, [3_600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
            let found = clock.seconds(at: TrackTime(nanoseconds: moment * 1_000_000_000)) - Double(moment)
            #expect(found == Double(sign * wanted), "\(zone) at \(moment)")
            if found != Double(sign * wanted) { break }
        }
    }

    @Test func anUnknownZoneIsNone() {
        for name in ["", "Middle/Earth", "../../../etc/passwd", "/etc/passwd", "Europe", "Europe/Ber\u{0}lin", "tzdata.zi"] {
            #expect(TimeZoneFile.clock(of: name) == nil, "\(name)")
        }
    }

    @Test func aRuleThatIsNoneIsLeftOut() {
        for text in [
            "", "UTC0", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0", "CETCEST,M3.5.0,M10.5.0", "CET-1CEST,J60,J300",
        ] { #expect(ClockRule(text) == nil, "\(text)") }
        #expect(ClockRule("<-02>2<-01>,M3.5.0/-1,M10.5.0/0")?.changes.count == 122)
    }
}
