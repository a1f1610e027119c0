// SPDX-License-Identifier: MIT
import Tracking

/// The channels that a preset can name before any input is opened.
public enum ChannelTable {
    /// The channels derived from motion alone.
    public static let motion = MotionTracker.channels()
    /// The channels added by a tracker with a railway database.
    public static let railway: [Channel] = [
        Channel(name: "line", dimension: .category, unit: "", help: "The id of the railway line."),
        Channel(
            name: "line.colour", dimension: .plain, unit: "",
            help: "0 to 7: lines that meet have different ones where eight suffice."),
        Channel(name: "direction", dimension: .category, unit: "", help: "The id of the direction along the line."),
        Channel(
            name: "direction.side", dimension: .plain, unit: "",
            help: "-1 or 1: the two directions of a line; lines side by side agree."),
        Channel(name: "phase", dimension: .category, unit: "", help: "upcoming, approaching or visiting."),
        Channel(name: "station", dimension: .category, unit: "", help: "The id of the next or present station."),
        Channel(
            name: "activity", dimension: .category, unit: "",
            help: "stationary, walking, cycling, automotive, train or unknown."),
        Channel(name: "activityConfidence", dimension: .plain, unit: "", help: "How sure the activity is, 0 to 1."),
        Channel(name: "runnerUp", dimension: .category, unit: "", help: "The id of the line that comes second."),
        Channel(name: "previousStation", dimension: .category, unit: "", help: "The id of the station before."),
        Channel(name: "previousPhase", dimension: .category, unit: "", help: "What became of it: visited or passed."),
        Channel(name: "distanceToStation", dimension: .length, unit: "m", help: "Way to the next station, along the line."),
        Channel(name: "timeToStation", dimension: .duration, unit: "s", help: "Time to the next station."),
        Channel(name: "confidence", dimension: .plain, unit: "", help: "How sure the line is, 0 to 1."),
        Channel(name: "estimated", dimension: .plain, unit: "", help: "1 while the position is an estimate, else 0."),
        Channel(name: "offTrain", dimension: .plain, unit: "", help: "1 while the rider is not on a train, else 0."),
    ]
    private static let switches = ["lost", "estimated", "offTrain", "direction.side"]
    /// True for a channel of two values, for which two audible steps are enough.
    public static func isSwitch(_ name: String) -> Bool { switches.contains(name) || LandmarkChannel.read(name)?.kind == .inside }

    /// The channel with the given name: motion, railway, a landmark's (`distance.NAME`), or a file's own column `csv.NAME`; nil
    /// if unknown.
    public static func channel(named name: String) -> Channel? {
        if name.hasPrefix("csv."), name.count > 4 {
            return Channel(name: name, dimension: .plain, unit: "", help: "A column of the file.")
        }
        if let (kind, landmark) = LandmarkChannel.read(name) { return kind.channel(landmark) }
        return motion.first { $0.name == name } ?? railway.first { $0.name == name }
    }
    /// True for a channel that needs a railway database.
    public static func needsRailway(_ name: String) -> Bool { railway.contains { $0.name == name } }
    static var names: [String] { (motion + railway).map(\.name) }
}
