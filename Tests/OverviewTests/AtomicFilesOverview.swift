import AtomicFiles
import Foundation
// SPDX-License-Identifier: MIT
import Testing

/// The example of AtomicFiles's overview.
struct AtomicFilesOverview {
    @Test func example() async throws {
        // example begins
        let path = NSTemporaryDirectory() + "report-\(UUID().uuidString).json"
        defer { try? FileManager.default.removeItem(atPath: path) }

        var claims = OutputClaims()
        claims.write(path, as: "--report")
        try claims.check()

        let file = try AtomicFile(path, claims)
        try file.write(#"{"drops":1200}"#.utf8)
        let isVisibleEarly = FileManager.default.fileExists(atPath: path)
        try file.finish()
        // example ends
        #expect(!isVisibleEarly)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == #"{"drops":1200}"#)
        #expect(!FileManager.default.fileExists(atPath: file.partial))
    }
}
