/// What a layout asks of the engine.
struct SurroundPlan: BitwiseCopyable {
    /// How the pairs become channels.
    enum Encoding: BitwiseCopyable {
        /// Each channel is a loudspeaker's.
        case loudspeakers
        case ambisonic
        case binaural
    }

    let encoding: Encoding
    /// Pairs of loudspeakers, the front one included.
    let pairs: Int
    /// Pairs of channels that leave the engine with sound in them.
    let outputs: Int
    /// Channels of a frame.
    let channels: Int
    /// Which channel of a frame each pair's left one is; its right one follows.
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

    /// Where a virtual loudspeaker of a pair stands: its angle from straight ahead in turns, to either side. Three pairs
    /// are a regular hexagon, so that rain comes from everywhere alike.
    @_noLocks static func turns(pair: Int) -> Double { (30 + 60 * Double(pair)) / 360 }
}
