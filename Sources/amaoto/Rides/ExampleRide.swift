// SPDX-License-Identifier: MIT
import Foundation
import Sonification

/// The example rides that come with the program.
enum ExampleRide: String, CaseIterable {
    case drive, hike, train

    /// The ride's file, and the options with which it is demonstrated.
    private var shown: (file: String, options: [String]) {
        switch self {
        case .drive: ("visnjan-drive.gpx", ["--fit", "60"])
        case .hike: ("zbevnica-hike.gpx", ["--fit", "60", "--preset", "hiker"])
        case .train: ("yamanote-simulated.csv", ["--fit", "60", "--to", "Shinjuku", "--captions", "-"])
        }
    }

    /// The arguments of `play` and `render` that demonstrate the ride.
    /// - Throws: `Failure` if its file did not come with the program.
    func arguments() throws -> [String] {
        let (file, options) = shown
        let paths = ShippedFolders.named("examples").map { "\($0)/\(file)" }
        guard let path = paths.first(where: { FileManager.default.isReadableFile(atPath: $0) }) else {
            throw Failure(
                "the example ride is missing: there is no \(paths.joined(separator: " and no ")); install the package again, "
                    + "or play a track of your own with `amaoto play`", exitCode: ExitStatus.runtime)
        }
        return [path] + options
    }
}
