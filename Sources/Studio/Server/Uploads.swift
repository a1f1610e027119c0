// SPDX-License-Identifier: MIT
import Foundation
import Synchronization
import Tracking

/// The files that pages have sent and not yet opened; the oldest are discarded when there are too many. Any thread.
final class Uploads: Sendable {
    struct File: Equatable, Sendable {
        /// The name without its folder and without characters with a meaning in paths or terminals.
        var name: String
        var bytes: [UInt8]
    }

    /// The length in bytes of the longest file: a year of fixes, one each second, packed.
    static let longest = 64 << 20
    private let most: Int
    private let room: Int

    private struct State {
        var files: [(number: Int, file: File)] = []
        var count = 0
    }

    private let state = Mutex(State())

    /// - Parameters:
    ///   - most: the number of files kept.
    ///   - room: the bytes kept in all, unless one file alone is longer.
    init(most: Int = TrackerSet.most, room: Int = 2 * longest) {
        self.most = most
        self.room = room
    }

    /// Stores a file until it is taken.
    /// - Parameter name: percent-encoded, as in an address.
    /// - Returns: its number.
    func store(_ bytes: [UInt8], named name: String) -> Int {
        let plain = (name.removingPercentEncoding ?? "").split(separator: "/").last.map(String.init) ?? ""
        let kept = plain.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint && $0.value >= 32 && $0.value != 127 }
        // A file system takes names of 255 bytes.
        var bytesLeft = 240
        let end = kept.suffix(80).reversed().prefix { scalar in
            bytesLeft -= UTF8.width(scalar)
            return bytesLeft >= 0
        }
        let shown = String(String.UnicodeScalarView(end.reversed())).trimmingCharacters(in: .init(charactersIn: ". "))
        return state.withLock { state in
            state.count += 1
            state.files.append((state.count, File(name: shown.isEmpty ? "file" : shown, bytes: bytes)))
            while state.files.count > most || state.files.count > 1 && state.files.reduce(0, { $0 + $1.file.bytes.count }) > room {
                state.files.removeFirst()
            }
            return state.count
        }
    }

    /// Removes and returns a file; nil if there is none of this number.
    func take(_ number: Int) -> File? {
        state.withLock { state in
            guard let place = state.files.firstIndex(where: { $0.number == number }) else { return nil }
            return state.files.remove(at: place).file
        }
    }
}
