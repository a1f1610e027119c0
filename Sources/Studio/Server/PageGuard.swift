// SPDX-License-Identifier: MIT
import HTTPListening

/// Controls access to the server, in addition to the server's own rule (`VisitorRule`): the address must contain this run's
/// secret word.
struct PageGuard: Sendable {
    let port: UInt16
    /// This run's secret word: the first component of every path.
    private let word: Secret

    /// - Parameter word: not empty.
    init?(port: UInt16, word: String) {
        guard let word = Secret(word) else { return nil }
        self.port = port
        self.word = word
    }

    /// Generates 128 random bits, as hexadecimal digits.
    static func drawWord() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let digits = String(generator.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// The content security policy: nothing may be fetched from elsewhere.
    var contentPolicy: String {
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
            + "connect-src 'self' ws://127.0.0.1:\(port) ws://localhost:\(port); media-src 'self' blob:; "
            + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    }

    /// Returns the rest of the path after the word; nil where the word is wrong.
    func admit(_ path: String) -> String? {
        let parts = path.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].isEmpty, word.matches(parts[1]) else { return nil }
        return String(parts[2])
    }
}
