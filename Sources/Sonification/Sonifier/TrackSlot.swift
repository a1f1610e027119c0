import DeterministicMath
import RainSynthesis

/// The position and material of one of several tracks in the rain, chosen so that neighbours can be told apart and identical
/// tracks do not merge.
public struct TrackSlot: Equatable, Sendable {
    /// Among the tracks, in the order of their appearance; the first keeps the preset's own place and material.
    public let index: Int
    /// The choice of `drops.material` that it rests at.
    fileprivate let material: Int
    /// dB by which drops are louder on it than on the first track's.
    private let excess: Float
    /// What the tone's frequency is multiplied with: equal tones in step would add up to more than their power.
    private let detune: Float

    /// The place of a track that is alone.
    public static let alone = TrackSlot(0, apart: 0, material: 0, excess: 0)

    /// - Parameter apart: by how much of what tones may lie apart its own does, 0 ..< 1.
    private init(_ index: Int, apart: Double, material: Int, excess: Float) {
        self.index = index
        self.material = material
        self.excess = excess
        detune = index == 0 ? 1 : Float(DeterministicMath.exp2(apart * Self.detuning / 12))
    }

    /// The places of so many tracks, in their order. Takes the time to render some drops.
    /// - Parameter comeAndGo: true where nobody knows how many of them are taken: the first ones then are as far apart as few are.
    public static func places(_ count: Int, in preset: Preset, comeAndGo: Bool = false) -> [TrackSlot] {
        guard count > 1 else { return [.alone] }
        let resting = preset.restingParameters
        let choices = ParameterTable.spec(.dropsMaterial).choices.count
        let first = min(max(Int(exactly: resting[.dropsMaterial].rounded()) ?? 0, 0), choices - 1)
        // Each material once, however many tracks there are.
        let materials = (0..<min(count, choices)).map { (first + $0) % choices }
        let excess = MaterialLoudness.differences(resting, on: materials, than: first)
        return (0..<count).map { index in
            // Evenly, which the phases at which an ensemble's tones start count on.
            let apart = comeAndGo ? DeterministicMath.vanDerCorput(index) : Double(index) / Double(count)
            return TrackSlot(index, apart: apart, material: materials[index % materials.count], excess: excess[index % materials.count])
        }
    }

    /// A set of the track's as it sounds at this place: its tone a little apart from others', and its drops as loud on its
    /// material as the first one's.
    public func applied(to set: SynthParameters) -> SynthParameters {
        var set = set
        set[.toneFrequency] *= detune
        let off = ParameterTable.spec(.dropsLevel).range.lowerBound
        if excess != 0, set[.dropsMaterial] == Float(material), set[.dropsLevel] > off { set[.dropsLevel] -= excess }
        return set
    }

    /// How far to the side the places reach.
    private static let stage = 0.9
    /// How far drops scatter around a place at most.
    fileprivate static let width: Float = 0.3
    /// Semitones by which tones may lie apart, less than is heard as another pitch.
    private static let detuning = 0.16
    /// Seconds by which the notes of one moment may lie apart.
    private static let spread = 0.04

    /// Evenly spread over 0 ..< 1, however many there are, and neighbours far apart (the additive recurrence of the golden
    /// section, R. Kronecker's sequence).
    private var share: Double {
        let turns = 0.5 + Double(index) * 0.618_033_988_749_894_9
        return turns - DeterministicMath.floor(turns)
    }

    /// -1 left ... 1 right.
    public var pan: Double { index == 0 ? 0 : (2 * share - 1) * Self.stage }

    /// Frames by which notes come later, at random, since equal ones would add up to more than their power, and evenly spread
    /// ones to less.
    public func delay(sampleRate: Int) -> Int64 {
        guard index > 0 else { return 0 }
        let share = Double(CategoryHash.place(of: "part \(index)", among: 1 << 20)) / Double(1 << 20)
        return Int64(DeterministicMath.round(share * Self.spread * Double(sampleRate)))
    }
}

extension Preset {
    /// The same at the place of one of several tracks. What the preset maps is as the mapping says; the place and the material
    /// are what it rests at.
    public func placed(at place: TrackSlot) -> Preset {
        guard place.index > 0 else { return self }
        var preset = with(.dropsPan, at: Float(place.pan))
        preset = preset.with(.dropsMaterial, at: Float(place.material))
        preset = preset.with(.dropsWidth, at: min(restingParameters[.dropsWidth], TrackSlot.width))
        for index in preset.events.indices { preset.events[index].play.pan = place.pan }
        return preset
    }
}
