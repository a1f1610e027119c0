// SPDX-License-Identifier: MIT
import Synchronization

/// The exported sounds that pages may fetch: by names that the studio assigned, never by a path. Any thread.
final class Downloads: Sendable {
    private let paths = Mutex<[String: String]>([:])

    func offer(_ path: String, as name: String) { paths.withLock { $0[name] = path } }

    func path(named name: String) -> String? { paths.withLock { $0[name] } }
}
