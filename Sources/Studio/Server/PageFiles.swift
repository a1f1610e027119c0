// SPDX-License-Identifier: MIT
import CStudioPage
import Foundation

/// The page's files, embedded in the program: it needs no source tree and nothing external. Any thread.
enum PageFiles {
    struct File: Sendable {
        var type: String
        var bytes: Data
    }

    /// By name, without a slash.
    static let all: [String: File] = {
        var files: [String: File] = [:]
        guard let table = amaoto_page_files() else { return files }
        for index in 0..<amaoto_page_file_count() {
            let entry = table[index]
            guard let begin = entry.begin, let end = entry.end, let name = entry.name.map({ String(cString: $0) }) else { continue }
            files[name] = File(type: type(of: name), bytes: Data(UnsafeBufferPointer(start: begin, count: end - begin)))
        }
        return files
    }()

    private static func type(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        default: "application/octet-stream"
        }
    }
}
