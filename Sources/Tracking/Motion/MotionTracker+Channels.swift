// SPDX-License-Identifier: MIT
extension MotionTracker {
    /// Every channel that motion can produce, in the order of its updates.
    /// - Parameter extraNames: the reader's; each becomes `csv.NAME`.
    public static func channels(extraNames: [String] = []) -> [Channel] {
        [
            Channel(
                name: "speed", dimension: .speed, unit: "m/s",
                help: "Speed over ground: the source's own, else from its positions; 0 when standing."),
            Channel(name: "acceleration", dimension: .acceleration, unit: "m/s2", help: "How fast the speed grows; negative when braking."),
            Channel(
                name: "course", dimension: .angle, unit: "deg",
                help: "Direction of travel, degrees true; the source's own, else from its positions while moving."),
            Channel(name: "turn", dimension: .angularRate, unit: "deg/s", help: "How fast the course turns; positive to the right."),
            Channel(name: "climb", dimension: .speed, unit: "m/s", help: "How fast the altitude rises; negative downhill."),
            Channel(name: "altitude", dimension: .length, unit: "m", help: "Metres above sea level as the source counts them."),
            Channel(name: "accuracy", dimension: .length, unit: "m", help: "How far off the position may be; small is good."),
            Channel(name: "distance", dimension: .length, unit: "m", help: "Metres travelled since the first fix."),
            Channel(name: "fixAge", dimension: .duration, unit: "s", help: "Seconds of track time since the last fix; 0 at a fix."),
            Channel(
                name: "lost", dimension: .plain, unit: "",
                help: "1 when no fix has come for longer than 5 s and 3 times the usual interval, else 0."),
        ]
            + extraNames.map {
                Channel(name: "csv.\($0)", dimension: .plain, unit: "", help: "The input's own column \($0).")
            }
    }
}
