// SPDX-License-Identifier: MIT
import OpenSoundControl
import RainSynthesis
import Sonification
import Tracking
import Transport

/// The request in a message from outside.
public enum RemoteRequest: Equatable, Sendable {
    case command(PlaybackCommand)
    /// Queries a value.
    case get(String)
    /// Queries every parameter with its value.
    case list
    /// Changes to the preset of a name.
    case preset(String)
    /// Strikes the sound of the preset's event of a name.
    case strike(String)

    /// The names other than those of the parameter table.
    static let names = ["gain", "mute", "pause", "speed", "seek", "skip", "release", "get", "list", "preset", "strike"]

    /// Parses `/amaoto/drops/rate 1200`, `/drops.rate 1200`, `/amaoto/mute`.
    /// - Returns: the request, and a fault if its value had to be clamped.
    static func read(_ message: OSCMessage) throws(RemoteFault) -> (request: RemoteRequest, clamped: RemoteFault?) {
        let name = plain(message.address)
        let first = message.arguments.first
        switch name {
        case "list": return (.list, nil)
        case "get": return (.get(plain(try text(first, name, expected: "a name, such as drops.rate"))), nil)
        case "preset": return (.preset(try text(first, name, expected: "a preset's name, such as drizzle")), nil)
        case "strike": return (.strike(try text(first, name, expected: "an event's name, such as arrived")), nil)
        case "release":
            guard let first else { return (.command(.release(nil)), nil) }
            let released = try text(first, name, expected: "a parameter's name, or nothing for all")
            return (.command(.release(try parameter(plain(released)).id)), nil)
        case "mute": return (.command(try flag(first, name).map { .setMuted($0) } ?? .toggleMute), nil)
        case "pause": return (.command(try flag(first, name).map { .setPaused($0) } ?? .togglePause), nil)
        case "gain":
            let (value, clamped) = try number(first, name, in: PlaybackCommand.gains, unit: " dB")
            return (.command(.setVolume(value)), clamped)
        case "speed":
            let (value, clamped) = try number(first, name, in: PlaybackCommand.speeds, unit: " times the track's")
            return (.command(.setSpeed(value)), clamped)
        case "seek":
            let (value, clamped) = try number(first, name, in: 0...1e9, unit: " s of the track")
            return (.command(.seekTo(value)), clamped)
        case "skip":
            let (value, clamped) = try number(first, name, in: -1e6...1e6, unit: " s of sound")
            return (.command(.seek(value)), clamped)
        default:
            let spec = try parameter(name)
            let (value, clamped) = try self.value(first, of: spec)
            return (.command(.override(spec.id, value)), clamped)
        }
    }

    /// Converts a name to the form used in the parameter table.
    private static func plain(_ name: String) -> String {
        var parts = name.split(separator: "/")
        if parts.first == "amaoto", parts.count > 1 { parts.removeFirst() }
        return parts.joined(separator: ".")
    }

    // MARK: Arguments

    private static func parameter(_ name: String) throws(RemoteFault) -> ParameterSpec {
        if let spec = ParameterTable.spec(named: name) { return spec }
        throw .unknown(String(name.prefix(80)), nearest: NearestName.of(name, in: ParameterTable.all.map(\.name) + names))
    }

    private static func text(_ argument: OSCMessage.Argument?, _ name: String, expected: String) throws(RemoteFault) -> String {
        guard case .text(let text)? = argument else { throw .argument(name, expected: expected) }
        return text
    }

    /// Reads a parameter's value: a number in its unit, or the name of a choice.
    private static func value(
        _ argument: OSCMessage.Argument?, of spec: ParameterSpec
    ) throws(RemoteFault) -> (Float, RemoteFault?) {
        if spec.fixedAtStart { throw .fixed(spec.name) }
        guard spec.choices.isEmpty else {
            if case .text(let word)? = argument, let index = spec.choices.firstIndex(of: word) { return (Float(index), nil) }
            if let number = plainNumber(argument), number >= 0, number < Double(spec.choices.count), number == number.rounded() {
                return (Float(number), nil)
            }
            throw .argument(spec.name, expected: "one of " + spec.choices.joined(separator: ", "))
        }
        let (value, clamped) = try number(argument, spec.name, in: spec.limits, unit: spec.unit.isEmpty ? "" : " " + spec.unit)
        return (Float(value), clamped)
    }

    private static func number(
        _ argument: OSCMessage.Argument?, _ name: String, in limits: ClosedRange<Double>, unit: String
    ) throws(RemoteFault) -> (Double, RemoteFault?) {
        let low = PlainNumber.display(limits.lowerBound), high = PlainNumber.display(limits.upperBound)
        guard let value = plainNumber(argument) else { throw .argument(name, expected: "a number from \(low) to \(high)\(unit)") }
        let taken = min(max(value, limits.lowerBound), limits.upperBound)
        guard taken != value else { return (value, nil) }
        return (
            taken,
            .clamped(name, value: PlainNumber.display(value), limits: "\(low) to \(high)\(unit)", taken: PlainNumber.display(taken))
        )
    }

    /// Reads a finite number; controllers that can only send text may send it as text.
    private static func plainNumber(_ argument: OSCMessage.Argument?) -> Double? {
        switch argument {
        case .integer(let value)?: Double(value)
        case .number(let value)? where value.isFinite: value
        case .flag(let flag)?: flag ? 1 : 0
        case .text(let text)?: PlainNumber.read(text)
        default: nil
        }
    }

    /// Reads a flag; nil if there is no argument, which toggles the state.
    private static func flag(_ argument: OSCMessage.Argument?, _ name: String) throws(RemoteFault) -> Bool? {
        guard let argument else { return nil }
        guard let value = plainNumber(argument) else { throw .argument(name, expected: "1 or 0, or no argument to toggle") }
        return value != 0
    }
}
