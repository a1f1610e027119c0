import LiveSources
import Transport

/// Tells the listener when a live source's queue grows: what has come in and was not heard yet. What finds it full, the source
/// tells.
struct QueueNews {
    /// Seconds that a fix may wait before it is said.
    private static let patience = 60.0

    private let console: Console
    private var isTold = false

    init(console: Console) { self.console = console }

    /// What is new since the last time.
    /// - Parameters:
    ///   - waiting: what the tracker has taken in.
    ///   - feed: what waits before it; nil for a source that waits itself.
    mutating func tell(_ waiting: QueueDepth, _ feed: LineQueue.Depth?) {
        let seconds = max(waiting.seconds, feed?.seconds ?? 0)
        if seconds < 1 { isTold = false }
        if seconds > Self.patience, !isTold {
            isTold = true
            console.warn("\(Self.count(waiting, feed)) fixes wait to be heard, the first of them for a minute")
        }
    }

    /// How many wait: a line that was not read yet may be one.
    static func count(_ waiting: QueueDepth, _ feed: LineQueue.Depth?) -> Int { waiting.fixes + (feed?.lines ?? 0) }
}
