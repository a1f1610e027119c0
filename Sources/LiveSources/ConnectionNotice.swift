// SPDX-License-Identifier: MIT

/// Reports once that a connection is lost, and once that it is back.
struct ConnectionNotice {
    private let title: String
    private let warn: @Sendable (String) -> Void
    /// True from a loss until something has arrived again.
    private(set) var isLost = false

    init(_ title: String, _ warn: @escaping @Sendable (String) -> Void) {
        self.title = title
        self.warn = warn
    }

    mutating func lost() {
        if !isLost { warn("lost the connection to \(title); reconnecting") }
        isLost = true
    }

    mutating func received() {
        if isLost { warn("\(title) is back") }
        isLost = false
    }
}
