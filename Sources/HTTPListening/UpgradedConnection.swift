// SPDX-License-Identifier: MIT
import CMicroHTTPD
import Glibc
import Synchronization

/// A connection that has switched from HTTP to another protocol. Its recipient owns it and ends it with `close`.
public final class UpgradedConnection: @unchecked Sendable {
    // Sendable is sound: the handle is used once, under the lock, and the library accepts that call from any thread.
    /// Non-blocking; valid until `close`.
    public let descriptor: Int32
    /// Bytes that arrived after the request and were already read.
    public let alreadyRead: [UInt8]
    private let handle: OpaquePointer
    private let isClosed = Mutex(false)
    private let onClose: @Sendable () -> Void

    init(descriptor: Int32, alreadyRead: [UInt8], handle: OpaquePointer, onClose: @escaping @Sendable () -> Void) {
        self.descriptor = descriptor
        self.alreadyRead = alreadyRead
        self.handle = handle
        self.onClose = onClose
    }

    /// Shuts the connection down; its owner sees the end at the next read or write.
    func shutDown() { isClosed.withLock { if !$0 { _ = shutdown(descriptor, Int32(SHUT_RDWR)) } } }

    /// Ends the connection. Further calls have no effect.
    public func close() {
        let isFirst = isClosed.withLock { isClosed in
            guard !isClosed else { return false }
            isClosed = true
            amaoto_mhd_close_upgraded(handle)
            return true
        }
        if isFirst { onClose() }
    }
}
