// SPDX-License-Identifier: MIT
import PlainText
import Tracking

/// The position that the Wi-Fi of a train serves to passengers: its address, and how the JSON there is read.
///
/// The railways publish no documentation. Addresses, members and units are those that passengers' programs have found and use:
/// microG's `MovingWifiHelper`, onboardapis and others.
public struct TrainPortal: Equatable, Sendable {
    /// A member of the answer and one of its values.
    struct Member: Equatable, Sendable {
        let name: String
        let value: String
    }

    /// The name after `train://`.
    let name: String
    let url: String
    /// Names of members; a dot leads into an object.
    var latitude = "latitude"
    var longitude = "longitude"
    /// Seconds or milliseconds since 1970, or text in ISO 8601; nil: the time of arrival.
    var time: String?
    /// In metres per second, unless the next says otherwise.
    var speed = "speed"
    var isSpeedInKilometresPerHour = false
    var course: String?
    /// The member that marks an answer with a position, and the one that marks an answer without.
    var valid: Member?
    var invalid: Member?

    static let all: [TrainPortal] = [
        TrainPortal(
            name: "ice", url: "https://iceportal.de/api1/rs/status", time: "serverTime", isSpeedInKilometresPerHour: true,
            valid: Member(name: "gpsStatus", value: "VALID")),
        sncf("sncf", "https://wifi.sncf/router/api/train/gps"),
        sncf("intercites", "https://wifi.intercites.sncf/router/api/train/gps"),
        sncf("ouigo", "https://ouifi.ouigo.com:8084/api/gps"),
        sncf("lyria", "https://wifi.tgv-lyria.com/router/api/train/gps"),
        sncf("normandie", "https://wifi.normandie.fr/router/api/train/gps"),
        TrainPortal(
            name: "oebb", url: "https://railnet.oebb.at/api/gps", latitude: "JSON.lat", longitude: "JSON.lon", speed: "JSON.speed",
            isSpeedInKilometresPerHour: true),
        passengera("cd", "http://cdwifi.cz"),
        passengera("mav", "http://portal.mav.hu"),
        TrainPortal(name: "flixtrain", url: "https://media.flixbus.com/services/pis/v1/position"),
        TrainPortal(
            name: "eurostar", url: "https://www.ombord.info/api/jsonp/position/", time: "time", course: "cmg",
            invalid: Member(name: "satellites", value: "0")),
        TrainPortal(name: "agilis", url: "http://hsp.hotsplots.net/status.json", latitude: "lat", longitude: "lng", time: "ts"),
    ]

    private static func sncf(_ name: String, _ url: String) -> TrainPortal {
        TrainPortal(name: name, url: url, time: "timestamp", course: "heading", invalid: Member(name: "fix", value: "-1"))
    }

    private static func passengera(_ name: String, _ server: String) -> TrainPortal {
        TrainPortal(
            name: name, url: "\(server)/portal/api/vehicle/realtime", latitude: "gpsLat", longitude: "gpsLng",
            isSpeedInKilometresPerHour: true)
    }

    /// The content of an answer.
    enum Answer: Equatable {
        /// A JSON line with `time`, `lat`, `lon` and what else is known; and the time as the portal wrote it.
        case position(line: String, time: String?)
        /// The portal has no position at present, as in a tunnel.
        case none
        /// It is not the expected JSON, but for example a page that asks the passenger to accept conditions.
        case other
    }

    /// Reads an answer.
    /// - Parameter now: The time of arrival, in seconds since 1970.
    func read(_ answer: [UInt8], now: Double) -> Answer {
        // Some servers wrap the object in a function call (JSONP).
        guard let first = answer.firstIndex(of: UInt8(ascii: "{")), let last = answer.lastIndex(of: UInt8(ascii: "}")), first < last,
            let object = try? JSONValue(reading: Array(answer[first...last]), source: name)
        else { return .other }
        func text(_ path: String) -> String? {
            switch path.split(separator: ".").reduce(Optional(object), { $0?[String($1)] }) {
            case .text(let text): text
            case .digits(let digits): digits
            default: nil
            }
        }
        func number(_ path: String) -> Double? { text(path).flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil } }
        if let valid, text(valid.name) != valid.value { return text(valid.name) == nil ? .other : .none }
        if let invalid, text(invalid.name) == invalid.value { return .none }
        guard let latitude = number(latitude), let longitude = number(longitude) else { return .other }
        // Receivers without a position report the point where equator and prime meridian cross.
        if latitude == 0, longitude == 0 { return .none }
        let written = time.flatMap(text)
        let speed = number(speed).flatMap { $0 >= 0 ? (isSpeedInKilometresPerHour ? $0 / 3.6 : $0) : nil }
        let course = course.flatMap(number).flatMap { (0...360).contains($0) ? $0 : nil }
        let position = JSONValue.object(known: [
            ("time", written.map(JSONValue.text) ?? .digits(DecimalFormat.fixed(now, 3))), ("lat", .number(latitude)),
            ("lon", .number(longitude)), ("speed", speed.map(JSONValue.number)), ("course", course.map(JSONValue.number)),
            ("altitude", number("altitude").map(JSONValue.number)),
        ])
        return .position(line: position.line, time: written)
    }
}
