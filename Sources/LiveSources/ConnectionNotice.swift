// SPDX-License-Identifier: MIT

/// Reports once that a connection is lost, and once that it is back.
struct ConnectionNotice {
    private let title: String
    /// Receives the messages.
    private let notice: @Sendable (String) -> Void
    /// True from a loss until something has arrived again.
    private(set) var isLost = false

    init(_ title: String, _ notice: @escaping @Sendable (String) -> Void) {
        self.title = title
        self.notice = notice
    }

    mutating func lost() {
        if !isLost { notice("lost the connection to \(title); reconnecting") }
        isLost = true
    }

    mutating func received() {
        if isLost { notice("\(title) is back") }
        isLost = false
    }
}
