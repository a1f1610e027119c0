// SPDX-License-Identifier: MIT
import Foundation

/// A pipe whose reading end has a path.
final class Feed {
    private let pipe = Pipe()
    let path: String

    init() {
        // Never closed: a reading thread that opens the path late must not find another test's feed under the same number.
        path = "/proc/self/fd/\(dup(pipe.fileHandleForReading.fileDescriptor))"
    }

    func write(_ text: String) throws { try pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }
    func end() throws { try pipe.fileHandleForWriting.close() }
}
