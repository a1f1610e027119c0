import Synchronization
import Tracking

/// Looks for the first good fix of a source: one with a position, and with an accuracy that is known to be good or not known.
/// One reading thread; whoever waits may be another.
public final class FirstFix: Sendable {
    public enum Outcome: Sendable {
        case fix(Fix, latitude: Double, longitude: Double)
        /// The source ended, or failed, before it.
        case end(InputFault?)
    }

    private let accuracy: Double
    private let answer = OnceAnswer<Outcome>()
    private let refused = SeenFixes()

    /// - Parameter accuracy: the worst that is good, in metres.
    public init(accuracy: Double) { self.accuracy = accuracy }

    /// Reads until it is found or the source ends.
    public func read(_ open: () throws(InputFault) -> any FixReader) {
        do throws(InputFault) {
            var reader = try open()
            while let item = try reader.next() {
                guard case .fix(let fix) = item else { continue }
                guard let latitude = fix.latitude, let longitude = fix.longitude else { continue }
                if let found = fix.accuracy, found > accuracy {
                    refused.best.withLock { $0 = min($0 ?? found, found) }
                    continue
                }
                answer.give(.fix(fix, latitude: latitude, longitude: longitude))
                return
            }
            answer.give(.end(nil))
        } catch {
            answer.give(.end(error))
        }
    }

    /// Waits at most so many seconds; nil when there was none by then.
    public func wait(seconds: Double) -> Outcome? { answer.wait(seconds: seconds) }

    /// The best accuracy among the fixes that were not good enough, in metres.
    public var bestRefused: Double? { refused.best.withLock { $0 } }
}

private final class SeenFixes: Sendable {
    let best = Mutex<Double?>(nil)
}
