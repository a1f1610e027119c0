// SPDX-License-Identifier: MIT
import CRainKernel

/// The engine's plan for a speaker layout.
struct SurroundPlan: BitwiseCopyable {
    /// How the pairs become channels.
    enum Encoding: BitwiseCopyable {
        /// Each channel feeds a loudspeaker.
        case loudspeakers
        case ambisonic
        case binaural
    }

    let encoding: Encoding
    /// Pairs of loudspeakers, the front one included.
    let pairs: Int
    /// Pairs of output channels that carry sound.
    let outputs: Int
    /// Channels of a frame.
    let channels: Int
    /// The index of each pair's left channel in a frame; its right channel follows.
    let places: SIMD4<Int>

    init(_ layout: SpeakerLayout) {
        channels = layout.engineChannels
        switch layout {
        case .mono, .stereo: (encoding, pairs, places) = (.loudspeakers, 1, SIMD4(0, 0, 0, 0))
        case .quad: (encoding, pairs, places) = (.loudspeakers, 2, SIMD4(0, 2, 0, 0))
        // The centre and the low-frequency channel stay silent (docs/space.md says why).
        case .surround51: (encoding, pairs, places) = (.loudspeakers, 2, SIMD4(0, 4, 0, 0))
        case .surround71: (encoding, pairs, places) = (.loudspeakers, 3, SIMD4(0, 6, 4, 0))
        case .ambisonic: (encoding, pairs, places) = (.ambisonic, 3, SIMD4(0, 2, 0, 0))
        case .binaural: (encoding, pairs, places) = (.binaural, 3, SIMD4(0, 0, 0, 0))
        }
        outputs = encoding == .ambisonic ? 2 : encoding == .binaural ? 1 : pairs
    }

    /// The azimuths of a pair's virtual loudspeakers in turns, anticlockwise from straight ahead. Three pairs form a regular
    /// hexagon, each a side of its own, so that what both channels of a pair share comes evenly from all directions too.
    static func azimuths(pair: Int) -> (left: Double, right: Double) {
        let middle = 120 * Double(pair)
        return ((middle + 30) / 360, (middle - 30) / 360)
    }
}

extension SurroundPlan {
    /// Writes a quantum's frames, channel by channel; channels without a signal are 0. Measures the levels: the largest peak of a
    /// pair, and the power of all pairs together.
    /// - Parameters:
    ///   - planes: left, right, left, ... of each pair of channels that carries sound.
    ///   - levels: room for four numbers.
    @_noLocks func interleave(
        _ planes: UnsafePointer<UnsafeMutablePointer<Float>>, into output: UnsafeMutablePointer<Float>,
        levels: UnsafeMutablePointer<Float>, _ isa: crain_isa, _ telemetry: inout Telemetry
    ) {
        if channels > 2 &* outputs {
            for index in 0..<EngineConfiguration.quantum &* channels { output[index] = 0 }
        }
        for index in 0..<4 { levels[index] = 0 }
        for pair in 0..<outputs {
            crain_interleave(isa, planes[2 &* pair], planes[2 &* pair &+ 1], output + places[pair], channels, levels)
        }
        var power = SIMD2(levels[2], levels[3])
        // The power of a sound field is that of its pressure, W; the other channels carry its direction.
        if case .ambisonic = encoding {
            var pressure: Float = 0
            for frame in 0..<EngineConfiguration.quantum { pressure += planes[0][frame] * planes[0][frame] }
            power = SIMD2(repeating: pressure * 0.5)
        }
        (telemetry.peakLeft, telemetry.peakRight) = (levels[0], levels[1])
        (telemetry.powerLeft, telemetry.powerRight) = (power.x * Ramp.perFrame, power.y * Ramp.perFrame)
    }
}
