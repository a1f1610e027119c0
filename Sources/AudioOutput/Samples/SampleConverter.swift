// SPDX-License-Identifier: MIT
import CRainKernel
import DeterministicMath
import RainSynthesis

/// Converts the engine's frames into the bytes of a device or a file.
///
/// Integers: clipped, rounded to nearest even; full scale 1.0 is 2^(bits-1), so that +1.0 clips to the largest value. Only 16 bit
/// is dithered (TPDF, 2 LSB peak to peak), from a dedicated seeded stream and frame by frame, so a file and a device get the same
/// bytes whatever the block size. NaN becomes 0. Floats pass unchanged.
public struct SampleConverter: ~Copyable {
    /// The format of the output.
    let format: SampleFormat
    /// Samples per frame, before and after. Two become one as their mean.
    let inputChannels: Int
    let channels: Int
    /// Bytes of one converted frame.
    let bytesPerFrame: Int
    private let widens24: Bool
    private let isa = InstructionSet.standard.kernel
    private var dither: InlineArray<4, DitherStream>
    /// The channel order. (Not an optional: in a debug build of Swift 6.3, a nil one next to an `InlineArray` reads as non-nil.)
    private let arrangement: ChannelArrangement

    /// - Parameter ditherSeed: the seed of the render, so that equal renders dither equally.
    public init(format: SampleFormat, layout: SpeakerLayout, ditherSeed: UInt64) {
        self.init(format: format, layout: layout, order: nil, ditherSeed: ditherSeed, widens24: false)
    }

    /// - Parameters:
    ///   - order: nil for the engine's order.
    ///   - widens24: 24-bit samples are stored in the upper bytes of 32, as libsndfile requires.
    init(format: SampleFormat, layout: SpeakerLayout, order: ChannelOrder?, ditherSeed: UInt64, widens24: Bool = false) {
        self.format = format
        inputChannels = layout.engineChannels
        channels = layout.channels
        self.widens24 = widens24 && format == .signed24
        let sampleBytes = self.widens24 ? 4 : format.bytesPerSample
        bytesPerFrame = channels * sampleBytes
        dither = InlineArray { DitherStream(seed: ditherSeed, pair: $0) }
        arrangement = ChannelArrangement(order, sampleBytes: sampleBytes)
    }

    /// Audio thread: converts `frames` frames; `output` must hold `frames * bytesPerFrame` bytes, aligned to 4.
    @_noLocks
    public mutating func convert(_ input: UnsafePointer<Float>, frames: Int, to output: UnsafeMutableRawPointer) {
        convertInOrder(input, frames, output)
        arrangement.arrange(output, frames: frames)
    }

    @_noLocks
    private mutating func convertInOrder(_ input: UnsafePointer<Float>, _ frames: Int, _ output: UnsafeMutableRawPointer) {
        let count = frames &* channels
        // Two channels become one as their mean.
        let means: Int32 = channels == 1 ? 1 : 0
        switch format {
        case .float32: convertFloat(input, frames, output.assumingMemoryBound(to: Float.self))
        case .signed32: crain_to_integers(isa, input, count, means, 0x1p31, 0, output.assumingMemoryBound(to: Int32.self))
        case .signed24:
            if widens24 {
                crain_to_integers(isa, input, count, means, 0x1p23, 8, output.assumingMemoryBound(to: Int32.self))
            } else {
                crain_to_bytes24(isa, input, count, means, output.assumingMemoryBound(to: UInt8.self))
            }
        case .signed16: convert16(input, frames, output.assumingMemoryBound(to: Int16.self))
        }
    }

    @_noLocks
    private func convertFloat(_ input: UnsafePointer<Float>, _ frames: Int, _ output: UnsafeMutablePointer<Float>) {
        if channels > 1 {
            for index in 0..<frames &* channels { output[index] = input[index] }
        } else {
            for index in 0..<frames { output[index] = (input[2 &* index] + input[2 &* index &+ 1]) * 0.5 }
        }
    }

