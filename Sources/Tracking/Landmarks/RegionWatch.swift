/// Whether a track lies in a region, told apart from the jitter of its positions.
///
/// A position counts as clear of the border when it lies off it by more than twice its accuracy (5 m where none is said, 0.05 m
/// in a plane); within, a quarter of the region's size is enough, so that small ones can be entered. The region is entered or left
/// with the first position that is clear on the other side, or when for a minute and ten positions running all lay there, on the
/// average half as far off as is clear. A position of less accuracy than twice the region's size (and than 30 m) says nothing but
/// that it is clear outside. Where a track begins nothing is entered: what the first positions say stands without an event until
/// one is clear or a minute has passed.
struct RegionWatch: Equatable, Sendable {
    private static let clearance = 2.0
    private static let inwardShare = 0.25
    private static let patience = 60.0
    private static let patientCount = 10
    private static let vagueSizes = 2.0
    private static let leastVague = 30.0

    /// Nil before the first position that says something.
    private(set) var isInside: Bool?
    private var isSettled = false
    private var began: TrackTime?
    /// Since when every position lay on the other side, how many they are, and their metres off the border together.
    private var against: TrackTime?
    private var againstCount = 0
    private var againstDepth = 0.0

    /// Metres off the border at which a position is clear outside.
    static func outward(error: Double) -> Double { clearance * error }

    /// Takes a position in.
    /// - Parameters:
    ///   - depth: metres from the border, positive within.
    ///   - error: metres, as it is said of the position.
    ///   - size: of the region in metres.
    /// - Returns: true when the region was entered or left.
    mutating func take(depth: Double, error: Double, size: Double, at time: TrackTime) -> Bool {
        let side = depth >= 0
        let isVague = error > max(Self.vagueSizes * size, Self.leastVague)
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
        isSettled = isSettled || isClear || time.seconds(since: began) >= Self.patience
        if side == inside {
            against = nil
            return false
        }
        if against == nil { (againstCount, againstDepth) = (0, 0) }
        let since = against ?? time
        against = since
        againstCount += 1
        againstDepth += depth.magnitude
        let hasStayed =
            againstCount >= Self.patientCount && time.seconds(since: since) >= Self.patience
            && againstDepth > Double(againstCount) * clear / 2
        guard isClear || hasStayed else { return false }
        isInside = side
        against = nil
        return wasSettled
    }
}
