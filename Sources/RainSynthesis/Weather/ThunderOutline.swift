// SPDX-License-Identifier: MIT

/// One clap of thunder as the engine makes it, for pictures. Control side.
public struct ThunderOutline: Sendable {
    /// The samples of both channels; the first wave of the clap comes at the start.
    public let left, right: [Float]

    /// - Parameters:
    ///   - parameters: only the thunder's level and distance are read.
    ///   - seconds: the length of the outline.
    ///   - sampleRate: one of `EngineConfiguration.sampleRates`.
    public init(_ parameters: SynthParameters, seconds: Double, sampleRate: Int) {
        let quantum = EngineConfiguration.quantum
        let count = Int(seconds * Double(sampleRate)) / quantum * quantum
        var thunder = Thunder(sampleRate: sampleRate, seed: 1)
        thunder.strike(at: 0, distance: Double(parameters[.thunderDistance]), level: parameters[.thunderLevel])
        var left = [Float](repeating: 0, count: count), right = left
        left.withUnsafeMutableBufferPointer { left in
            right.withUnsafeMutableBufferPointer { right in
                guard let first = left.baseAddress, let second = right.baseAddress else { return }
                let block = StereoBlock(left: first, right: second)
                for frame in stride(from: 0, to: count, by: quantum) { thunder.render(into: block.from(frame)) }
            }
        }
        (self.left, self.right) = (left, right)
    }
}
