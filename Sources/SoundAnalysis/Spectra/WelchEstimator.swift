// SPDX-License-Identifier: MIT
/// Estimates power density from a stream: the mean of the power of windowed frames that overlap by half, over time and channels
/// (Welch 1967). One thread at a time; memory for one frame, whatever the length.
public struct WelchEstimator {
    let sampleRate: Int
    let size: Int

    private let transform: FourierTransform
    private var slicer: FrameSlicer
    private var sums: [Double]
    private var frames = 0

    /// - Parameter size: samples in a frame, even; bins are `sampleRate / size` Hz wide. By default a frame lasts 171 ms at any rate.
    public init(sampleRate: Int, size: Int? = nil) {
        let size = size ?? FourierTransform.size(8192, sampleRate: sampleRate)
        self.sampleRate = sampleRate
        self.size = size
        transform = FourierTransform(size: size)
        slicer = FrameSlicer(size: size)
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
            slicer.advance(by: size / 2)
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
