// SPDX-License-Identifier: MIT
import DeterministicMath
import RainSynthesis

/// The position and material of one of several tracks in the rain, chosen so that neighbours can be distinguished and identical
/// tracks do not merge.
public struct TrackSlot: Equatable, Sendable {
    /// The index among the tracks, in order of appearance; the first keeps the preset's own position and material.
    let index: Int
    /// The resting choice of `drops.material`.
    fileprivate let material: Int
    /// The factor for the tone's frequency: equal tones in phase would add up to more than their power.
    private let detune: Float

    /// The slot of a single track.
    public static let alone = TrackSlot(0, apart: 0, material: 0)

    /// - Parameter apart: this track's share of the maximum detuning, 0 ..< 1.
    private init(_ index: Int, apart: Double, material: Int) {
        self.index = index
        self.material = material
        detune = index == 0 ? 1 : Float(DeterministicMath.exp2(apart * Self.detuning / 12))
    }

    /// The slots of `count` tracks, in their order.
    /// - Parameter comeAndGo: true if the number of occupied slots is not known in advance; the first slots are then as far
    ///   apart as for a small count.
    public static func places(_ count: Int, in preset: Preset, comeAndGo: Bool = false) -> [TrackSlot] {
        guard count > 1 else { return [.alone] }
        let resting = preset.restingParameters
        let choices = ParameterTable.spec(.dropsMaterial).choices.count
        let first = min(max(Int(exactly: resting[.dropsMaterial].rounded()) ?? 0, 0), choices - 1)
        return (0..<count).map { index in
            // Evenly, as required by the phases at which an ensemble's tones start.
            let apart = comeAndGo ? DeterministicMath.vanDerCorput(index) : Double(index) / Double(count)
            return TrackSlot(index, apart: apart, material: (first + index) % choices)
        }
    }

    /// Adapts a track's parameter set to this slot: detunes its tone slightly.
    public func applied(to set: SynthParameters) -> SynthParameters {
        var set = set
        set[.toneFrequency] *= detune
        return set
    }

    /// The farthest pan position of a slot.
    private static let stage = 0.9
    /// The maximum width by which drops scatter around a position.
    fileprivate static let width: Float = 0.3
    /// The maximum detuning of tones in semitones, too small to be perceived as another pitch.
    private static let detuning = 0.16
    /// The maximum spread of simultaneous notes in seconds.
    private static let spread = 0.04

    /// Evenly spread over 0 ..< 1 for any number of tracks, with neighbours far apart (the additive recurrence of the golden
    /// section, R. Kronecker's sequence).
    private var share: Double {
        let turns = 0.5 + Double(index) * 0.618_033_988_749_894_9
        return turns - DeterministicMath.floor(turns)
    }

    /// -1 left ... 1 right.
    var pan: Double { index == 0 ? 0 : (2 * share - 1) * Self.stage }

    /// The delay of this track's notes in frames. It is pseudo-random: simultaneous equal notes would add up to more than their
    /// power, and evenly spaced ones to less.
    public func delay(sampleRate: Int) -> Int64 {
        guard index > 0 else { return 0 }
        let share = Double(CategoryHash.place(of: "part \(index)", among: 1 << 20)) / Double(1 << 20)
        return Int64(DeterministicMath.round(share * Self.spread * Double(sampleRate)))
    }
}

extension Preset {
    /// The preset adapted to the slot of one of several tracks. The slot sets the resting position and material; mappings of
    /// these parameters still apply.
    public func placed(at place: TrackSlot) -> Preset {
        guard place.index > 0 else { return self }
        var preset = with(.dropsPan, at: Float(place.pan))
        preset = preset.with(.dropsMaterial, at: Float(place.material))
        preset = preset.with(.dropsWidth, at: min(restingParameters[.dropsWidth], TrackSlot.width))
        for index in preset.events.indices { preset.events[index].play.pan = place.pan }
        return preset
    }
}
