// SPDX-License-Identifier: MIT
import Foundation

/// Power in adjacent frequency bands, frame by frame: of the sum of all channels, and of the first two channels alone.
public struct BandSpectrogram: Equatable, Sendable {
    /// Seconds from one frame to the next, and the length of a frame.
    public let hop: Double
    let length: Double
    /// Edges of the bands in Hz, ascending; one more than bands.
    public let edges: [Double]
    /// Mean squares in FS^2: band `b` of frame `f` at `f * bands + b`. `middle` is the mean of all channels' samples, as one
    /// loudspeaker plays them; `left` and `right` are empty for a sound of one channel.
    public fileprivate(set) var middle: [Float] = []
    public fileprivate(set) var left: [Float] = []
    public fileprivate(set) var right: [Float] = []

    public var bands: Int { edges.count - 1 }
    public var frames: Int { bands > 0 ? middle.count / bands : 0 }
    public var isStereo: Bool { !left.isEmpty }

    /// The same without the first two channels alone.
    public var mono: BandSpectrogram {
        var mono = self
        (mono.left, mono.right) = ([], [])
        return mono
    }

    /// The end of the last frame in seconds.
    public var duration: Double { frames > 0 ? Double(frames - 1) * hop + length : 0 }

    /// Returns the frames whose centres lie in a span of seconds, the end excluded.
    public func frames(from start: Double, to end: Double) -> Range<Int> {
        // Centres may be a millionth of a hop before the moment: rounding would make spans of one length differ by a frame.
        func place(_ time: Double) -> Int { min(max(0, Int(((time - length / 2) / hop - 1e-6).rounded(.up))), frames) }
        let first = place(start)
        return first..<max(first, place(end))
    }

    /// Returns the frame whose centre is nearest to a moment in seconds; it may lie outside the sound, by 1e9 frames at most.
    public func frame(at time: Double) -> Int { Int(min(max(((time - length / 2) / hop).rounded(), -1e9), 1e9)) }

    /// The centre of a frame in seconds.
    public func time(at frame: Int) -> Double { Double(frame) * hop + length / 2 }
}

/// Computes a `BandSpectrogram` from a stream. Memory grows by about 40 kB per second of sound. One thread at a time.
public struct BandSpectrogramEstimator {
    private let transform: FourierTransform
    private let sampleRate: Int
    private var slicer: FrameSlicer
    private var result: BandSpectrogram
    /// The first bin of each band, and the share of each of its bins.
    private let shares: [(first: Int, weights: [Double])]
    private var frame: Int64 = 0

    /// - Parameters:
    ///   - length: seconds per frame (Hann window).
    ///   - hop: seconds from one frame to the next.
    ///   - edges: edges of adjacent bands in Hz, ascending; bands beyond half the sample rate stay empty.
    public init(sampleRate: Int, length: Double, hop: Double, edges: [Double]) {
        self.sampleRate = sampleRate
        let size = FourierTransform.fastSize(atLeast: Int(length * Double(sampleRate)))
        let transform = FourierTransform(size: size)
        self.transform = transform
        slicer = FrameSlicer(size: size)
        result = BandSpectrogram(hop: hop, length: Double(size) / Double(sampleRate), edges: edges)
        let width = Double(sampleRate) / Double(size)
        shares = zip(edges, edges.dropFirst()).map { lower, upper in
            // Bin k covers (k - 1/2) ... (k + 1/2) bin widths, cut at 0 and half the sample rate.
            let first = min(Int(lower / width + 0.5), transform.binCount), last = min(Int(upper / width + 0.5), transform.binCount - 1)
            guard first <= last else { return (0, []) }
            return (
                first,
                (first...last).map { bin in
                    let low = max(0, Double(bin) - 0.5), high = min(Double(size / 2), Double(bin) + 0.5)
                    let share = max(0, min(upper / width, high) - max(lower / width, low)) / (high - low)
                    return share * transform.densityScale(bin: bin, sampleRate: sampleRate) * width
                }
            )
        }
    }

    public mutating func add(_ block: Sound) {
        slicer.append(block)
        while slicer.hasFrame {
            takeFrame()
            // Frames begin at the sample nearest to n * hop.
            let next = Int64((Double(frame + 1) * result.hop * Double(sampleRate)).rounded())
            let this = Int64((Double(frame) * result.hop * Double(sampleRate)).rounded())
            slicer.advance(by: Int(next - this))
            frame += 1
        }
    }

    /// Ends the stream.
    public mutating func finish() -> BandSpectrogram { result }

    private mutating func takeFrame() {
        let count = slicer.channels.count
        var real = [Double](repeating: 0, count: transform.binCount), imaginary = real
        for channel in 0..<count {
            transform.transform(slicer.channels[channel], from: slicer.start)
            for bin in 0..<transform.binCount {
                real[bin] += Double(transform.bins[bin].r)
                imaginary[bin] += Double(transform.bins[bin].i)
            }
            if count > 1, channel < 2 {
                let powers = bands { transform.power($0) }
                if channel == 0 { result.left += powers } else { result.right += powers }
            }
        }
        let scale = 1 / Double(count * count)
        result.middle += bands { (real[$0] * real[$0] + imaginary[$0] * imaginary[$0]) * scale }
    }

    private func bands(_ power: (Int) -> Double) -> [Float] {
        shares.map { share in
            var sum = 0.0
            for (offset, weight) in share.weights.enumerated() { sum += weight * power(share.first + offset) }
            return Float(sum)
        }
    }
}
