// SPDX-License-Identifier: MIT

/// One band of an `OnsetDetector`: the power of its channels step by step, and how many of them are independent. Streams.
struct OnsetBand {
    /// In Hz.
    let edges: ClosedRange<Double>
    /// The mean power of each step, all channels together.
    private(set) var powers: [Double] = []

    /// One for each channel.
    private var filters: [BandPassFilter]
    /// The products of every two channels, each with itself too, summed over the step so far.
    private var products: [Double]
    /// For each stretch the sum of its steps' products, each step in units of its power: else a few drops would outweigh the noise.
    private var covariances: [[Double]] = []

    init(sampleRate: Int, channelCount: Int, edges: ClosedRange<Double>) {
        self.edges = edges
        filters = [BandPassFilter](repeating: BandPassFilter(sampleRate: sampleRate, band: edges), count: channelCount)
        products = [Double](repeating: 0, count: channelCount * (channelCount + 1) / 2)
    }

    /// Returns the part of the next block that lies in the band, by channel.
    mutating func filter(_ block: Sound) -> [[Float]] {
        block.channels.indices.map { filters[$0].apply(block.channels[$0]) }
    }

    /// Adds frames of what was filtered to the step.
    mutating func add(_ filtered: [[Float]], _ frames: Range<Int>) {
        var pair = 0
        for (place, channel) in filtered.enumerated() {
            for other in filtered[...place] {
                products[pair] = frames.reduce(products[pair]) { $0 + Double(channel[$1]) * Double(other[$1]) }
                pair += 1
            }
        }
    }

    /// Ends a step of `frames` frames.
    /// - Parameter opens: whether it is the first of a stretch.
    mutating func closeStep(frames: Int, opens: Bool) {
        let power = filters.indices.reduce(0) { $0 + products[$1 * ($1 + 3) / 2] }
        powers.append(power / Double(frames))
        if opens { covariances.append([Double](repeating: 0, count: products.count)) }
        for pair in products.indices {
            if power > 0 { covariances[covariances.count - 1][pair] += products[pair] / power }
            products[pair] = 0
        }
    }

    /// The number of independent channels over the first stretches: (tr R)^2 / tr R^2 of their covariances R (Satterthwaite 1946).
    /// It is 1 for a sound that all channels share, and silent channels do not count.
    func independentChannels(stretches: Int) -> Double {
        var trace = 0.0, squares = 0.0, pair = 0
        for one in filters.indices {
            for other in 0...one {
                let covariance = covariances.prefix(stretches).reduce(0) { $0 + $1[pair] }
                if one == other { trace += covariance }
                squares += (one == other ? 1 : 2) * covariance * covariance
                pair += 1
            }
        }
        return squares > 0 ? trace * trace / squares : 1
    }

    /// Discards the oldest steps, and the stretches that they fill.
    mutating func removeFirst(steps: Int, stretches: Int) {
        powers.removeFirst(steps)
        covariances.removeFirst(stretches)
    }
}
