import DeterministicMath

/// Why an engine cannot be made.
public enum EngineError: Error, Equatable, Sendable {
    /// The rate is none of `EngineConfiguration.sampleRates`; take one of them.
    case unsupportedSampleRate(Int)
    /// This machine does not run it; take one of which `isSupported` is true.
    case unsupportedInstructionSet(InstructionSet)
}

/// What is fixed for the life of an engine.
public struct EngineConfiguration: Sendable {
    /// The rates the engine runs at, in Hz.
    public static let sampleRates = [44_100, 48_000, 88_200, 96_000, 176_400, 192_000]
    /// Frames in a quantum, the engine's own step.
    public static var quantum: Int { @_noLocks get { 64 } }
    /// The most tracks that are heard at once.
    public static let mostTracks = 64
    /// Drops that several tracks can sound at once, all together; where they come and go, without the first one's.
    static let sharedVoices: Float = 65_536

    public var sampleRate: Int = 48_000
    /// Every random number comes from it: the same seed and timeline give the same bytes.
    public var seed: UInt64 = 1
    /// Where the channels of the sound go.
    public var layout = SpeakerLayout.stereo
    /// The parameters before the first timeline entry: of the one track, or of the soundscape behind several.
    /// `drops.voices` is read from here, once.
    public var parameters = SynthParameters()
    /// Each track's own parameters before its first entry, at most 64, where several share a soundscape. Empty for one track,
    /// to whose timeline the soundscape belongs.
    public var tracks: [SynthParameters] = []
    /// True where tracks come and go, so that nobody knows how many of them sound: the first may be alone.
    public var comeAndGo = false
    /// Which layers reach the mix; of the others only what they do to these (the ducking) is heard.
    public var layers = SoundLayers.all
    /// False leaves out the limiter and its delay: layers rendered one by one add up to the mix that it is given.
    public var limits = true
    /// What the inner loops are compiled for; never a difference in the bytes.
    public var instructionSet = InstructionSet.standard
    public init() {}

    /// The parts that an engine begins with, each with a timeline of its own: the tracks, and behind several the soundscape.
    var parts: [PartConfiguration] {
        guard !tracks.isEmpty else {
            return [PartConfiguration(engine: self, seed: seed, parameters: parameters, layers: layers)]
        }
        let soundscape = PartConfiguration(
            engine: self, seed: seed, parameters: parameters, layers: layers.subtracting(.read), isTrack: false)
        return tracks.indices.map { part(ofTrack: $0, tracks[$0]) } + [soundscape]
    }

    /// The part of one of several tracks: what is read of it.
    func part(ofTrack index: Int, _ parameters: SynthParameters) -> PartConfiguration {
        var part = PartConfiguration(
            engine: self, seed: StreamID.seed(seed, part: index), parameters: parameters, layers: layers.intersection(.read))
        let count = comeAndGo ? Self.mostTracks : tracks.count
        if index > 0 || !comeAndGo {
            part.parameters[.dropsVoices] = min(parameters[.dropsVoices], Self.sharedVoices / Float(count))
        }
        part.tonePhase = comeAndGo ? Self.tonePhase(index) : Self.tonePhase(index, of: count)
        return part
    }

    /// Where the tone of a track starts, in turns. Tones of one pitch that lie evenly apart by fractions of a hertz have a
    /// steady sum, as loud as their powers together, if their phases grow by the square (M. Schroeder, IEEE Trans. Inf. Theory
    /// IT-16, 1970); in step they would begin with a swell and then be too soft.
    static func tonePhase(_ index: Int, of count: Int) -> Double {
        let turns = Double(index * index) / Double(2 * max(count, 1))
        return turns - turns.rounded(.down)
    }

    /// The same where their number is not known and the frequencies lie as far apart as halving brings them: the phases of
    /// all of them. The sum of fewer comes and goes, but so fast that its power over seconds is theirs together.
    static func tonePhase(_ index: Int) -> Double {
        let place = DeterministicMath.vanDerCorput(index)
        let turns = Double(mostTracks / 2) * place * place
        return turns - turns.rounded(.down)
    }
}

/// What a part of an engine is made from.
struct PartConfiguration {
    /// Rate, layout and instruction set.
    let engine: EngineConfiguration
    let seed: UInt64
    var parameters: SynthParameters
    let layers: SoundLayers
    /// False for the soundscape behind several tracks.
    var isTrack = true
    /// Where in its turn the tone starts, 0 ..< 1.
    var tonePhase = 0.0
    /// True for a part that is silent until a `start`.
    var rests = false
}

extension StreamID {
    /// The seed of one of several tracks: the first one's is the engine's own.
    static func seed(_ seed: UInt64, part: Int) -> UInt64 {
        part == 0 ? seed : SplitMix64.mix(SplitMix64.mix(seed) ^ (0x10_000 &+ UInt64(truncatingIfNeeded: part)))
    }
}
