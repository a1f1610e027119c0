// SPDX-License-Identifier: MIT
import HTTPListening
import PlainText
import Platform

/// The address of a live source of fixes, given in place of a file.
public enum LiveAddress: Equatable, Sendable {
    /// `gpsd://host:port/device`: one device of gpsd, or all of them.
    case gpsd(host: String, port: UInt16, device: String?)
    /// A character device: `/dev/ttyUSB0`.
    case serial(path: String)
    /// `tcp://host:port`: a receiver or multiplexer that serves its sentences to whoever connects.
    case tcp(host: String, port: UInt16)
    /// `mqtt://user:password@host:port/topic`, or `mqtts:` with TLS. With `?client=NAME` the broker stores messages while the
    /// program is disconnected.
    case mqtt(MQTTAddress)
    /// `http://:port` and `http://host:port`: positions that phones post.
    case http(host: String, port: UInt16)
    /// `train://ice`: the position that the Wi-Fi of a train serves.
    case train(TrainPortal)
    /// `osc://:port`: positions over Open Sound Control.
    case osc(host: String, port: UInt16)
    /// `tuio://:port`: cursors, objects and blobs of TUIO 1.1.
    case tuio(host: String, port: UInt16)

    /// The schemes of addresses, each with its shortest form.
    fileprivate enum Scheme: String, CaseIterable {
        case gpsd, serial, tcp, mqtt, mqtts, http, train, osc, tuio

        var form: String {
            switch self {
            case .gpsd, .tuio: "\(rawValue)://"
            case .serial: "/dev/ttyUSB0"
            case .tcp: "tcp://HOST:PORT"
            case .mqtt, .mqtts: "\(rawValue)://HOST/TOPIC"
            case .http, .osc: "\(rawValue)://:PORT"
            case .train: "train://ice"
            }
        }
    }

    /// The written form of every kind of address.
    public static var forms: [String] { Scheme.allCases.map(\.form) }

    /// Defaults for ports and the host.
    private static let gpsdPort: UInt16 = 2947
    private static let tuioPort: UInt16 = 3333
    private static let loopback = "127.0.0.1"

    /// Parses the name of an input; nil if it is a file and not a live address.
    /// - Parameter isDevice: Whether a path is a character device.
    /// - Throws: What is wrong with a text that looks like an address.
    public static func read(_ text: String, isDevice: (String) -> Bool) throws(LiveAddressError) -> LiveAddress? {
        guard let mark = text.range(of: "://") else { return isDevice(text) ? .serial(path: text) : nil }
        let name = text[..<mark.lowerBound].lowercased()
        let rest = text[mark.upperBound...]
        // Messages go to logs that others read: they name the address without a user and a password.
        let secretEnd = cut(rest, at: "/").0.lastIndex(of: "@")
        let text = secretEnd.map { "\(text[..<mark.upperBound])\(rest[rest.index(after: $0)...])" } ?? text
        guard let scheme = Scheme(rawValue: name) else {
            throw LiveAddressError(
                text: text, cause: "unsupported scheme '\(name)'",
                remedy: "use one of \(forms.joined(separator: ", ")), or midi:// with `amaoto play`")
        }
        if secretEnd != nil, ![.mqtt, .mqtts, .serial].contains(scheme) {
            throw LiveAddressError(
                text: text, cause: "this address has no user and no password",
                remedy: "remove what is before the @" + (scheme == .http ? ", and give a token with --token-file FILE" : ""))
        }
        switch scheme {
        case .gpsd:
            let (place, path) = cut(rest, at: "/")
            let (host, port) = try hostAndPort(place, text, usual: gpsdPort)
            return .gpsd(host: host ?? "localhost", port: port, device: path.flatMap { $0.isEmpty ? nil : "/" + $0 })
        case .serial: return .serial(path: String(rest))
        case .tcp: return try plain(rest, text, usual: nil) { .tcp(host: $0 ?? "localhost", port: $1) }
        case .mqtt, .mqtts: return .mqtt(try MQTTAddress(rest, isSecure: scheme == .mqtts, of: text))
        case .http: return try plain(rest, text, usual: nil) { .http(host: $0 ?? loopback, port: $1) }
        case .train: return .train(try portal(rest.lowercased(), text))
        case .osc: return try plain(rest, text, usual: nil) { .osc(host: $0 ?? loopback, port: $1) }
        case .tuio: return try plain(rest, text, usual: tuioPort) { .tuio(host: $0 ?? loopback, port: $1) }
        }
    }

    private static func portal(_ name: String, _ text: String) throws(LiveAddressError) -> TrainPortal {
        if let portal = TrainPortal.all.first(where: { $0.name == name }) { return portal }
        throw LiveAddressError(
            text: text, cause: "unknown train '\(name)'", remedy: "use one of \(TrainPortal.all.map(\.name).joined(separator: ", "))")
    }

