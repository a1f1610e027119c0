// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import RainSynthesis

@Suite("The modal bank", .computing)
struct MaterialBankTests {
    /// One strike, left channel, first quantum first.
    static func ring(
        _ material: Int, at position: Double, left: Float = 1, right: Float = 0, quanta: Int, rate: Int = 48_000
    ) -> (left: [Float], right: [Float]) {
        var bank = ModalBank(sampleRate: rate)
        bank.strike(material, position: position, left: left, right: right)
        var l = [Float](repeating: 0, count: 64 * quanta), r = l
        StereoBlock.each(&l, &r) { block, _, _ in bank.render(into: block) }
        return (l, r)
    }

    /// The definition of the bank: sinusoids from the strike on, one frame late, in closed form.
    static func exact(_ material: Int, at position: Double, frames: Int, rate: Double) -> [Double] {
        var sound = [Double](repeating: 0, count: frames)
        for resonance in Material.all[material].resonances {
            let f = Material.bands[resonance.band]
            let modes = [f, f * resonance.partner]
            let weighted = resonance.share / LoudnessFilter.power(at: f)
            // The energy of the pair, by summation.
            var unit = 0.0
            for index in 0..<Int(resonance.decay * 8 * 4e5) {
                let t = Double(index) / 4e5
                let y = exp(-t / resonance.decay) * (sin(2 * .pi * modes[0] * t) + sin(2 * .pi * modes[1] * t))
                unit += y * y / 4e5
            }
            let amplitude = (weighted / unit).squareRoot()
            for frame in 0..<frames {
                let t = (Double(frame) - position - 1) / rate
                guard t >= 0 else { continue }
                for mode in modes {
                    sound[frame] += amplitude * exp(-t / resonance.decay) * sin(2 * .pi * mode * t)
                }
            }
        }
        return sound
    }

    @Test("it rings as the closed form says, at every place between samples and every rate", arguments: [48_000, 192_000])
    func closedForm(_ rate: Int) {
        for material in 1..<Material.all.count {
            for position in [3.25, 40.99, 63.75] {
                let sound = Self.ring(material, at: position, quanta: 20 * rate / 48_000, rate: rate).left
                let exact = Self.exact(material, at: position, frames: sound.count, rate: Double(rate))
                // The pulse is band-limited, so the first frames differ from an ideal strike.
                let first = Int(position) + 6
                var error = 0.0
                var power = 0.0
                for frame in first..<sound.count {
                    error += (Double(sound[frame]) - exact[frame]) * (Double(sound[frame]) - exact[frame])
                    power += exact[frame] * exact[frame]
                }
                #expect(error < power * 1e-4, "\(Material.all[material].name) at \(position): \(10 * log10(error / power)) dB")
            }
        }
    }

    @Test("channels are apart, strikes add up, plain adds nothing")
    func channels() {
        let left = Self.ring(3, at: 5, quanta: 4)
        #expect(left.right.allSatisfy { $0 == 0 })
        let right = Self.ring(3, at: 5, left: 0, right: 1, quanta: 4)
        #expect(right.left.allSatisfy { $0 == 0 })
        #expect(right.right == left.left)
        let plain = Self.ring(0, at: 5, quanta: 4)
        #expect(plain.left.allSatisfy { $0 == 0 })
    }

    @Test("a faded material is exact silence, and silence() makes one at once")
    func fades() {
        let sound = Self.ring(3, at: 5, quanta: 1500).left
        #expect(sound[..<4000].contains { $0 != 0 })
        #expect(sound[(48_000 * 3 / 2)...].allSatisfy { $0.bitPattern == 0 })
        // By then it has fallen to -90 dB.
        let last = sound.lastIndex { $0 != 0 } ?? 0
        #expect(abs(sound[max(0, last - 200)...last].reduce(0) { max($0, abs($1)) }) < 3.2e-5)
        var bank = ModalBank(sampleRate: 48_000)
        bank.strike(4, position: 63.5, left: 1, right: 1)
        bank.silence()
        var quiet = [Float](repeating: 0, count: 128)
        quiet.withUnsafeMutableBufferPointer {
            if let base = $0.baseAddress { bank.render(into: StereoBlock(left: base, right: base + 64)) }
        }
        #expect(quiet.allSatisfy { $0 == 0 })
    }

    @Test("any two materials differ in which bands ring, and each rings in two")
    func code() {
        let codes = Material.all.dropFirst().map { Set($0.resonances.map(\.band)) }
        #expect(codes.allSatisfy { $0.count == 2 })
        #expect(Set(codes).count == codes.count)
    }
}
