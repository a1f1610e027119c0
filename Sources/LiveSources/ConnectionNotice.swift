// SPDX-License-Identifier: MIT

/// Reports once that a connection is lost, and once that it is back.
struct ConnectionNotice {
    private let title: String
    private let loss: String
    private let warn: @Sendable (String) -> Void
    /// True from a loss until something has arrived again.
    private(set) var isLost = false

    /// - Parameter loss: Reports the loss; nil for the usual sentence.
    init(_ title: String, loss: String? = nil, _ warn: @escaping @Sendable (String) -> Void) {
        self.title = title
        self.loss = loss ?? "lost the connection to \(title); reconnecting"
        self.warn = warn
    }

    mutating func lost() {
        if !isLost { warn(loss) }
        isLost = true
    }

    mutating func received() {
        if isLost { warn("\(title) is back") }
        isLost = false
    }
}
