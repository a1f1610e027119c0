import CMicroHTTPD
import Glibc

/// One connection: how long it has kept the server waiting, and the request that is coming in. The server's thread alone.
final class HTTPVisit {
    let connection: OpaquePointer
    var target = ""
    /// Once its head is whole, until it is answered.
    private(set) var request: HTTPRequest?
    /// What it is answered in place of the handler's word.
    private(set) var refusal: HTTPResponse?
    /// Its body is not waited for.
    var mustAnswerAtOnce = false
    var isBeingAnswered = false
    var isUpgraded = false
    /// Held while the library may call it.
    var upgrade: Upgrade?
    /// Seconds since a request has been due: from the begin, and from the answer before it.
    private var waited = 0.0

    init(_ connection: OpaquePointer) { self.connection = connection }

    static func of(_ connection: OpaquePointer?) -> HTTPVisit? {
        guard let connection, let context = amaoto_mhd_context(connection) else { return nil }
        return Unmanaged<HTTPVisit>.fromOpaque(context).takeUnretainedValue()
    }

    func begin(_ request: HTTPRequest) { self.request = request }

    func refuse(_ response: HTTPResponse) { refusal = response }

    /// A piece of the body; of what is refused, or too much, nothing is kept.
    func take(_ bytes: UnsafeRawBufferPointer, atMost most: Int) {
        guard refusal == nil, let count = request?.body.count else { return }
        if count + bytes.count > most { return refuse(.refusal(413, "at most \(most) bytes are taken")) }
        request?.body.append(contentsOf: bytes)
    }

    /// The answer is on its way, or the request will never be whole.
    func isAnswered() {
        request = nil
        refusal = nil
        mustAnswerAtOnce = false
        isBeingAnswered = false
        waited = 0
        target = ""
    }

    /// So many seconds more have gone by.
    /// - Returns: seconds for which a request has been due.
    func look(_ seconds: Double) -> Double {
        // Of an answer that is not taken the library's own clock knows.
        guard !isBeingAnswered, !isUpgraded else { return 0 }
        waited += seconds
        return waited
    }

    /// The library finds its end.
    func dismiss() {
        let descriptor = amaoto_mhd_descriptor(connection)
        if descriptor >= 0 { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
    }

    /// By their names in small letters.
    func headers() -> [String: [String]] {
        let lines = Lines()
        MHD_get_connection_values_n(
            connection, .HEADER_KIND,
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
