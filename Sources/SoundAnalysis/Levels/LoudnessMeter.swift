// SPDX-License-Identifier: MIT
import CEBUR128
import Foundation

/// Measures loudness after EBU R 128 / ITU-R BS.1770 and true peak, through libebur128. One thread at a time.
///
/// One channel is measured as one loudspeaker: a mono file reads 3 LU less than the same sound on two channels. Four channels are
/// taken as quad, six as 5.1 and eight as 7.1, in the order of WAVE files; the LFE is not measured.
public final class LoudnessMeter {
    private var state: UnsafeMutablePointer<ebur128_state>?
    private let sampleRate: Int
    private let channelCount: Int
    private var interleaved: [Float] = []
    /// Frames already added to the current tenth of a second.
    private var filled = 0
    private var tenths: Int64 = 0

    /// The highest momentary (400 ms) and short-term (3 s) loudness so far, LUFS.
    private(set) var momentaryMaximum = -Double.infinity
    private(set) var shortTermMaximum = -Double.infinity

    /// - Precondition: 1 ... 64 channels, a rate of 16 Hz ... 2.8 MHz (libebur128's own limits).
    public init(sampleRate: Int, channelCount: Int) {
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        let modes = [EBUR128_MODE_I, EBUR128_MODE_S, EBUR128_MODE_TRUE_PEAK].reduce(0) { $0 | $1.rawValue }
        state = ebur128_init(UInt32(channelCount), UInt(sampleRate), Int32(modes))
        precondition(state != nil, "libebur128 takes no \(channelCount) channels at \(sampleRate) Hz")
        if channelCount == 8, let state {
            // libebur128 ignores channels after the sixth, and treats 5.1's surround pair as 7.1's rear pair.
            let sides: [(UInt32, channel)] = [
                (4, EBUR128_Mp135), (5, EBUR128_Mm135), (6, EBUR128_Mp090), (7, EBUR128_Mm090),
            ]
            for (place, side) in sides { ebur128_set_channel(state, place, Int32(side.rawValue)) }
        }
    }

    deinit { ebur128_destroy(&state) }

    public func add(_ block: Sound) {
        guard let state else { return }
        // EBU Tech 3341 measures in steps of a tenth of a second; the block size must not change the maxima.
        let tenth = sampleRate / 10
        var start = 0
        while start < block.frames {
            let count = min(tenth - filled, block.frames - start)
            interleaved.removeAll(keepingCapacity: true)
            for frame in start..<start + count {
                for channel in block.channels { interleaved.append(channel[frame]) }
            }
            ebur128_add_frames_float(state, interleaved, count)
            filled += count
            start += count
            if filled == tenth {
                filled = 0
                tenths += 1
                noteMaxima(state)
            }
        }
    }

    private func noteMaxima(_ state: UnsafeMutablePointer<ebur128_state>) {
        var loudness = 0.0
        if tenths >= 4, ebur128_loudness_momentary(state, &loudness) == 0 {
            momentaryMaximum = max(momentaryMaximum, loudness)
        }
        if tenths >= 30, ebur128_loudness_shortterm(state, &loudness) == 0 {
            shortTermMaximum = max(shortTermMaximum, loudness)
        }
    }

    /// The integrated (gated) loudness so far, LUFS; minus infinity for silence or less than 400 ms.
    public var integrated: Double {
        guard let state else { return -.infinity }
        var loudness = 0.0
        return ebur128_loudness_global(state, &loudness) == 0 ? loudness : -.infinity
    }

    /// The true peak of a channel, linear.
    public func truePeak(channel: Int) -> Double {
        guard let state else { return 0 }
        var peak = 0.0
        return ebur128_true_peak(state, UInt32(channel), &peak) == 0 ? peak : 0
    }
}
