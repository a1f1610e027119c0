import DeterministicMath

/// Audio thread: what stands between the listener and the rain outside, by the mass law of sound through walls: a first-order
/// low pass at rho c / (pi m) Hz, m in kg/m^2 (Fahy & Gardonio 2007, section 5.2), beside an opening that lets all through.
struct RainShelter: BitwiseCopyable {
    private let turnsPerHertz: Double
    private var state = SIMD2<Float>()
    /// What the low pass takes of a step, and the amplitude that the opening lets through, at the end of the last quantum.
    private var share: Float = 1
    /// The mass, in kg/m^2, that has the share.
    private var mass: Float = 0
    private var opening: Float = 1

    init(sampleRate: Int) { turnsPerHertz = 3.141592653589793 / Double(sampleRate) }

    /// Takes the outside's quantum to the inside, in place. `mass` in kg/m^2, 0 is the open; `open` is the part of the wall
    /// that is not there.
    @_noLocks mutating func process(
        _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, mass: Float, open: Float
    ) {
        let wanted = mass > 0 ? DeterministicMath.sqrt(open < 0 ? 0 : open) : 1
        let quantum = EngineConfiguration.quantum
        let former = opening, formerShare = share
        opening = wanted
        if mass != self.mass {
            self.mass = mass
            share = pass(Double(mass))
        }
        guard former < 1 || wanted < 1 else {
            // Where nothing stands between, the wall's memory is what there is.
            state = SIMD2(left[quantum &- 1], right[quantum &- 1])
            return
        }
        let perFrame = 1 / Float(Int32(truncatingIfNeeded: quantum))
        let slope = (wanted - former) * perFrame, shareSlope = (share - formerShare) * perFrame
        for frame in 0..<quantum {
            let time = Float(Int32(truncatingIfNeeded: frame))
            let direct = former + slope * time
            let x = SIMD2(left[frame], right[frame])
            // Trapezoidal: half of the step before the frame, half after.
            let v = (x - state) * (formerShare + shareSlope * time)
            let y = v + state
            state = y + v
            let out = y + (x - y) * direct
            left[frame] = out.x
            right[frame] = out.y
        }
    }

    /// Forgets what is in the wall.
    @_noLocks mutating func silence() { state = .zero }

    /// g/(1 + g) with g = tan(pi f/fs), f = 132/m Hz.
    @_noLocks private func pass(_ mass: Double) -> Float {
        guard mass > 0 else { return 1 }
        let x = 132 / mass * turnsPerHertz
        let g = DeterministicMath.tan(x < 1.5 ? x : 1.5)
        return Float(g / (1 + g))
    }
}
