// SPDX-License-Identifier: MIT
import OpenSoundControl
import RainSynthesis
import Sonification
import Tracking
import Transport

/// Builds the answers to queries from outside.
enum RemoteAnswer {
    enum Address: String {
        case value = "/amaoto/value"
        case parameter = "/amaoto/parameter"
        case listEnd = "/amaoto/list/end"
        case error = "/amaoto/error"
    }

    /// Name, value, and for a parameter the origin of the value: held, mapped or base.
    static func value(of name: String, _ status: PlaybackStatus) throws(RemoteFault) -> [OSCMessage.Argument] {
        switch name {
        case "gain": return [.text(name), .number(Double(status.gain))]
        case "mute": return [.text(name), .integer(status.isMuted ? 1 : 0)]
        case "pause": return [.text(name), .integer(status.isPaused ? 1 : 0)]
        case "speed": return [.text(name), .number(status.speed)]
        case "time":
            guard let time = status.time, let start = status.start else { throw .noTrack(name) }
            return [.text(name), .number(time.seconds(since: start))]
        default:
            guard let spec = ParameterTable.spec(named: name) else {
                let names = ParameterTable.all.map(\.name) + ["gain", "mute", "pause", "speed", "time"]
                throw .unknown(String(name.prefix(80)), nearest: NearestName.of(name, in: names))
            }
            return [.text(name), value(spec, Double(status.parameters[spec.id])), .text(origin(of: spec.id, status))]
        }
    }

    /// Name, value, minimum, maximum, default, unit, and the origin of the value; for a choice, the first and the last name
    /// instead of the limits.
    static func row(of spec: ParameterSpec, _ status: PlaybackStatus) -> [OSCMessage.Argument] {
        let limits = spec.limits
        let range: [OSCMessage.Argument] =
            spec.choices.isEmpty
            ? [.number(limits.lowerBound), .number(limits.upperBound)]
            : [.text(spec.choices.first ?? ""), .text(spec.choices.last ?? "")]
        return [.text(spec.name), value(spec, Double(status.parameters[spec.id]))] + range
            + [value(spec, Double(spec.defaultValue)), .text(spec.unit), .text(origin(of: spec.id, status))]
    }

    private static func value(_ spec: ParameterSpec, _ value: Double) -> OSCMessage.Argument {
        spec.choices.isEmpty ? .number(value) : .text(spec.choice(at: value) ?? "?")
    }

    private static func origin(of id: ParameterID, _ status: PlaybackStatus) -> String {
        if status.overrides[id] != nil { return "held" }
        return status.preset.mappings.contains { $0.parameter == id } ? "mapped" : "base"
    }
}
