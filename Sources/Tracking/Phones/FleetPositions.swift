// SPDX-License-Identifier: MIT
/// High-frequency positioning (HFP), with which the Helsinki region publishes its vehicles over MQTT
/// (https://digitransit.fi/en/developers/apis/5-realtime-api/vehicle-positions/high-frequency-positioning/).
///
/// A message is an object in a single member that names its event: `{"VP":{"desi":"K","dir":"1","oper":90,"tst":...,"spd":16.2}}`.
enum FleetPositions {
    private static let events: Set<Substring> = [
        "VP", "DUE", "ARR", "DEP", "ARS", "PDE", "PAS", "WAIT", "DOO", "DOC", "TLR", "TLA", "DA", "DOUT", "BA", "BOUT", "VJA", "VJOUT",
    ]
    /// The members whose names have their usual meaning; `acc` is an acceleration, and `dir` is the direction of a route, 1 or 2.
    private static let usual: Set<Substring> = ["tst", "lat", "long", "spd", "hdg"]

    /// The name of a member that has a meaning of its own, without the event: `dl` for `VP.dl`. Nil for any other member.
    static func ownName(_ path: String) -> String? {
        let parts = path.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, events.contains(parts[0]), !usual.contains(parts[1]) else { return nil }
        return String(parts[1])
    }

    /// The operator and number of the vehicle in a topic, `0090/01061`, or nil if it is another topic: the rest of a topic changes
    /// while the vehicle moves.
    static func vehicle(topic: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard topic.starts(with: "/hfp/v2/".utf8) else { return nil }
        // "", hfp, v2, journey, ongoing, vp, train, operator, number
        let levels = topic.split(separator: UInt8(ascii: "/"), maxSplits: 9, omittingEmptySubsequences: false)
        guard levels.count > 8 else { return nil }
        return topic[levels[7].startIndex..<levels[8].endIndex]
    }
}
