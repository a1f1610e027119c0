// SPDX-License-Identifier: MIT
import Foundation
import Sonification

/// The example rides that come with the program.
enum ExampleRide: String, CaseIterable {
    case drive
    case hike
    case train

    private var file: String {
        switch self {
        case .drive: "visnjan-drive.gpx"
        case .hike: "zbevnica-hike.gpx"
        case .train: "yamanote-simulated.csv"
        }
    }

    /// The options of `play` and `render` with which the ride is demonstrated.
    var options: [String] {
        switch self {
        case .drive: ["--fit", "60"]
        case .hike: ["--fit", "60", "--preset", "hiker"]
        case .train: ["--fit", "60", "--to", "Shinjuku", "--captions", "-"]
        }
    }

    /// The path of the ride's file.
    /// - Throws: `Failure` if it did not come with the program.
    func path() throws -> String {
        let paths = ShippedFolders.named("examples").map { "\($0)/\(file)" }
        guard let path = paths.first(where: { FileManager.default.isReadableFile(atPath: $0) }) else {
            throw Failure(
                "the example ride is missing: there is no \(paths.joined(separator: " and no ")); install the package again, "
                    + "or play a track of your own with `amaoto play`", exitCode: ExitStatus.runtime)
        }
        return path
    }
}
