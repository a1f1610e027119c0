// SPDX-License-Identifier: MIT
import AudioOutput
import CRenderWatch
import RainSynthesis

/// Runs a source period by period like a player's rendering thread: render, then convert to 16 bit. The watch is armed for that
/// and nothing else.
struct WatchedRendering<Source: FrameSource & ~Copyable>: ~Copyable {
    /// Frames per period.
    static var period: Int { 240 }

    private var source: Source
    private var converter: SampleConverter
    private let frames: UnsafeMutablePointer<Float>
    private let bytes: UnsafeMutablePointer<Int16>
    private let samples: Int
    /// The counts while the watch was armed.
    private(set) var counts = watch_counts()
    /// The loudest sample after conversion.
    private(set) var peak: Int16 = 0

    init(_ source: consuming Source, layout: SpeakerLayout = .stereo) {
        self.source = source
        converter = SampleConverter(format: .signed16, layout: layout, ditherSeed: 1)
        samples = layout.engineChannels * Self.period
        frames = .allocate(capacity: samples)
        frames.initialize(repeating: 0, count: samples)
        bytes = .allocate(capacity: samples)
        bytes.initialize(repeating: 0, count: samples)
        counts.first_system_call = -1
    }

    deinit {
        frames.deallocate()
        bytes.deallocate()
    }

    mutating func render(periods: Int) {
        var counts = watch_counts()
        var peak = peak
        watch_begin()
        for _ in 0..<periods {
            source.render(into: frames, frames: Self.period)
            converter.convert(frames, frames: Self.period, to: bytes)
            for index in 0..<samples { peak = max(peak, bytes[index]) }
        }
        watch_end(&counts)
        self.peak = peak
        add(counts)
    }

    private mutating func add(_ new: watch_counts) {
        counts.allocations += new.allocations
        counts.frees += new.frees
        counts.locks += new.locks
        counts.retains += new.retains
        counts.releases += new.releases
        counts.system_calls += new.system_calls
        if counts.first_system_call < 0 { counts.first_system_call = new.first_system_call }
        counts.system_calls_watched = new.system_calls_watched
    }
}
