// SPDX-License-Identifier: MIT
import DeterministicMath

/// The position of a loop in a longer render, and the crossfade of its end into its beginning: the last stretch of the loop is
/// crossfaded with what was rendered just before its first frame, so that the seam lies within continuous sound.
public struct LoopShape: Sendable {
    /// The length of the loop in frames.
    public let frames: Int64
    /// Frames rendered before the loop, in which everything settles.
    let lead: Int64
    /// The length of the crossfade in frames.
    let crossing: Int64
    /// Samples per frame.
    let channels: Int

    /// The shortest loop, in seconds.
    public static let shortest = 1.0

    /// - Parameter channels: samples per frame of the engine.
    public init(seconds: Double, sampleRate: Int, channels: Int) {
        self.channels = channels
        frames = Int64((seconds * Double(sampleRate)).rounded())
        lead = 2 * Int64(sampleRate)
        crossing = min(2 * Int64(sampleRate), frames / 4)
    }

    /// The number of frames to render for the loop.
    public var rendered: Int64 { lead + frames + crossing }

    /// The progress of the crossfade at a frame, 0 ... 1.
    func way(_ frame: Int) -> Double { (Double(frame) + 0.5) / Double(crossing) }
}

/// Makes a loop from a stream of frames.
struct LoopWeave {
    /// The kind of crossfade.
    enum Crossing {
        /// For noise and independent drops: the powers add up to one.
        case power
        /// For the same sound twice, in phase: the amplitudes add up to one.
        case amplitude

        /// The gains of the outgoing end and of the incoming beginning, at 0 ... 1 of the crossfade.
        func gains(_ way: Double) -> (going: Double, coming: Double) {
            let (sine, cosine) = DeterministicMath.sincos(turns: way / 4)
            return self == .power ? (cosine, sine) : (cosine * cosine, sine * sine)
        }
    }

    private let shape: LoopShape
    private let crossing: Crossing
    private var head: [Float] = []
    /// The index of the next frame of the render.
    private var position: Int64 = 0

    init(_ shape: LoopShape, _ crossing: Crossing) {
        self.shape = shape
        self.crossing = crossing
        head.reserveCapacity(Int(shape.crossing) * shape.channels)
    }

    /// Returns the loop's frames that result from the next frames of the render.
    mutating func take(_ frames: UnsafeBufferPointer<Float>) -> [Float] {
        var loop: [Float] = []
        loop.reserveCapacity(frames.count)
        let channels = shape.channels
        for frame in 0..<(frames.count / channels) {
            let samples = frames[frame * channels..<(frame + 1) * channels]
            let place = position - shape.lead
            position += 1
            if place < 0 || place >= shape.frames + shape.crossing { continue }
            if place < shape.crossing {
                head.append(contentsOf: samples)
            } else if place < shape.frames {
                loop.append(contentsOf: samples)
            } else {
                let index = Int(place - shape.frames)
                let gains = crossing.gains(shape.way(index))
                for (sample, coming) in zip(samples, head[index * channels..<(index + 1) * channels]) {
                    loop.append(Float(Double(sample) * gains.going + Double(coming) * gains.coming))
                }
            }
        }
        return loop
    }
}
