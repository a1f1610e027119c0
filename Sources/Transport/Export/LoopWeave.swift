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

    /// The shortest loop, in seconds.
    public static let shortest = 1.0

    public init(seconds: Double, sampleRate: Int) {
        frames = Int64((seconds * Double(sampleRate)).rounded())
        lead = 2 * Int64(sampleRate)
        crossing = min(2 * Int64(sampleRate), frames / 4)
    }

    /// Frames that have to be rendered for it.
    public var rendered: Int64 { lead + frames + crossing }

    /// How far a frame of the crossing is on the way over, 0 ... 1.
    func way(_ frame: Int) -> Double { (Double(frame) + 0.5) / Double(crossing) }
}

/// Makes a loop of one stream of stereo frames as they come.
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
        head.reserveCapacity(Int(shape.crossing) * 2)
    }

    /// The frames of the loop that the next ones of the render give.
    mutating func take(_ frames: UnsafeBufferPointer<Float>) -> [Float] {
        var loop: [Float] = []
        loop.reserveCapacity(frames.count)
        for frame in 0..<(frames.count / 2) {
            let (left, right) = (frames[2 * frame], frames[2 * frame + 1])
            let place = position - shape.lead
            position += 1
            if place < 0 || place >= shape.frames + shape.crossing { continue }
            if place < shape.crossing {
                head.append(left)
                head.append(right)
            } else if place < shape.frames {
                loop.append(left)
                loop.append(right)
            } else {
                let index = Int(place - shape.frames)
                let gains = crossing.gains(shape.way(index))
                loop.append(Float(Double(left) * gains.going + Double(head[2 * index]) * gains.coming))
                loop.append(Float(Double(right) * gains.going + Double(head[2 * index + 1]) * gains.coming))
            }
        }
        return loop
    }
}
