// SPDX-License-Identifier: MIT
import Foundation
import Platform

/// The page's files, embedded in the program: it needs no source tree and nothing external. Any thread.
enum PageFiles {
    struct File: Sendable {
        var type: String
        var bytes: Data
    }

    /// By name, without a slash.
    static let all: [String: File] = {
        var files: [String: File] = [:]
        for name in ShippedFiles.names(in: "page") {
            if let bytes = ShippedFiles.all["page/" + name] { files[name] = File(type: type(of: name), bytes: Data(bytes)) }
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
