// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// The real gpsd's decoder for a log.
enum GPSDecode {
    struct Report: Decodable {
        let `class`: String
        let mode: Int?
        let time: String?
        let lat, lon, speed, track, altMSL: Double?
    }

    /// gpsd's fixes of a log: its last report of each time at which it has a position.
    static func reports(of log: Data) throws -> [String: Report] {
        var reports: [String: Report] = [:]
        for line in try ProgramRun.output(of: ["gpsdecode"], input: log).split(separator: 0x0A) {
            guard let report = try? JSONDecoder().decode(Report.self, from: line), report.class == "TPV", (report.mode ?? 0) >= 2,
                report.lat != nil, let time = report.time
            else { continue }
            reports[time] = report
        }
        return reports
    }
}
