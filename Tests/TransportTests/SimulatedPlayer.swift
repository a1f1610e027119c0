// SPDX-License-Identifier: MIT
import AudioOutput
import RealtimeExchange
import Synchronization

/// A device of four periods whose time passes only while the control side rests, and then at once.
final class SimulatedPlayer: AudioPlayer, @unchecked Sendable {
    // Sendable is safe: only the control side uses it, and the test before and after.
    static let rate: Int64 = 48_000
    static let period = 256
    let report = DeviceReport(
        device: "simulated", sampleRate: Int(rate), format: .float32, layout: .stereo, period: period, buffer: 4 * period)
    let condition = DeviceCondition.playing
    private let statistics = LatestValue(PlayerStatistics())
    private var publisher: LatestValueWriter<PlayerStatistics>
    private var figures = PlayerStatistics()
    private var source: (any Rendering)?
    private var onEnd: (@Sendable () -> Void)?
    private var endFrame = Int64.max
    private var trimmed = 0
    private let block = UnsafeMutablePointer<Float>.allocate(capacity: 2 * period)
    /// Nanoseconds since the start.
    private(set) var time: Int64 = 0
    private(set) var sound: [Float] = []
    /// The rest during which somebody rings, after so many nanoseconds of it; nil in all others.
    var ringing: (_ start: Int64) -> Int64? = { _ in nil }

    init() { publisher = statistics.takeWriter() }

    deinit { block.deallocate() }

    var frames: Int64 { figures.framesWritten }
    var hasEnded: Bool { frames >= endFrame }
    func now() -> Int64 { time }
    func end(afterFrames frames: Int64) { endFrame = frames }
    func requestStop() { endFrame = frames }
    func takeStatistics() -> LatestValueReader<PlayerStatistics> { statistics.takeReader() }
    func wait() throws(AudioDeviceError) -> PlayerStatistics { figures }

    func start<Source: FrameSource & ~Copyable>(
        _ source: consuming sending Source, horizon: TimelineHorizon?, recording: SoundRecording?, onEnd: (@Sendable () -> Void)?
    ) throws(AudioDeviceError) -> DeviceReport {
        self.source = Rendered(source)
        self.onEnd = onEnd
        play()
        return report
    }

    func rest(nanoseconds: Int64) async {
        time += nanoseconds
        play()
    }

    func rest(nanoseconds: Int64, until wakeup: ControlWakeup, watching descriptors: [Int32]) async {
        guard !wakeup.wait(nanoseconds: 0) else { return }
        let ring = ringing(time).map { max(0, $0 - time) }
        let last = min(nanoseconds, ring ?? .max)
        // The end is noticed when it comes.
        let step: Int64 = 1_000_000
        var rested: Int64 = 0
        while rested < last, !hasEnded {
            await rest(nanoseconds: min(step, last - rested))
            rested += step
        }
    }

    /// Fills the buffer.
    private func play() {
        guard let source else { return }
        while trimmed < source.latency {
            let count = min(source.latency - trimmed, Self.period)
            source.render(into: block, frames: count)
            trimmed += count
        }
        let room = time * Self.rate / 1_000_000_000 + Int64(report.buffer)
        while !hasEnded, frames + Int64(Self.period) <= room {
            let count = Int(min(Int64(Self.period), endFrame - frames))
            source.render(into: block, frames: count)
            sound += UnsafeBufferPointer(start: block, count: 2 * count)
            figures.framesWritten += Int64(count)
            publisher.publish(figures)
            if hasEnded { onEnd?() }
        }
    }
}

private protocol Rendering {
    var latency: Int { get }
    func render(into block: UnsafeMutablePointer<Float>, frames: Int)
}

/// A source in a place where it can be kept.
private final class Rendered<Source: FrameSource & ~Copyable>: Rendering {
    private var source: Source
    init(_ source: consuming Source) { self.source = source }
    var latency: Int { source.latency }
    func render(into block: UnsafeMutablePointer<Float>, frames: Int) { source.render(into: block, frames: frames) }
}
