// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing
import Tracking

/// Every recorded log against the reports that gpsd made of it.
@Suite(.waiting) struct NMEAAgainstGPSDTests {
    struct Report: Decodable {
        let `class`: String
        let mode: Int?
        let time: String?
        let lat, lon, speed, track, altMSL, altHAE: Double?
    }

    /// gpsd's last report of each time, in order; it reports a time several times until it has learnt how the epochs end.
    private static func reports(_ log: URL) throws -> [Report] {
        let data = try Data(contentsOf: log.appendingPathExtension("chk"))
        var reports: [Report] = []
        for line in data.split(separator: 0x0A) where line.first == 0x7B {
            guard let report = try? JSONDecoder().decode(Report.self, from: line), report.class == "TPV", report.time != nil else {
                continue
            }
            if reports.last?.time == report.time { reports.removeLast() }
            reports.append(report)
        }
        return reports
    }

    private static let logs = [
        "bu303-climbing", "bu303-moving", "bu303-nofix", "bu353-glonass", "gr601-w", "humminbird-M37", "mtk-3301", "navika-100-fix",
        "nmea-fuzzy-cases",
        "rgm3800", "tn200", "ublox-neo-m9n-nmea",
    ]

    @Test(arguments: logs) func fixesAreThoseOfGPSD(_ name: String) throws {
        let log = TestData.fixtures.appendingPathComponent("nmea/\(name).log")
        let reports = try Self.reports(log)
        let reading = TestTracks.read(file: log)
        #expect(reading.faults.isEmpty, "\(reading.faults)")
        let positions = reading.fixes.filter { !$0.isNoFix }
        let expected = reports.filter { ($0.mode ?? 0) >= 2 }
        if expected.isEmpty { #expect(reading.thrown?.kind == .noFix && positions.isEmpty) } else { #expect(reading.thrown == nil) }
        // Where no RMC has the speed, gpsd takes a VTG of another time or computes it from positions; here it is the epoch's own.
        let text = String(decoding: try Data(contentsOf: log), as: UTF8.self)
        let ownSpeeds = Set(
            text.split(whereSeparator: \.isNewline).filter { $0.dropFirst(3).hasPrefix("RMC") }.map {
                $0.split(separator: ",")[1].prefix(6)
            })
        let isBinary = !text.contains("RMC,")
        var next = 0
        for report in expected {
            let place = "\(name) \(report.time ?? "")"
            guard let index = positions[next...].firstIndex(where: { $0.time?.description == report.time }) else {
                Issue.record("\(place) is missing")
                continue
            }
            next = index + 1
            let fix = positions[index]
            let latitude = try #require(fix.latitude), longitude = try #require(fix.longitude)
            #expect(abs(latitude - (report.lat ?? 0)) < 6e-10 && abs(longitude - (report.lon ?? 0)) < 6e-10, "\(place)")
            #expect(fix.extras[0] == report.mode.map(Double.init), "\(place)")
            let clock = (report.time ?? "").dropFirst(11).prefix(8).filter { $0 != ":" }
            if isBinary || ownSpeeds.contains(where: { $0 == clock }) {
                #expect(abs((fix.speed ?? -1) - (report.speed ?? -1)) < 6e-4, "\(place)")
                // At standstill the binary protocol has no direction; gpsd makes it 0.
                if fix.speed != 0 || !isBinary { #expect(abs((fix.course ?? -1) - (report.track ?? -1)) < 6e-5, "\(place)") }
            }
            if let altitude = isBinary ? report.altHAE : report.altMSL { #expect(abs((fix.altitude ?? 0) - altitude) < 1e-3, "\(place)") }
        }
        // Nothing is invented: every extra fix is of an epoch for which gpsd had no date yet, or which it skipped.
        #expect(positions.count <= expected.count + 2, "\(name)")
        let lost = Set(reading.fixes.filter(\.isNoFix).compactMap { $0.time?.description })
        if !positions.isEmpty {
            for report in reports where report.mode == 1 { #expect(lost.contains(report.time ?? ""), "\(name) \(report.time ?? "")") }
        }
    }

    /// The logs of another project's tests, against gpsd itself: each of its fixes equals ours, to its last digit.
    @Test(.needs("gpsdecode"), arguments: [("nmea1", 992), ("nmea_with_sat_info", 35), ("nmea2", 0)])
    func aeroRustsLogsGiveGPSDsFixes(_ name: String, count: Int) throws {
        let log = TestData.fixtures.appendingPathComponent("nmea/aerorust/\(name).log")
        let reports = try GPSDecode.reports(of: Data(contentsOf: log))
        // gpsd has no date yet for the first epoch of each.
        try #require(reports.count == count)
        let fixes = Dictionary(grouping: TestTracks.read(file: log).fixes.filter { !$0.isNoFix }) { $0.time?.description ?? "" }
        for (time, report) in reports {
            let fix = try #require(fixes[time]?.first, "\(time) is missing")
            #expect(fixes[time]?.count == 1, "\(time)")
            #expect(
                abs((fix.latitude ?? 99) - (report.lat ?? 0)) < 6e-10 && abs((fix.longitude ?? 199) - (report.lon ?? 0)) < 6e-10, "\(time)")
            #expect(fix.extras[0] == report.mode.map(Double.init), "\(time)")
            if let altitude = report.altMSL { #expect(abs((fix.altitude ?? 0) - altitude) < 1e-3, "\(time)") }
            if let speed = report.speed { #expect(abs((fix.speed ?? -1) - speed) < 6e-4, "\(time)") }
            if let track = report.track { #expect(abs((fix.course ?? -1) - track) < 6e-5, "\(time)") }
        }
    }

    /// Against the sentences themselves: every epoch with a position, and none without.
    @Test func aeroRustsLogs() throws {
        let folder = TestData.fixtures.appendingPathComponent("nmea/aerorust")
        for (name, count) in [("nmea1.log", 993), ("nmea_with_sat_info.log", 36)] {
            let log = folder.appendingPathComponent(name)
            let reading = TestTracks.read(file: log)
            #expect(reading.thrown == nil && reading.faults.isEmpty)
            let lines = String(decoding: try Data(contentsOf: log), as: UTF8.self).split(whereSeparator: \.isNewline).map {
                $0.split(separator: ",", omittingEmptySubsequences: false)
            }
            let valid = lines.filter { $0[0].hasSuffix("RMC") && $0[2] == "A" }
            try #require(valid.count == count && reading.fixes.count == count)
            for (fix, fields) in zip(reading.fixes, valid) {
                func degrees(_ text: Substring, _ letter: Substring) -> Double {
                    let point = text.firstIndex(of: ".") ?? text.endIndex
                    let minutes = text.index(point, offsetBy: -2)
                    let value = (Double(text[..<minutes]) ?? 0) + (Double(text[minutes...]) ?? 0) / 60
                    return letter == "S" || letter == "W" ? -value : value
                }
                #expect(fix.latitude == degrees(fields[3], fields[4]) && fix.longitude == degrees(fields[5], fields[6]))
                #expect(abs((fix.speed ?? -1) * 3600 / 1852 - (Double(fields[7]) ?? -1)) < 1e-9)
                #expect(fix.course == Double(fields[8]))
                let day = fields[9]
                let clock = fields[1]
                let wanted =
                    "20\(day.suffix(2))-\(day.dropFirst(2).prefix(2))-\(day.prefix(2))T\(clock.prefix(2)):\(clock.dropFirst(2).prefix(2)):\(clock.dropFirst(4).prefix(2))"
                #expect(fix.time?.description.hasPrefix(wanted) == true)
            }
        }
        let nothing = TestTracks.read(file: folder.appendingPathComponent("nmea2.log"))
        #expect(nothing.thrown?.kind == .noFix && nothing.thrown?.message.contains("2 times") == true)
    }
}