    @_noLocks
    private mutating func convert16(_ input: UnsafePointer<Float>, _ frames: Int, _ output: UnsafeMutablePointer<Int16>) {
        if channels > 1 {
            for pair in 0..<channels &>> 1 {
                var stream = dither[pair]
                for index in 0..<frames {
                    let noise = stream.next()
                    let place = channels &* index &+ 2 &* pair
                    let left = Double(input[place]) * 0x1p15 + noise[0]
                    let right = Double(input[place &+ 1]) * 0x1p15 + noise[1]
                    output[place] = Self.nearest(left)
                    output[place &+ 1] = Self.nearest(right)
                }
                dither[pair] = stream
            }
        } else {
            var stream = dither[0]
            for index in 0..<frames {
                let noise = stream.next()
                let value = Self.middle(input, index) * 0x1p15 + noise[0]
                output[index] = Self.nearest(value)
            }
            dither[0] = stream
        }
    }

    /// The mean of left and right of frame `index`.
    @_noLocks @inline(__always)
    private static func middle(_ input: UnsafePointer<Float>, _ index: Int) -> Double {
        (Double(input[2 &* index]) + Double(input[2 &* index &+ 1])) * 0.5
    }

    /// Clips `value` to 16 bits and rounds it to the nearest integer, halves to even.
    ///
    /// Adding 1.5 * 2^52, whose unit in the last place is 1, makes the adder round (in the default mode: to nearest even); the
    /// integer is then in the low bits of the sum in two's complement.
    @_noLocks @inline(__always)
    private static func nearest(_ value: Double) -> Int16 {
        var clipped = value == value ? value : 0
        clipped = clipped < -0x1p15 ? -0x1p15 : clipped
        clipped = clipped > 0x1p15 - 1 ? 0x1p15 - 1 : clipped
        return Int16(truncatingIfNeeded: (clipped + 0x1.8p52).bitPattern)
    }
}

/// Triangular dither noise for two channels: xoshiro256++ (Blackman and Vigna 2019), one stream per lane.
private struct DitherStream: BitwiseCopyable, Sendable {
    private var s0: SIMD2<UInt64>
    private var s1: SIMD2<UInt64>
    private var s2: SIMD2<UInt64>
    private var s3: SIMD2<UInt64>

    /// FNV-1a of "dither": separates these streams from every other stream of the same seed.
    private static var salt: UInt64 { 0x8a44_2233_72da_9d45 }

    /// - Parameter pair: 0 is the first two channels.
    init(seed: UInt64, pair: Int) {
        // SplitMix64, as the authors of xoshiro recommend. Each pair continues after the eight words of the one before it.
        var words = SplitMix64((seed ^ Self.salt) &+ UInt64(truncatingIfNeeded: pair) &* 8 &* 0x9e37_79b9_7f4a_7c15)
        s0 = SIMD2(words.next(), words.next())
        s1 = SIMD2(words.next(), words.next())
        s2 = SIMD2(words.next(), words.next())
        s3 = SIMD2(words.next(), words.next())
    }

    /// Audio thread: one value per channel, the difference of two uniform ones: triangular in -1 ..< 1 with mean 0.
    @_noLocks @inline(__always)
    mutating func next() -> SIMD2<Double> {
        let sum = s0 &+ s3
        let draw = ((sum &<< 23) | (sum &>> 41)) &+ s0
        let t = s1 &<< 17
        s2 ^= s0
        s3 ^= s1
        s1 ^= s2
        s0 ^= s3
        s2 ^= t
        s3 = (s3 &<< 45) | (s3 &>> 19)
        // Each half of the output becomes the mantissa of a number in 1 ..< 2; the ones cancel.
        let one = SIMD2<UInt64>(repeating: 0x3ff0_0000_0000_0000)
        let high = ((draw &>> 32) &<< 20) | one
        let low = ((draw &<< 32) &>> 12) | one
        return unsafeBitCast(high, to: SIMD2<Double>.self) - unsafeBitCast(low, to: SIMD2<Double>.self)
    }
}
