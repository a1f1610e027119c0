import CMicroHTTPD
import Glibc
import Synchronization

/// A connection that goes on as something else than HTTP. Whoever is given it owns it, and ends it by `close`.
public final class UpgradedConnection: @unchecked Sendable {
    // Sendable is sound: the handle is used once, under the lock, and the library takes that call from any thread.
    /// Does not wait; good until `close`.
    public let descriptor: Int32
    /// What had come in behind the request already.
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

    /// Whoever reads or writes it finds its end.
    func cut() { isClosed.withLock { if !$0 { _ = shutdown(descriptor, Int32(SHUT_RDWR)) } } }

    /// Ends it. Again: no effect.
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
