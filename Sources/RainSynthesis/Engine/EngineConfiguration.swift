// SPDX-License-Identifier: MIT
import DeterministicMath

/// The reasons why an engine cannot be made.
public enum EngineError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The rate is not one of `EngineConfiguration.sampleRates`; use one of those.
    case unsupportedSampleRate(Int)
    /// This machine does not support the instruction set; use one whose `isSupported` is true.
    case unsupportedInstructionSet(InstructionSet)

    public var description: String {
        switch self {
        case .unsupportedSampleRate(let rate):
            "The sample rate \(rate) Hz is not supported; use one of "
                + EngineConfiguration.sampleRates.map(String.init).joined(separator: ", ") + "."
        case .unsupportedInstructionSet(let set): InstructionSetError.unsupported(set).description
        }
    }
}

/// The settings that are fixed for the life of an engine.
public struct EngineConfiguration: Sendable {
    /// The supported sample rates in Hz.
    public static let sampleRates = [44_100, 48_000, 88_200, 96_000, 176_400, 192_000]
    /// Frames in a quantum, the engine's control block.
    public static var quantum: Int { @_noLocks get { 64 } }
    /// The maximum number of simultaneous tracks.
    static let mostTracks = 64
    /// The number of drop voices that several tracks share; where tracks come and go, it excludes the first track's.
    private static let sharedVoices: Float = 65_536

    public var sampleRate: Int = 48_000
    /// The seed of all random numbers: the same seed and timeline render the same bytes.
    public var seed: UInt64 = 1
    /// The speaker layout of the output.
    public var layout = SpeakerLayout.stereo
    /// The parameters before the first timeline entry, of the single track or of the soundscape behind several.
    /// `drops.voices` is read from here, once.
    public var parameters = SynthParameters()
    /// The parameters of each track before its first entry, for at most 64 tracks that share a soundscape. Empty for a single
    /// track, whose timeline also drives the soundscape.
    public var tracks: [SynthParameters] = []
    /// True if tracks come and go, so that the number of sounding tracks is unknown: the first may be alone.
    public var comeAndGo = false
    /// The layers that reach the mix; the others affect it only by ducking.
    public var layers = SoundLayers.all
    /// False omits the limiter and its delay, so that layers rendered one by one add up to the limiter's input.
    public var limits = true
    /// The instruction set of the inner loops; it never changes the rendered bytes.
    public var instructionSet = InstructionSet.standard
    public init() {}

    /// The initial parts of an engine, each with its own timeline: the tracks and, behind several, the soundscape.
    var parts: [PartConfiguration] {
        guard !tracks.isEmpty else {
            return [PartConfiguration(engine: self, seed: seed, parameters: parameters, layers: layers)]
        }
        let soundscape = PartConfiguration(
            engine: self, seed: seed, parameters: parameters, layers: layers.subtracting(.read), isTrack: false)
        return tracks.indices.map { part(ofTrack: $0, tracks[$0]) } + [soundscape]
    }

    /// The part of one of several tracks: its reading layers.
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

    /// The starting phase of a track's tone, in turns. Tones of one pitch, evenly spaced by fractions of a hertz, have a steady
    /// sum, as loud as their combined power, if their phases grow quadratically (M. Schroeder, IEEE Trans. Inf. Theory IT-16,
    /// 1970); in phase they would begin with a swell and then be too soft.
    static func tonePhase(_ index: Int, of count: Int) -> Double {
        let turns = Double(index * index) / Double(2 * max(count, 1))
        return turns - turns.rounded(.down)
    }

    /// The same for an unknown number of tracks, whose frequencies are spaced by repeated halving: the phases of the full set.
    /// The sum of fewer tones beats, but so fast that its power over seconds is their combined power.
    private static func tonePhase(_ index: Int) -> Double {
        let place = DeterministicMath.vanDerCorput(index)
        let turns = Double(mostTracks / 2) * place * place
        return turns - turns.rounded(.down)
    }
}

/// The settings from which a part of an engine is made.
struct PartConfiguration {
    /// The source of rate, layout and instruction set.
    let engine: EngineConfiguration
    let seed: UInt64
    var parameters: SynthParameters
    let layers: SoundLayers
    /// False for the soundscape behind several tracks.
    var isTrack = true
    /// The starting phase of the tone in turns, 0 ..< 1.
    var tonePhase = 0.0
    /// True for a part that is silent until a `start`.
    var rests = false
}

extension StreamID {
    /// The seed of one of several tracks: the first track has the engine's seed.
    static func seed(_ seed: UInt64, part: Int) -> UInt64 {
        part == 0 ? seed : StreamID.seed(seed, pair: 0x10_000 + part)
    }
}
