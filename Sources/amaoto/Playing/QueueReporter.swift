// SPDX-License-Identifier: MIT
import LiveSources
import PlainText
import Transport

/// Reports to the listener when a live source's queue grows: the fixes received but not yet played. The source itself reports
/// those that it drops when the queue is full.
struct QueueReporter {
    /// Seconds that a fix may wait before it is reported.
    private static let patience = 60.0

    private let console: Console
    private var isReported = false

    init(console: Console) { self.console = console }

    /// Reports changes since the last call.
    /// - Parameters:
    ///   - waiting: the fixes that the tracker has accepted.
    ///   - feed: the lines before it; nil for a source without a queue.
    mutating func report(_ waiting: QueueDepth, _ feed: LineQueue.Depth?) {
        let seconds = max(waiting.seconds, feed?.seconds ?? 0)
        if seconds < 1 { isReported = false }
        if seconds > Self.patience, !isReported {
            isReported = true
            console.warn(
                "\(CountText.of(Self.count(waiting, feed), "fix is", "fixes are")) waiting to be played, the oldest for a minute")
        }
    }

    /// The number of waiting fixes: an unread line may be one.
    static func count(_ waiting: QueueDepth, _ feed: LineQueue.Depth?) -> Int { waiting.fixes + (feed?.lines ?? 0) }
}
