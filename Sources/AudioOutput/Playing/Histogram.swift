// SPDX-License-Identifier: MIT
/// A histogram with fixed classes, sixteen per octave, from 1/1024 of the unit up; 6 % wide. Allocates only in `init`.
struct Histogram: ~Copyable {
    private let counts: UnsafeMutablePointer<UInt64>
    private let unit: Double
    private var total: UInt64 = 0
    private(set) var maximum: Double = 0

    private static var classes: Int { 512 }

    /// - Parameter unit: 1024 times the width of the lowest class; values above 2^21 units share the last one.
    init(unit: Double) {
        self.unit = unit / 1024
        counts = .allocate(capacity: Self.classes)
        counts.initialize(repeating: 0, count: Self.classes)
    }

    deinit { counts.deallocate() }

    mutating func add(_ value: Double) {
        if value > maximum { maximum = value }
        total += 1
        counts[Self.index(value / unit)] += 1
    }

    /// The upper edge of the class below which `share` (0 ... 1) of all values lie, at most the maximum; 0 when empty.
    func quantile(_ share: Double) -> Double {
        let wanted = Double(total) * share
        var seen: UInt64 = 0
        for index in 0..<Self.classes where counts[index] > 0 {
            seen += counts[index]
            if Double(seen) >= wanted { return min(Self.upperEdge(index) * unit, maximum) }
        }
        return maximum
    }

    // A positive number's exponent and first four mantissa bits directly give the class.
    private static func index(_ scaled: Double) -> Int {
        guard scaled >= 1 else { return 0 }
        return min(Int(scaled.bitPattern >> 48) - 0x3ff0 + 1, classes - 1)
    }

    private static func upperEdge(_ index: Int) -> Double {
        index == 0 ? 1 : Double(bitPattern: UInt64(0x3ff0 + index) << 48)
    }
}
