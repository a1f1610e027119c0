// SPDX-License-Identifier: MIT
import Foundation

/// A pipe whose reading end has a path.
final class Feed {
    private let pipe = Pipe()
    var path: String { "/proc/self/fd/\(pipe.fileHandleForReading.fileDescriptor)" }
    func write(_ text: String) throws { try pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }
    func end() throws { try pipe.fileHandleForWriting.close() }
}
