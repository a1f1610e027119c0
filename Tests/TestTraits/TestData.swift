// SPDX-License-Identifier: MIT
import Foundation

/// The locations of test data.
public enum TestData {
    /// The project's own folder.
    public static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Data in the repository; its README gives the source of each file.
    public static let fixtures = root.appendingPathComponent("Tests/Fixtures")

    /// The shipped map, as a file.
    public static let shippedMap = root.appendingPathComponent("Sources/CShippedFiles/greater-tokyo.sqlite")

    /// Data too large for the repository: in AMAOTO_TEST_DATA if set, else beside the project. A fresh clone has none; tests that
    /// need it are skipped.
    public static let beside =
        ProcessInfo.processInfo.environment["AMAOTO_TEST_DATA"].map { URL(fileURLWithPath: $0) }
        ?? root.deletingLastPathComponent().appendingPathComponent("shared/data")

    static func missing(_ paths: [String]) -> String? {
        let missing = paths.filter { !FileManager.default.fileExists(atPath: beside.appendingPathComponent($0).path) }
        guard !missing.isEmpty else { return nil }
        return
            "there is no \(missing.joined(separator: ", no ")) in \(beside.standardizedFileURL.path), where data too large for the repository goes; AMAOTO_TEST_DATA names another folder"
    }
}
