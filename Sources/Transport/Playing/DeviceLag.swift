/// How far the sound has fallen behind real time: a device that stood still, or whose crystal is slow. Control side, one
/// owner.
struct DeviceLag {
    /// Heard seconds by which it may fall behind before it counts; more than a period and a turn.
    private static let tolerance = 0.1
    /// The engine was there then, and never further since.
    private var anchor: (position: Int64, instant: Int64)?

    /// Frames by which the engine's place has fallen behind, once they are too many; nil otherwise. From there it counts
    /// anew.
    /// - Parameter instant: nanoseconds of real time.
    mutating func frames(position: Int64, at instant: Int64, rate: Int) -> Int64? {
        guard let anchor else {
            self.anchor = (position, instant)
            return nil
        }
        let elapsed = Double(instant - anchor.instant) / 1e9 * Double(rate)
        let behind = elapsed - Double(position - anchor.position)
        if behind < 0 { self.anchor = (position, instant) }
        guard behind > Self.tolerance * Double(rate), behind < 1e15 else { return nil }
        self.anchor = (position, instant)
        return Int64(behind)
    }

    /// The track begins or goes on: what came before is no matter.
    mutating func forget() { anchor = nil }
}
