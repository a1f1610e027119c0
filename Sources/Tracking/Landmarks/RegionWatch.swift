// SPDX-License-Identifier: MIT
/// Decides whether a track lies in a region, despite the jitter of its positions.
///
/// A position is clear of the border if it is farther from it than twice its accuracy (5 m if it has none, 0.05 m in a plane);
/// inside, a quarter of the region's size is enough, so that small regions can be entered. The region is entered or left with the
/// first position that is clear on the other side, or once all positions of a minute, at least ten, lay there, on average half as
/// far away as is clear. A position with an accuracy worse than twice the region's size (and than 30 m) counts only if it is
/// clear outside. At the start of a track nothing is entered: the first positions set the state without an event until one is
/// clear or a minute has passed.
struct RegionWatch: Equatable, Sendable {
    private static let clearance = 2.0
    private static let inwardShare = 0.25
    /// The seconds and the number of positions on the other side after which the region is entered or left; the seconds also end
    /// the start of a track.
    private static let stayTime = 60.0
    private static let stayCount = 10
    private static let vagueFactor = 2.0
    private static let leastVague = 30.0

    /// Nil before the first position that counts.
    private(set) var isInside: Bool?
    private var isSettled = false
    private var began: TrackTime?
    /// The time since which every position lay on the other side, their number, and the sum of their distances from the border in
    /// metres.
    private var otherSideSince: TrackTime?
    private var otherSideCount = 0
    private var otherSideDepth = 0.0

    /// The distance from the border in metres at which a position is clear outside.
    static func outward(error: Double) -> Double { clearance * error }

    /// Processes a position.
    /// - Parameters:
    ///   - depth: metres from the border, positive inside.
    ///   - error: the accuracy of the position in metres.
    ///   - size: the size of the region in metres.
    /// - Returns: true if the region was entered or left.
    mutating func take(depth: Double, error: Double, size: Double, at time: TrackTime) -> Bool {
        let side = depth >= 0
        let isVague = error > max(Self.vagueFactor * size, Self.leastVague)
        let clear = side ? min(Self.clearance * error, Self.inwardShare * size) : Self.outward(error: error)
        let isClear = depth.magnitude > clear && !(side && isVague)
        if isVague, !isClear { return false }
        guard let inside = isInside, let began else {
            isInside = side
            isSettled = isClear
            began = time
            return false
        }
        let wasSettled = isSettled
        isSettled = isSettled || isClear || time.seconds(since: began) >= Self.stayTime
        if side == inside {
            otherSideSince = nil
            return false
        }
        if otherSideSince == nil { (otherSideCount, otherSideDepth) = (0, 0) }
        let since = otherSideSince ?? time
        otherSideSince = since
        otherSideCount += 1
        otherSideDepth += depth.magnitude
        let hasStayed =
            otherSideCount >= Self.stayCount && time.seconds(since: since) >= Self.stayTime
            && otherSideDepth > Double(otherSideCount) * clear / 2
        guard isClear || hasStayed else { return false }
        isInside = side
        otherSideSince = nil
        return wasSettled
    }
}
