// SPDX-License-Identifier: MIT
import Foundation
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
        let place = FileManager.default.temporaryDirectory.appendingPathComponent("amaoto-\(UUID().uuidString)")
        try log.write(to: place)
        defer { try? FileManager.default.removeItem(at: place) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["gpsdecode"]
        process.standardInput = try FileHandle(forReadingFrom: place)
        process.standardError = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        var reports: [String: Report] = [:]
        for line in data.split(separator: 0x0A) {
            guard let report = try? JSONDecoder().decode(Report.self, from: line), report.class == "TPV", (report.mode ?? 0) >= 2,
                report.lat != nil, let time = report.time
            else { continue }
            reports[time] = report
        }
        return reports
    }
}
