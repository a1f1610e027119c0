import Foundation

/// Where the data is that tests read.
public enum TestData {
    /// The project's own folder.
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// What is in the repository; its README says where each file comes from.
    public static let fixtures = root.appendingPathComponent("Tests/Fixtures")

    /// The map that ships, as a file.
    public static let shippedMap = root.appendingPathComponent("Sources/CGreaterTokyo/greater-tokyo.sqlite")

    /// What is too large for the repository: where AMAOTO_TEST_DATA says, else beside the project.
    public static let beside = ProcessInfo.processInfo.environment["AMAOTO_TEST_DATA"].map { URL(fileURLWithPath: $0) }
        ?? root.deletingLastPathComponent().appendingPathComponent("shared/data")

    static func missing(_ paths: [String]) -> String? {
        let missing = paths.filter { !FileManager.default.fileExists(atPath: beside.appendingPathComponent($0).path) }
        guard !missing.isEmpty else { return nil }
        return "there is no \(missing.joined(separator: ", no ")) in \(beside.standardizedFileURL.path), where data too large for the repository goes; AMAOTO_TEST_DATA names another folder"
    }
}
