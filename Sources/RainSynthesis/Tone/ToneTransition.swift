// SPDX-License-Identifier: MIT
import DeterministicMath

/// The difference between a band-limited jump or bend of a waveform and a plain one, for every position between two samples.
///
/// A jump is replaced by the running integral of a Kaiser-windowed sinc (48 samples, stop band 80 dB, half amplitude at 0.47 of the rate);
/// a bend by the integral of that (Brandt 2001, Hard Sync Without Aliasing; Esqueda et al. 2016). There are rows for 256 positions, of 48
/// samples each, with linear interpolation between them. Made at `init`; any thread reads.
struct ToneTransition: ~Copyable {
    /// The number of samples corrected before the transition, and after it.
    static var reach: Int { @_noLocks get { 24 } }
    private static var rows: Int { @_noLocks get { 256 } }

    static let shared = SharedTable(ToneTransition())

    private let jumps: FixedBuffer<Float>
    private let bends: FixedBuffer<Float>

    init() {
        let reach = ToneTransition.reach
        let rows = ToneTransition.rows
        let width = 2 * reach
        // Both integrals on a grid eight times finer than the rows, by the trapezoid rule.
        let fine = rows * 8
        let count = width * fine + 1
        var step = [Double](repeating: 0, count: count)
        var former = 0.0
        for index in 0..<count {
            let kernel = ToneTransition.kernel(Double(index) / Double(fine) - Double(reach), reach: Double(reach))
            step[index] = index == 0 ? 0 : step[index - 1] + (former + kernel) / 2
            former = kernel
        }
        let whole = step[count - 1]
        var ramp = [Double](repeating: 0, count: count)
        for index in 0..<count {
            step[index] /= whole
            if index > 0 { ramp[index] = ramp[index - 1] + (step[index - 1] + step[index]) / (2 * Double(fine)) }
        }
        // By symmetry the ramp must end at `reach`; the error of the trapezoid rule is spread evenly.
        let miss = ramp[count - 1] - Double(reach)
        jumps = FixedBuffer(repeating: 0, count: (rows + 1) * width)
        bends = FixedBuffer(repeating: 0, count: (rows + 1) * width)
        for row in 0...rows {
            for tap in 0..<width {
                let index = tap * fine + row * 8
                let time = Double(tap - reach) + Double(row) / Double(rows)
                let after = tap >= reach
                jumps.first[row * width + tap] = Float(step[index] - (after ? 1 : 0))
                bends.first[row * width + tap] = Float(ramp[index] - miss * Double(index) / Double(count - 1) - (after ? time : 0))
            }
        }
    }

    /// Corrects a jump by `height` that lies `age` samples (0 ..< 1) before the sample at `sound`.
    @_noLocks func addJump(_ height: Float, age: Double, to sound: UnsafeMutablePointer<Float>) {
        add(jumps.first, height, age, sound)
    }

    /// Corrects a change of slope by `slope` per sample that lies `age` samples (0 ..< 1) before the sample at `sound`.
    @_noLocks func addBend(_ slope: Float, age: Double, to sound: UnsafeMutablePointer<Float>) {
        add(bends.first, slope, age, sound)
    }

    @_noLocks @inline(__always) private func add(
        _ table: UnsafeMutablePointer<Float>, _ size: Float, _ age: Double, _ sound: UnsafeMutablePointer<Float>
    ) {
        let place = age * Double(ToneTransition.rows)
        let row = max(0, min(DeterministicMath.floorToInt(place), ToneTransition.rows &- 1))
        let between = Float(place - Double(row))
        let width = 2 &* ToneTransition.reach
        let first = UnsafeRawPointer(table + row &* width)
        let second = UnsafeRawPointer(table + (row &+ 1) &* width)
        let target = UnsafeMutableRawPointer(sound - ToneTransition.reach)
        var offset = 0
        while offset < width &* 4 {
            let a = first.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
            let b = second.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
            let old = target.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
            target.storeBytes(of: old + (a + (b - a) * between) * size, toByteOffset: offset, as: SIMD8<Float>.self)
            offset = offset &+ 32
        }
    }

    /// The windowed sinc at `time` samples.
    private static func kernel(_ time: Double, reach: Double) -> Double {
        let cutoff = 0.47
        let angle = 2 * DeterministicMath.pi * cutoff * time
        let sinc = DeterministicMath.magnitude(angle) < 1e-9 ? 1 : DeterministicMath.sin(angle) / angle
        let place = time / reach
        let beta = 7.857
        return sinc * bessel(beta * DeterministicMath.sqrt(max(0, 1 - place * place)))
    }

    /// The modified Bessel function of order 0, by its series.
    private static func bessel(_ x: Double) -> Double {
        let quarter = x * x / 4
        var term = 1.0
        var sum = 1.0
        var n = 1.0
        while term > sum * 1e-17 {
            term *= quarter / (n * n)
            sum += term
            n += 1
        }
        return sum
    }
}
