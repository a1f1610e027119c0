import DeterministicMath

/// Where a loop is cut from a longer render, and how its end flows into its beginning: the last stretch of the loop goes over
/// into what was rendered just before its first frame, so that the seam falls into one unbroken piece of sound.
public struct LoopShape: Sendable {
    /// Frames of the loop.
    public let frames: Int64
    /// Frames that are rendered before anything is used: everything has settled by then.
    let lead: Int64
    /// Frames over which the end goes over into the beginning.
    let crossing: Int64
    /// Samples of a frame.
    let channels: Int

    /// The shortest loop, in seconds.
    public static let shortest = 1.0

    /// - Parameter channels: of the engine's frames.
    public init(seconds: Double, sampleRate: Int, channels: Int = 2) {
        self.channels = channels
        frames = Int64((seconds * Double(sampleRate)).rounded())
        lead = 2 * Int64(sampleRate)
        crossing = min(2 * Int64(sampleRate), frames / 4)
    }

    /// Frames that have to be rendered for it.
    public var rendered: Int64 { lead + frames + crossing }

    /// How far a frame of the crossing is on the way over, 0 ... 1.
    func way(_ frame: Int) -> Double { (Double(frame) + 0.5) / Double(crossing) }
}

/// Makes a loop of one stream of frames as they come.
struct LoopWeave {
    /// How two stretches are crossed over.
    enum Crossing {
        /// Noise and drops of their own: the powers add up to one.
        case power
        /// The same tone twice, in step: the amplitudes do.
        case amplitude

        /// Gains of the end that goes and of the beginning that comes, at 0 ... 1 of the way.
        func gains(_ way: Double) -> (going: Double, coming: Double) {
            let (sine, cosine) = DeterministicMath.sincos(turns: way / 4)
            return self == .power ? (cosine, sine) : (cosine * cosine, sine * sine)
        }
    }

    private let shape: LoopShape
    private let crossing: Crossing
    private var head: [Float] = []
    /// The next frame of the render.
    private var position: Int64 = 0

    init(_ shape: LoopShape, _ crossing: Crossing) {
        self.shape = shape
        self.crossing = crossing
        head.reserveCapacity(Int(shape.crossing) * shape.channels)
    }

    /// The frames of the loop that the next ones of the render give.
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
