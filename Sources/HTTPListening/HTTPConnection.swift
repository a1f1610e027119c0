// SPDX-License-Identifier: MIT
import CMicroHTTPD
import Glibc

/// One connection: how long the server has waited for it, and its current request. Server's thread only.
final class HTTPConnection {
    /// The library's connection.
    let handle: OpaquePointer
    var target = ""
    /// Set from the complete head until the answer.
    var request: HTTPRequest?
    /// The answer that replaces the handler's.
    var refusal: HTTPResponse?
    /// True to answer without waiting for the body.
    var mustAnswerAtOnce = false
    var isBeingAnswered = false
    var isUpgraded = false
    /// Retained while the library may call it.
    var upgrade: Upgrade?
    /// Seconds since a request has been due: from the start of the connection, or from the previous answer.
    private var waited = 0.0

    init(_ handle: OpaquePointer) { self.handle = handle }

    static func of(_ handle: OpaquePointer?) -> HTTPConnection? {
        guard let handle, let context = amaoto_mhd_context(handle) else { return nil }
        return Unmanaged<HTTPConnection>.fromOpaque(context).takeUnretainedValue()
    }

    /// Takes a piece of the body. A refused or oversized body is discarded.
    func take(_ bytes: UnsafeRawBufferPointer, atMost most: Int) {
        guard refusal == nil, let count = request?.body.count else { return }
        guard count + bytes.count <= most else {
            refusal = .refusal(413, "the body is larger than the limit of \(most) bytes")
            return
        }
        request?.body.append(contentsOf: bytes)
    }

    /// Prepares for the next request: the answer is on its way, or the request will never be complete.
    func finishRequest() {
        request = nil
        refusal = nil
        mustAnswerAtOnce = false
        isBeingAnswered = false
        waited = 0
        target = ""
    }

    /// Adds `seconds` to the wait.
    /// - Returns: The seconds for which a request has been due.
    func addWait(_ seconds: Double) -> Double {
        // The library's own timeout covers a client that does not read its answer.
        guard !isBeingAnswered, !isUpgraded else { return 0 }
        waited += seconds
        return waited
    }

    /// Shuts the connection down; the library then detects its end.
    func shutDown() {
        let descriptor = amaoto_mhd_descriptor(handle)
        if descriptor >= 0 { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
    }

    /// The values by lower-case name.
    func headers() -> [String: [String]] {
        let lines = Lines()
        MHD_get_connection_values_n(
            handle, .HEADER_KIND,
            { context, _, name, nameLength, value, valueLength in
                guard let context, let name else { return .NO }
                let lines = Unmanaged<Lines>.fromOpaque(context).takeUnretainedValue()
                let key = String(decoding: UnsafeRawBufferPointer(start: name, count: nameLength), as: UTF8.self).lowercased()
                lines.all[key, default: []].append(
                    value.map { String(decoding: UnsafeRawBufferPointer(start: $0, count: valueLength), as: UTF8.self) } ?? "")
                return .YES
            }, Unmanaged.passUnretained(lines).toOpaque())
        return lines.all
    }

    private final class Lines {
        var all: [String: [String]] = [:]
    }
}
