// SPDX-License-Identifier: MIT
import Foundation

/// Power density over time and frequency, on a logarithmic frequency scale, at a resolution for drawing.
public struct Spectrogram: Equatable, Sendable {
    /// The time of the centre of the first column and the distance between two columns, in seconds.
    let start: Double
    let secondsPerColumn: Double
    /// Length of the sound in seconds.
    let duration: Double
    /// Edges of the rows in Hz, in ascending order and equal ratios; one more than rows.
    let edges: [Double]
    /// Mean density in FS^2/Hz: row `r` of column `c` at `c * rows + r`.
    let density: [Float]

    var rows: Int { edges.count - 1 }
    var columns: Int { rows > 0 ? density.count / rows : 0 }

    /// Density of one cell in dB re FS^2/Hz; minus infinity for silence.
    func level(column: Int, row: Int) -> Double { decibels(power: Double(density[column * rows + row])) }
}

/// Computes a spectrogram from a stream of any length. Memory is bounded by `2 * columns` columns: when they are full, neighbours
/// are merged and the step doubles. One thread at a time.
public struct SpectrogramEstimator {
    let sampleRate: Int

    private let edges: [Double]
    private let columns: Int
    private let transform: FourierTransform
    private var slicer: FrameSlicer
    private let rowBins: [RowBins]

    private var hop: Int
    private var frames: Int64 = 0
    private var channelCount = 1
    /// Finished columns, oldest first.
    private var density: [Float] = []
    /// The column being summed, the frames summed so far and the frames per column.
    private var open: [Double]
    private var openFrames = 0
    private var framesPerColumn = 1

    /// The bins that a row averages, with the weights of the first and last; a row narrower than a bin interpolates.
    private struct RowBins {
        var first: Int
        var weights: [Float]
    }

    /// - Parameters:
    ///   - size: samples in a frame, even; nil for a frame of 85 ms, which resolves 12 Hz and 43 ms at every rate.
    ///   - columns: the least number of columns, for sounds long enough; the result has at most twice as many.
    ///   - rows: rows in equal ratios from 40 Hz to 20 kHz (cut at Nyquist).
    public init(sampleRate: Int, size: Int? = nil, columns: Int = 600, rows: Int = 256) {
        let size = size ?? FourierTransform.size(4096, sampleRate: sampleRate)
        self.sampleRate = sampleRate
        self.columns = columns
        let upper = min(20_000, Double(sampleRate) / 2)
        let lower = min(40, upper / 2)
        let edges = (0...rows).map { lower * pow(upper / lower, Double($0) / Double(rows)) }
        self.edges = edges
        let transform = FourierTransform(size: size)
        self.transform = transform
        slicer = FrameSlicer(size: size)
        hop = max(1, size / 16)
        open = [Double](repeating: 0, count: rows)
        let binWidth = Double(sampleRate) / Double(size)
        rowBins = (0..<rows).map { row in
            Self.bins(from: edges[row] / binWidth, to: edges[row + 1] / binWidth, last: size / 2) {
                transform.densityScale(bin: $0, sampleRate: sampleRate)
            }
        }
    }

    private static func bins(from lower: Double, to upper: Double, last: Int, scale: (Int) -> Double) -> RowBins {
        let middle = (lower + upper) / 2
        guard upper - lower >= 1 else {
            let first = min(Int(middle), last - 1)
            let share = middle - Double(first)
            return RowBins(first: first, weights: [Float((1 - share) * scale(first)), Float(share * scale(first + 1))])
        }
        let first = Int(lower.rounded())
        let final = min(last, Int(upper.rounded()))
        return RowBins(
            first: first,
            weights: (first...final).map { bin in
                let covered = max(0, min(upper, Double(bin) + 0.5) - max(lower, Double(bin) - 0.5))
                return Float(covered / (upper - lower) * scale(bin))
            })
    }

    /// Takes the next block of the stream; channels are averaged by power.
    public mutating func add(_ block: Sound) {
        // Half a frame of silence at both ends, so that the first frame is centred on the first sample.
        if frames == 0, block.frames > 0 { append(silence(channelCount: block.channels.count)) }
        frames += Int64(block.frames)
        channelCount = block.channels.count
        append(block)
    }

    private func silence(channelCount: Int) -> Sound {
        let half = [Float](repeating: 0, count: transform.size / 2)
        return Sound(sampleRate: sampleRate, channels: [[Float]](repeating: half, count: channelCount))
    }

    private mutating func append(_ block: Sound) {
        let channelShare = 1 / Double(max(block.channels.count, 1))
        slicer.append(block)
        while slicer.hasFrame {
            for channel in slicer.channels {
                transform.transform(channel, from: slicer.start)
                for row in rowBins.indices {
                    let bins = rowBins[row]
                    var sum = 0.0
                    for (offset, weight) in bins.weights.enumerated() {
                        sum += transform.power(bins.first + offset) * Double(weight)
                    }
                    open[row] += sum * channelShare
                }
            }
            openFrames += 1
            slicer.advance(by: hop)
            if openFrames == framesPerColumn { closeColumn() }
        }
    }

    /// The spectrogram so far; nil before the first sample.
    public var spectrogram: Spectrogram? {
        guard frames > 0 else { return nil }
        var whole = self
        whole.append(silence(channelCount: channelCount))
        if whole.openFrames > 0 { whole.closeColumn() }
        let step = Double(whole.framesPerColumn * whole.hop) / Double(sampleRate)
        return Spectrogram(
            start: Double((whole.framesPerColumn - 1) * whole.hop) / 2 / Double(sampleRate), secondsPerColumn: step,
            duration: Double(frames) / Double(sampleRate), edges: edges, density: whole.density)
    }

    private mutating func closeColumn() {
        for row in open.indices {
            density.append(Float(open[row] / Double(openFrames)))
            open[row] = 0
        }
        openFrames = 0
        guard density.count == 2 * columns * open.count else { return }
        let rows = open.count
        for column in 0..<columns {
            for row in 0..<rows {
                let pair = (density[2 * column * rows + row] + density[(2 * column + 1) * rows + row]) / 2
                density[column * rows + row] = pair
            }
        }
        density.removeLast(columns * rows)
        // Frames that overlap by more than half add little: first the step grows, then the columns.
        if 2 * hop <= transform.size / 2 { hop *= 2 } else { framesPerColumn *= 2 }
    }
}
