// SPDX-License-Identifier: MIT
/// Averages a stream of values over windows of equal duration.
///
/// Each window begins at the sample nearest to n * window, so that 1 ms means 1 ms at 44.1 kHz as well.
struct WindowMeans: Sendable {
    private let framesPerWindow: Double
    private var sum = 0.0
    private var count = 0
    private var windows = 0

    /// - Parameter window: length in seconds.
    init(sampleRate: Int, window: Double) { framesPerWindow = window * Double(sampleRate) }

    /// Returns the means of the windows that end within the next values.
    mutating func add(_ values: [Double]) -> [Double] {
        add(values.count) { sum, frames in
            for frame in frames { sum += values[frame] }
        }
    }

    /// Returns the mean squares of the windows that end within the next block, channels averaged by power, in FS^2.
    mutating func powers(_ block: Sound) -> [Double] {
        let share = 1 / Double(max(block.channels.count, 1))
        return add(block.frames) { sum, frames in
            for channel in block.channels {
                for frame in frames { sum += Double(channel[frame]) * Double(channel[frame]) * share }
            }
        }
    }

    /// - Parameter addFrames: adds the values of some of the frames to a sum.
    private mutating func add(_ frames: Int, _ addFrames: (inout Double, Range<Int>) -> Void) -> [Double] {
        var means: [Double] = []
        var start = 0
        while start < frames {
            let length = max(1, border(windows + 1) - border(windows))
            let end = min(start + length - count, frames)
            addFrames(&sum, start..<end)
            count += end - start
            start = end
            if count == length {
                means.append(sum / Double(count))
                windows += 1
                sum = 0
                count = 0
            }
        }
        return means
    }

    private func border(_ index: Int) -> Int { Int((Double(index) * framesPerWindow).rounded()) }
}
