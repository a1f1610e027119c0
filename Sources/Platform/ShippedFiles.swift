// SPDX-License-Identifier: MIT
import CShippedFiles

/// The files that are part of the program file: `greater-tokyo.sqlite`, `page/` and `presets/`. Any thread.
package enum ShippedFiles {
    /// The bytes of each file by its path.
    ///
    /// `nonisolated(unsafe)` is sound: the bytes are constants of the program.
    package nonisolated(unsafe) static let all: [String: UnsafeRawBufferPointer] = {
        var files: [String: UnsafeRawBufferPointer] = [:]
        guard let table = amaoto_files() else { return files }
        for entry in UnsafeBufferPointer(start: table, count: amaoto_file_count()) {
            guard let begin = entry.begin, let end = entry.end, let path = entry.path else { continue }
            files[String(cString: path)] = UnsafeRawBufferPointer(start: begin, count: end - begin)
        }
        return files
    }()

    /// The names of the files in a folder, in any order.
    package static func names(in folder: String) -> [String] {
        all.keys.filter { $0.hasPrefix(folder + "/") }.map { String($0.dropFirst(folder.utf8.count + 1)) }
    }
}
