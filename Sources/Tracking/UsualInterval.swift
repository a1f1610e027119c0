/// How far apart a source's fixes usually are, learnt as they come.
///
/// The upper quartile of the last 16 intervals: one hole in a regular log does not move it, a log of irregular intervals is
/// not lost at its longer ones, and a changed habit is learnt in a few fixes.
struct UsualInterval: Equatable, Sendable {
    private static let memory = 16
    /// Seconds assumed before the second fix.
    private static let assumed = 10.0

    private var recent: [Double] = []
    private var place = 0
    /// Seconds.
    private(set) var seconds = UsualInterval.assumed

    mutating func learn(_ interval: Double) {
        if recent.count < Self.memory {
            recent.append(interval)
        } else {
            recent[place] = interval
            place = (place + 1) % Self.memory
        }
        seconds = recent.sorted()[(recent.count * 3 - 1) / 4]
    }
}
