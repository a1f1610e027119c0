import Foundation

/// The descriptors that this program may still open.
enum Descriptors {
    /// What a connection takes behind its first, and a few for whatever else is going on.
    private static let spare = 8

    /// True where some are left. The server's library ends its listening when it finds none, and loses some each time it
    /// begins again.
    static var areLeft: Bool {
        var ends: [Int32] = []
        defer { for end in ends { close(end) } }
        for _ in 0..<spare {
            let end = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            guard end >= 0 else { return false }
            ends.append(end)
        }
        return true
    }
}
