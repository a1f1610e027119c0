// SPDX-License-Identifier: MIT
import Synchronization

/// Counts the lines that come before a source's first position, and reports once when they are many: until then a
/// reader reports nothing about them, so a source without positions would go unnoticed. Any thread.
final class EarlyLines: Sendable {
    /// gpsd sends one or two lines a second while its receiver searches for satellites.
    private static let most = 20

    /// Nil once they are reported or a position has come.
    private let lines = Mutex<Int?>(0)
    private let onMany: @Sendable (_ lines: Int) -> Void

    init(onMany: @escaping @Sendable (_ lines: Int) -> Void) { self.onMany = onMany }

    func count(_ bytes: UnsafeRawBufferPointer) {
        lines.withLock { lines in lines = lines.map { $0 + bytes.count { $0 == 0x0A } } }
    }

    /// Call before reading further bytes: the lines counted so far held no position.
    func check() {
        let many: Int? = lines.withLock { lines in
            guard let all = lines, all >= Self.most else { return nil }
            lines = nil
            return all
        }
        if let many { onMany(many) }
    }

    /// Stops counting.
    func end() { lines.withLock { $0 = nil } }
}
