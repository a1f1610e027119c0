// SPDX-License-Identifier: MIT
import CEBUR128
import Foundation

/// Measures loudness after EBU R 128 / ITU-R BS.1770 and true peak, through libebur128. One thread at a time.
///
/// One channel is measured as one loudspeaker: a mono file reads 3 LU less than the same sound on two channels. Four channels are
/// taken as quad, six as 5.1, seven as 6.1 and eight as 7.1, in the order of WAVE files; the LFE is not measured. Of more than
/// eight, whose places are not known, each is measured as a loudspeaker in front.
public final class LoudnessMeter {
    private var state: UnsafeMutablePointer<ebur128_state>?
    private var interleaved: [Float] = []
    /// The most frames that are interleaved at once.
    private static let piece = 32_768

    /// - Parameter findsPeaks: false leaves the true peak out, which takes most of the time.
    /// - Precondition: 1 ... 64 channels, a rate of 16 Hz ... 2.8 MHz (libebur128's own limits).
    public init(sampleRate: Int, channelCount: Int, findsPeaks: Bool = true) {
        let modes = EBUR128_MODE_I.rawValue | (findsPeaks ? EBUR128_MODE_TRUE_PEAK.rawValue : 0)
        state = ebur128_init(UInt32(channelCount), UInt(sampleRate), Int32(modes))
        precondition(state != nil, "libebur128 takes no \(channelCount) channels at \(sampleRate) Hz")
        for (channel, side) in Self.sides(of: channelCount) { ebur128_set_channel(state, UInt32(channel), Int32(side.rawValue)) }
    }

    /// Where libebur128 has no place for a channel or another one: it ignores channels after the sixth, and treats 5.1's surround
    /// pair as those that follow the LFE.
    private static func sides(of channelCount: Int) -> [(channel: Int, side: channel)] {
        switch channelCount {
        case 7: [(4, EBUR128_Mp180), (5, EBUR128_Mp090), (6, EBUR128_Mm090)]
        case 8: [(4, EBUR128_Mp135), (5, EBUR128_Mm135), (6, EBUR128_Mp090), (7, EBUR128_Mm090)]
        case 9...: (0..<channelCount).map { ($0, EBUR128_CENTER) }
        default: []
        }
    }

    deinit { ebur128_destroy(&state) }

    public func add(_ block: Sound) {
        guard let state else { return }
        // In pieces, so that a complete sound is not copied at once.
        for start in stride(from: 0, to: block.frames, by: Self.piece) {
            let piece = start..<min(start + Self.piece, block.frames)
            interleaved.removeAll(keepingCapacity: true)
            for frame in piece {
                for channel in block.channels { interleaved.append(channel[frame]) }
            }
            ebur128_add_frames_float(state, interleaved, piece.count)
        }
    }

    /// The integrated (gated) loudness so far, LUFS; minus infinity for silence or less than 400 ms.
    public var integrated: Double {
        guard let state else { return -.infinity }
        var loudness = 0.0
        return ebur128_loudness_global(state, &loudness) == 0 ? loudness : -.infinity
    }

    /// The true peak of a channel, linear; 0 for a meter that does not find peaks.
    public func truePeak(channel: Int) -> Double {
        guard let state else { return 0 }
        var peak = 0.0
        return ebur128_true_peak(state, UInt32(channel), &peak) == 0 ? peak : 0
    }
}
