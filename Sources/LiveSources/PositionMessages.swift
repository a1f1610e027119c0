// SPDX-License-Identifier: MIT
import Foundation
import OpenSoundControl
import PlainText

/// Converts positions from Open Sound Control and TUIO 1.1 (https://www.tuio.org/?specification) into lines of JSON: `id`, `x`,
/// `y`, `z` and the message's other values. Value type.
struct PositionMessages {
    /// The line of a message; nil if it holds no position. TUIO addresses are read by their profile, others by their numbers: two
    /// or three, or a name and two or three.
    func line(of message: OSCMessage, at time: Double) -> String? {
        message.address.hasPrefix("/tuio/") ? tuio(message, at: time) : plain(message, at: time)
    }

    /// `/dancer/anna 1.5 2.25`, `/xy "anna" 1.5 2.25`, `/position 7 1.5 2.25 0.8`.
    private func plain(_ message: OSCMessage, at time: Double) -> String? {
        var arguments = message.arguments[...]
        var name = message.address
        if case .text(let text)? = arguments.first {
            name = text
            arguments.removeFirst()
        } else if case .integer(let number)? = arguments.first, arguments.count >= 3 {
            name += "/\(number)"
            arguments.removeFirst()
        }
        let numbers = arguments.map(Self.number)
        guard numbers.count == 2 || numbers.count == 3, numbers.allSatisfy({ $0 != nil }) else { return nil }
        return Self.line(name, time, zip(["x", "y", "z"], numbers.compactMap { $0 }))
    }

    /// The names of a profile's numbers after `set` and the session number. The name `height` is avoided: it would be read as the
    /// altitude.
    private static let profiles: [String: [String]] = [
        "2Dcur": ["x", "y", "vx", "vy", "acceleration"],
        "2Dobj": ["class", "x", "y", "angle", "vx", "vy", "rotation", "acceleration", "turnAcceleration"],
        "2Dblb": ["x", "y", "angle", "boxWidth", "boxHeight", "area", "vx", "vy", "rotation", "acceleration", "turnAcceleration"],
        "25Dcur": ["x", "y", "z", "vx", "vy", "vz", "acceleration"],
        "3Dcur": ["x", "y", "z", "vx", "vy", "vz", "acceleration"],
    ]

    private func tuio(_ message: OSCMessage, at time: Double) -> String? {
        let profile = String(message.address.dropFirst("/tuio/".count))
        guard let names = Self.profiles[profile], message.arguments.first == .text("set"), message.arguments.count == names.count + 2,
            case .integer(let session) = message.arguments[1]
        else { return nil }
        let numbers = message.arguments.dropFirst(2).map(Self.number)
        guard numbers.allSatisfy({ $0 != nil }) else { return nil }
        return Self.line("\(profile) \(session)", time, zip(names, numbers.compactMap { $0 }))
    }

    private static func number(_ argument: OSCMessage.Argument) -> Double? {
        switch argument {
        case .number(let value): value.isFinite ? value : nil
        case .integer(let value): Double(value)
        default: nil
        }
    }

    private static func line(_ name: String, _ time: Double, _ values: some Sequence<(String, Double)>) -> String {
        let members = values.map { "\(JSONText.quoted($0)):\($1)" }.joined(separator: ",")
        return "{\"id\":\(JSONText.quoted(name)),\"time\":\(DecimalFormat.fixed(time, 6)),\(members)}"
    }
}
