// SPDX-License-Identifier: MIT
import CALSA
import CPlatform
import Glibc
import RainSynthesis
import RealtimeExchange

/// The audio thread's loop: renders a period, converts it and writes it to the device, until stopped or done.
///
/// The loop waits for the device; `render` itself never waits.
struct PlaybackLoop<Source: FrameSource & ~Copyable>: ~Copyable {
    var source: Source
    var output: ALSAOutput
    let signals: PlayerSignals
    let horizon: TimelineHorizon?
    var recording: RecordingInlet?
    var publisher: LatestValueWriter<PlayerStatistics>
    var statistics = PlayerStatistics()
    /// The time to render each period, as a fraction of its length.
    var renderShare = Histogram(unit: 1)
    /// A period of the source's samples, and the same in the device's format.
    private let frames: UnsafeMutablePointer<Float>
    private let bytes: UnsafeMutableRawPointer
    private var converter: SampleConverter
    /// The engine's clock: frames rendered, the trimmed head included.
    private var rendered: Int64 = 0
    /// Frames rendered at once: the period of the first device.
    private let period: Int
    private let ditherSeed: UInt64

    init(
        source: consuming Source, output: consuming ALSAOutput, signals: PlayerSignals, settings: PlayerSettings, horizon: TimelineHorizon?,
        recording: consuming RecordingInlet?, publisher: consuming LatestValueWriter<PlayerStatistics>
    ) {
        let report = output.report
        self.source = source
        self.output = output
        self.signals = signals
        self.horizon = horizon
        self.recording = recording
        self.publisher = publisher
        period = report.period
        ditherSeed = settings.ditherSeed
        converter = SampleConverter(for: report, ditherSeed: settings.ditherSeed)
        // Initialized, so that every page is resident before the thread needs it.
        let samples = period * max(converter.inputChannels, self.source.channels)
        frames = .allocate(capacity: samples)
        frames.initialize(repeating: 0, count: samples)
        // As many as any format needs: a reopened device may take another.
        let size = period * converter.channels * MemoryLayout<Float>.size
        bytes = .allocate(byteCount: size, alignment: 16)
        bytes.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    }

    deinit {
        frames.deallocate()
        bytes.deallocate()
    }

    /// Plays to the end. Returns the last statistics, or the error.
    mutating func run() -> Result<PlayerStatistics, AudioDeviceError> {
        let control = crealtime_flush_denormals()
        defer { crealtime_restore_denormals(control) }
        statistics.threadID = crealtime_thread_id()
        do throws(AudioDeviceError) {
            trimHead()
            output.start()
            while let count = nextPeriod { try playPeriod(count) }
            output.countFinalSilence()
            // After a stop only the buffer is left to play; a normal end may take as long as the buffer lasts.
            output.drain(deadline: output.shouldStop ? 0.2 : output.bufferSeconds + 1)
            publishLast()
            return .success(statistics)
        } catch {
            output.countFinalSilence()
            publishLast()
            return .failure(error)
        }
    }

    private mutating func trimHead() {
        var remaining = source.latency
        while remaining > 0 {
            let count = min(remaining, period)
            source.render(into: frames, frames: count)
            rendered += Int64(count)
            remaining -= count
        }
    }

    /// The frames of the next period, at least 1; nil at the end and after a stop request. The end is read once: the control side
    /// may move it at any time.
    private var nextPeriod: Int? {
        let left = signals.endFrame.load(ordering: .relaxed) - statistics.framesWritten
        return left > 0 && !output.shouldStop ? Int(min(Int64(period), left)) : nil
    }

    private mutating func playPeriod(_ count: Int) throws(AudioDeviceError) {
        waitForTimeline(count)
        if output.shouldStop { return }
        renderPeriod(count)
        let written = try write(count)
        recording?.push(frames, frames: written)
        statistics.framesWritten += Int64(written)
        publish()
    }

    /// Writes the period; after a reopening, the rest of it to the new device. Returns the number of frames taken: fewer only
    /// after a stop request.
    private mutating func write(_ count: Int) throws(AudioDeviceError) -> Int {
        let first = output.written
        while true {
            let done = Int(output.written - first)
            do throws(AudioDeviceError) {
                try output.write(bytes, frames: count - done, bytesPerFrame: converter.bytesPerFrame)
                return Int(output.written - first)
            } catch {
                publish()
                let done = Int(output.written - first)
                guard try output.reopen(after: error) else { return done }
                // The device may need another format or channel order.
                converter = SampleConverter(for: output.report, ditherSeed: ditherSeed)
                converter.convert(frames + done * source.channels, frames: count - done, to: bytes)
            }
        }
    }

    /// The part that must never wait, marked for RealtimeSanitizer and for the tests that watch over it.
    private mutating func renderPeriod(_ count: Int) {
        let before = MonotonicClock.now()
        crealtime_enter_rendering()
        source.render(into: frames, frames: count)
        converter.convert(frames, frames: count, to: bytes)
        crealtime_leave_rendering()
        let length = Double(count) / Double(output.report.sampleRate)
        renderShare.add(Double(MonotonicClock.now() - before) / 1e9 / length)
        rendered += Int64(count)
    }

    /// Waits, while the device has more than a period left to play, until the timeline covers the next period. Then the period is
    /// rendered regardless: a late producer is not waited for.
    private mutating func waitForTimeline(_ count: Int) {
        guard let horizon else { return }
        // The engine computes complete quanta.
        let quantum = Int64(EngineConfiguration.quantum)
        let needed = (rendered + Int64(count) + quantum - 1) / quantum * quantum
        guard horizon.sample < needed else { return }
        statistics.horizonWaits += 1
        // The limit for a device without timing, which never underruns.
        let deadline = MonotonicClock.now() + 2_000_000_000
        while horizon.sample < needed, !output.shouldStop {
            guard MonotonicClock.now() < deadline, output.canWait(reserve: period) else {
                statistics.earlyPeriods += 1
                return
            }
            MonotonicClock.rest(nanoseconds: 500_000)
        }
    }

    /// Publishes the percentiles too, which take hundreds of steps.
    private mutating func publishLast() {
        statistics.lateness99 = output.lateness.quantile(0.99)
        statistics.renderShare99 = renderShare.quantile(0.99)
        publish()
    }

    private mutating func publish() {
        statistics.instant = MonotonicClock.now()
        statistics.delay = output.delay
        output.recordPosition(at: statistics.instant, delay: statistics.delay)
        statistics.losses = output.losses
        statistics.latenessMaximum = output.lateness.maximum
        statistics.renderShareMaximum = renderShare.maximum
        publisher.publish(statistics)
    }
}

extension SampleConverter {
    /// Makes the converter to what a device granted.
    fileprivate init(for report: DeviceReport, ditherSeed: UInt64) {
        self.init(format: report.format, layout: report.layout, order: report.order, ditherSeed: ditherSeed)
    }
}
