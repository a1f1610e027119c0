// SPDX-License-Identifier: MIT
/// Playback statistics, published once per period; the newest replace the older. Times are nanoseconds of CLOCK_MONOTONIC.
public struct PlayerStatistics: BitwiseCopyable, Sendable, Equatable {
    /// When these figures were measured.
    var instant: Int64 = 0
    /// Frames written to the device since the start, without the trimmed head.
    public var framesWritten: Int64 = 0
    /// Frames between the last one written and the one being played.
    public var delay: Int64 = 0
    /// What the device did not play, and why.
    public var losses = DeviceLosses()
    /// Periods rendered before the timeline was complete, because the device was about to run dry.
    public var earlyPeriods: Int64 = 0
    /// Periods before which the player waited for the timeline.
    var horizonWaits: Int64 = 0
    /// Frames that the recording dropped.
    var recordOverflow: Int64 = 0
    /// How late the thread woke after its device had room, in seconds: the maximum and, at the end, the 99th percentile.
    public var latenessMaximum: Double = 0
    public var lateness99: Double = 0
    /// The time to render a period as a fraction of the period's length: the maximum and, at the end, the 99th
    /// percentile.
    public var renderShareMaximum: Double = 0
    public var renderShare99: Double = 0
    /// The kernel's ID of the audio thread.
    public var threadID: Int32 = 0
    /// True while the player, not the device, controls the pace.
    var isSelfPaced = false
    public init() {}

    public var xruns: Int64 { losses.xruns }
    public var suspends: Int64 { losses.suspends }
}

/// A histogram with fixed classes, sixteen per octave, from 1/1024 of the unit up; 6 % wide. No allocation.
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
