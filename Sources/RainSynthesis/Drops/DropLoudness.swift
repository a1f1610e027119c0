// SPDX-License-Identifier: MIT
/// Counts drops by loudness, to choose which ones to steal. A level is an eighth of an octave of amplitude (0.75 dB); the lowest
/// extends below -90 dB, the highest upwards from 18 dB. Audio thread; allocates only in `init`.
struct DropLoudness: ~Copyable {
    private static var levels: Int { @_noLocks get { 144 } }

    private let counts = FixedBuffer<Int32>(repeating: 0, count: DropLoudness.levels)
    /// The drops to steal: all below level `limit`, and `rest` of those at it.
    private(set) var limit = 0
    private(set) var rest = 0

    /// The level of a power (amplitude squared, not negative). The mantissa serves as its own logarithm, which is exact enough
    /// for the choice.
    @_noLocks private static func level(_ power: Float) -> Int {
        let octaves = Float(Int32(bitPattern: power.bitPattern)) * 0x1p-23 - 127
        let level = octaves * 4 + 120
        let top = Float(Int32(truncatingIfNeeded: levels &- 1))
        return level > 0 ? Int(Int32(truncatingIfNeeded: Int64(level < top ? level : top))) : 0
    }

    @_noLocks mutating func reset() {
        for level in 0..<DropLoudness.levels { counts.first[level] = 0 }
    }

    @_noLocks mutating func count(_ power: Float) { counts.first[DropLoudness.level(power)] &+= 1 }

    /// Finds the level up to which `excess` of the counted drops lie.
    @_noLocks mutating func choose(_ excess: Int) {
        limit = 0
        rest = excess
        while limit < DropLoudness.levels &- 1 && Int(counts.first[limit]) < rest {
            rest &-= Int(counts.first[limit])
            limit &+= 1
        }
    }

    /// Whether a drop of this power must be stolen; call once per drop.
    @_noLocks mutating func shouldSteal(_ power: Float) -> Bool {
        let level = DropLoudness.level(power)
        if level < limit { return true }
        if level > limit || rest == 0 { return false }
        rest &-= 1
        return true
    }
}
