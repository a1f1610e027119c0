/// How many drops there are of each loudness, for the moment in which some must give way: levels of an eighth of an octave
/// of amplitude (0.75 dB), the lowest reaching below -90 dB, the highest up from 18 dB. Audio thread; no memory after `init`.
struct DropLoudness: ~Copyable {
    private static var levels: Int { @_noLocks get { 144 } }

    private let counts: UnsafeMutablePointer<Int32>
    /// What has to give way: all below this level, and so many of the level itself.
    private(set) var limit = 0
    private(set) var rest = 0

    init() {
        counts = .allocate(capacity: DropLoudness.levels)
        counts.initialize(repeating: 0, count: DropLoudness.levels)
    }

    deinit { counts.deallocate() }

    /// The level of a power (amplitude squared, not negative). The mantissa is taken as it stands, which is near enough to
    /// choose by.
    @_noLocks private static func level(_ power: Float) -> Int {
        let octaves = Float(Int32(bitPattern: power.bitPattern)) * 0x1p-23 - 127
        let level = octaves * 4 + 120
        let top = Float(Int32(truncatingIfNeeded: levels &- 1))
        return level > 0 ? Int(Int32(truncatingIfNeeded: Int64(level < top ? level : top))) : 0
    }

    @_noLocks mutating func forget() {
        for level in 0..<DropLoudness.levels { counts[level] = 0 }
    }

    @_noLocks mutating func count(_ power: Float) { counts[DropLoudness.level(power)] &+= 1 }

    /// Finds the level up to which `excess` of the counted drops lie.
    @_noLocks mutating func choose(_ excess: Int) {
        limit = 0
        rest = excess
        while limit < DropLoudness.levels &- 1 && Int(counts[limit]) < rest {
            rest &-= Int(counts[limit])
            limit &+= 1
        }
    }

    /// Whether a drop of this power is to be stolen; call once per drop.
    @_noLocks mutating func shouldSteal(_ power: Float) -> Bool {
        let level = DropLoudness.level(power)
        if level < limit { return true }
        if level > limit || rest == 0 { return false }
        rest &-= 1
        return true
    }
}
