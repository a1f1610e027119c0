// SPDX-License-Identifier: MIT
/// Estimates power density from a stream: the mean of the power of overlapping windowed frames, over time and channels (Welch
/// 1967). One thread at a time; memory for one frame, whatever the length.
public struct WelchEstimator {
    let sampleRate: Int
    let size: Int

    private let transform: FourierTransform
    private let hop: Int
    private var slicer: FrameSlicer
    private var sums: [Double]
    private var frames = 0

    /// - Parameters:
    ///   - size: samples in a frame, even; bins are `sampleRate / size` Hz wide.
    ///   - overlap: the fraction of a frame that the next one repeats, 0 ..< 1.
    public init(sampleRate: Int, size: Int = 8192, overlap: Double = 0.5, window: Window = .hann) {
        self.sampleRate = sampleRate
        self.size = size
        transform = FourierTransform(size: size, window: window)
        slicer = FrameSlicer(size: size)
        hop = max(1, Int((Double(size) * (1 - overlap)).rounded()))
        sums = [Double](repeating: 0, count: size / 2 + 1)
    }

    /// Takes the next block of the stream.
    public mutating func add(_ block: Sound) {
        slicer.append(block)
        while slicer.hasFrame {
            for channel in slicer.channels {
                transform.transform(channel, from: slicer.start)
                for bin in sums.indices { sums[bin] += transform.power(bin) }
                frames += 1
            }
            slicer.advance(by: hop)
        }
    }

    /// The estimate so far; nil before the first complete frame.
    public var spectrum: Spectrum? {
        guard frames > 0 else { return nil }
        let density = sums.indices.map {
            sums[$0] / Double(frames) * transform.densityScale(bin: $0, sampleRate: sampleRate)
        }
        return Spectrum(sampleRate: sampleRate, size: size, density: density)
    }
}