    /// An address of a host and a port alone.
    private static func plain(
        _ rest: Substring, _ text: String, usual: UInt16?, _ make: (String?, UInt16) -> LiveAddress
    ) throws(LiveAddressError) -> LiveAddress {
        let (place, path) = cut(rest, at: "/")
        guard (path ?? "").isEmpty else {
            throw LiveAddressError(text: text, cause: "this address has no path", remedy: "remove '/\(path ?? "")'")
        }
        let (host, port) = try hostAndPort(place, text, usual: usual)
        return make(host, port)
    }

    static func cut(_ text: Substring, at mark: Character) -> (Substring, Substring?) {
        guard let place = text.firstIndex(of: mark) else { return (text, nil) }
        let rest = text[text.index(after: place)...]
        return (text[..<place], rest)
    }

    /// Parses `host`, `host:port`, `:port`, `[v6]:port` or an empty text.
    static func hostAndPort(_ place: Substring, _ text: String, usual: UInt16?) throws(LiveAddressError) -> (String?, UInt16) {
        var host = place
        var port = usual
        let afterBracket = place.hasPrefix("[") ? place.firstIndex(of: "]") : nil
        let searched = afterBracket.map { place[$0...] } ?? place
        if let colon = searched.lastIndex(of: ":"), afterBracket != nil || place.filter({ $0 == ":" }).count == 1 {
            let digits = place[place.index(after: colon)...]
            guard let number = UInt16(digits), number > 0 else {
                throw LiveAddressError(text: text, cause: "'\(digits)' is not a valid port", remedy: "use a number from 1 to 65535")
            }
            port = number
            host = place[..<colon]
        }
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        guard let port else {
            let scheme = text.prefix { $0 != ":" }
            throw LiveAddressError(
                text: text, cause: "the port is missing", remedy: "add it after a colon, as in \(scheme)://\(place):8080")
        }
        return (host.isEmpty ? nil : String(host), port)
    }

    /// False for a listening address that other machines can reach.
    var isLocal: Bool {
        switch self {
        case .http(let host, _), .osc(let host, _), .tuio(let host, _): HostText.isLoopback(host)
        case .gpsd, .serial, .tcp, .mqtt, .train: true
        }
    }

    /// The name used in messages; without secrets.
    var title: String {
        switch self {
        case .gpsd(let host, let port, let device): "\(Self.place(.gpsd, host, port))\(device ?? "")"
        case .serial(let path): path
        case .tcp(let host, let port): Self.place(.tcp, host, port)
        case .mqtt(let broker): broker.title
        case .http(let host, let port): Self.place(.http, host, port)
        case .train(let portal): "train://\(portal.name)"
        case .osc(let host, let port): Self.place(.osc, host, port)
        case .tuio(let host, let port): Self.place(.tuio, host, port)
        }
    }

    fileprivate static func place(_ scheme: Scheme, _ host: String, _ port: UInt16) -> String {
        "\(scheme)://\(HostText.beforePort(host)):\(port)"
    }
}

/// The address of a broker and the topic to subscribe to.
public struct MQTTAddress: Equatable, Sendable {
    var host: String
    var port: UInt16
    var topic: String
    var isSecure: Bool
    var user: String?
    var password: String?
    /// The client name under which the broker stores messages while the program is disconnected.
    var client: String?

    /// The name used in messages; without the user and the password.
    var title: String { "\(LiveAddress.place(isSecure ? .mqtts : .mqtt, host, port))/\(topic)" }

    /// - Parameter text: The address in messages.
    init(_ rest: Substring, isSecure: Bool, of text: String) throws(LiveAddressError) {
        self.isSecure = isSecure
        var (place, path) = LiveAddress.cut(rest, at: "/")
        if let at = place.lastIndex(of: "@") {
            let (name, secret) = LiveAddress.cut(place[..<at], at: ":")
            user = HTTPRequest.decoded(name.utf8)
            password = secret.map { HTTPRequest.decoded($0.utf8) }
            place = place[place.index(after: at)...]
        }
        let (host, port) = try LiveAddress.hostAndPort(place, text, usual: isSecure ? 8883 : 1883)
        self.host = host ?? "localhost"
        self.port = port
        var topic = path ?? ""
        if let question = topic.lastIndex(of: "?") {
            let query = topic[topic.index(after: question)...]
            guard query.hasPrefix("client="), query.count > 7 else {
                throw LiveAddressError(text: text, cause: "unknown option '?\(query)'", remedy: "use ?client=NAME, or remove it")
            }
            client = HTTPRequest.decoded(query.dropFirst(7).utf8)
            topic = topic[..<question]
        }
        self.topic = HTTPRequest.decoded(topic.utf8)
        guard !self.topic.isEmpty else {
            throw LiveAddressError(
                text: text, cause: "the topic is missing", remedy: "add it after the host, as in mqtt://localhost/owntracks/#")
        }
    }
}

/// Why an address cannot be used, and what to do about it.
public struct LiveAddressError: Error, Equatable, Sendable, CustomStringConvertible {
    var text: String
    var cause: String
    var remedy: String
    public var description: String { "\(text): \(cause); \(remedy)".visible }
}
