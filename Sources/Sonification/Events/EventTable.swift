// SPDX-License-Identifier: MIT
/// The table of all events that a preset can use.
public enum EventTable {
    /// One row: the event's written form, its requirements, and when it happens.
    public struct Row: Sendable {
        /// The name, with CAPITALS for the parts that the preset fills in.
        public let form: String
        /// True if the event requires a tracker with a railway database.
        public let needsRailway: Bool
        public let help: String
    }

    public static let rows: [Row] = [
        Row(form: "fix lost", needsRailway: false, help: "No fix has come for longer than the source's own pace."),
        Row(form: "fix back", needsRailway: false, help: "The first fix after a lost one."),
        Row(
            form: "CHANNEL crosses VALUE [UNIT] up|down", needsRailway: false,
            help: "A channel passes a value upwards or downwards; `hysteresis` says how far it must go back first."),
        Row(form: "every DISTANCE", needsRailway: false, help: "Each full distance of the way travelled: every 1 km."),
        Row(form: "every TIME", needsRailway: false, help: "Each full stretch of track time: every 5 min."),
        Row(form: "entered REGION", needsRailway: false, help: "The position came into a region of `--region`."),
        Row(form: "left REGION", needsRailway: false, help: "The position left a region of `--region`."),
        Row(form: "departed", needsRailway: true, help: "The train left a station."),
        Row(form: "approaching", needsRailway: true, help: "The next station is near."),
        Row(form: "arrived", needsRailway: true, help: "The train stands at a station."),
        Row(form: "passed", needsRailway: true, help: "The train ran through a station."),
        Row(form: "line changed", needsRailway: true, help: "The train went on over another line."),
        Row(form: "direction changed", needsRailway: true, help: "The train runs the other way."),
        Row(form: "stopped between stations", needsRailway: true, help: "The train stands outside a station."),
        Row(form: "off train", needsRailway: true, help: "The rider left the train."),
        Row(form: "on train", needsRailway: true, help: "The rider is on a train; again when another line turns out to be the right one."),
        Row(form: "destination soon", needsRailway: true, help: "Two minutes to the destination."),
        Row(form: "destination reached", needsRailway: true, help: "The train is at the destination."),
    ]

    /// The events with a fixed name.
    public static var names: [String] { rows.map(\.form).filter { !$0.contains { $0.isUppercase } } }
    /// True if an event can have this name: a fixed name, a region's, a crossing or a repetition, as presets write them.
    public static func canBeEvent(_ name: String) -> Bool {
        names.contains(name) || (regionPrefixes + ["every "]).contains { name.hasPrefix($0) && name.count > $0.count }
            || name.contains(" crosses ")
    }

    /// The prefixes of the regions' events, whose names end with the region that the preset fills in.
    static let regionPrefixes = ["entered ", "left "]
    /// The region that an event refers to; nil for every other event.
    public static func region(of name: String) -> String? {
        regionPrefixes.first { name.hasPrefix($0) && name.count > $0.count }.map { String(name.dropFirst($0.count)) }
    }
}
