// SPDX-License-Identifier: MIT
/// A part of the sound that can be rendered separately; all layers together are the mix before the limiter.
public enum SoundLayer: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The reading drops, with the materials they fall on.
    case drops
    /// Physical rain: its drops and bed, on its surface and in its room, and the water that runs off.
    case rain
    case wind
    case thunder
    /// The continuous noise.
    case bed
    /// The wash that swells for uncertainty.
    case wash
    case tone
    /// The event notes.
    case strikes
    /// Wheels on the joints of the track.
    case rails

    /// The name that files and logs use.
    public var name: String { rawValue }

    /// The layer that a parameter shapes; nil for one of the mix. Control side.
    public init?(of parameter: ParameterID) {
        self.init(rawValue: String(ParameterTable.spec(parameter).name.prefix { $0 != "." }))
    }

    /// The parameters that each turn the layer off at the bottom of their range. Control side.
    public var switches: [ParameterID] {
        ParameterTable.all.filter { $0.turnsLayerOff && SoundLayer(of: $0.id) == self }.map(\.id)
    }

    /// False when these values turn the layer off. The notes of events are on, whether or not there are events. Control side.
    public func isOn(_ parameters: SynthParameters) -> Bool {
        let colours: [ParameterID] = [.bedWhite, .bedPink, .bedBrown]
        if self == .bed, !colours.contains(where: { parameters[$0] > 0 }) { return false }
        return switches.allSatisfy { parameters[$0] > ParameterTable.spec($0).range.lowerBound }
    }
}
