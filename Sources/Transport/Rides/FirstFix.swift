// SPDX-License-Identifier: MIT
import Platform
import Synchronization
import Tracking

/// Finds the first good fix of a source: one with a position, and with an accuracy that is good or unknown. One reading thread;
/// another thread may wait.
public final class FirstFix: Sendable {
    public enum Outcome: Sendable {
        case fix(Fix, latitude: Double, longitude: Double)
        /// The source ended or failed before a good fix.
        case end(InputFault?)
    }

    private let accuracy: Double
    private let answer = OneShot<Outcome>()
    /// The best accuracy among the rejected fixes.
    private let refused = Mutex<Double?>(nil)
    private let fault = Mutex<InputFault?>(nil)

    /// - Parameter accuracy: the worst accuracy that counts as good, in metres.
    public init(accuracy: Double) { self.accuracy = accuracy }

    /// Reads until a good fix is found or the source ends.
    public func read(_ open: () throws(InputFault) -> any FixReader) {
        do throws(InputFault) {
            var reader = try open()
            while let item = try reader.next() {
                if case .fault(let found) = item { fault.withLock { $0 = $0 ?? found } }
                guard case .fix(let fix) = item else { continue }
                guard let latitude = fix.latitude, let longitude = fix.longitude else { continue }
                if let found = fix.accuracy, found > accuracy {
                    refused.withLock { $0 = min($0 ?? found, found) }
                    continue
                }
                answer.resolve(.fix(fix, latitude: latitude, longitude: longitude))
                return
            }
            answer.resolve(.end(nil))
        } catch {
            answer.resolve(.end(error))
        }
    }

    /// Waits for the outcome for at most `seconds`; nil on timeout.
    public func wait(seconds: Double) -> Outcome? { answer.wait(seconds: seconds) }

    /// The best accuracy among the rejected fixes, in metres.
    public var bestRefused: Double? { refused.withLock { $0 } }

    /// The first piece that could not be read.
    public var firstFault: InputFault? { fault.withLock { $0 } }
}
