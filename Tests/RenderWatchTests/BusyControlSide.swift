// SPDX-License-Identifier: MIT
import AudioOutput
import Foundation
import RainSynthesis
import RealtimeExchange

/// The other thread. It publishes fifty sets per second of sound, strikes, a stop and a start, knobs and a new generation, about
/// half a second ahead of the engine, and drains the log of applied entries.
final class BusyControlSide: @unchecked Sendable {
    // Sendable is safe: after `start` only its own thread accesses it, until `finished` has been awaited.
    static let rate = 48_000
    static let publicationsPerSecond = 50
    private static let step = Int64(rate / publicationsPerSecond)
    /// Samples by which it is ahead of the engine at most.
    static let lead = Int64(rate / 2)

    /// The timeline is complete up to this sample.
    let horizon = TimelineHorizon()
    private let finished = DispatchSemaphore(value: 0)
    private let resting: SynthParameters
    private let publications: Int
    private var timeline: EventQueueProducer<TimelineEntry>
    private var knobsWriter: LatestValueWriter<Knobs>
    private var telemetry: LatestValueReader<Telemetry>
    private var log: EventQueueConsumer<TimelineEntry>
    private var knobs = Knobs()

    private(set) var refused = 0
    private(set) var appliedSets = 0
    private(set) var appliedEvents = 0
    private(set) var appliedVolumes = 0
    var lastTelemetry: Telemetry {
        _ = telemetry.refresh()
        return telemetry.value
    }

    init(
        resting: SynthParameters, seconds: Int, timeline: consuming EventQueueProducer<TimelineEntry>,
        knobs: consuming LatestValueWriter<Knobs>, telemetry: consuming LatestValueReader<Telemetry>,
        log: consuming EventQueueConsumer<TimelineEntry>
    ) {
        self.resting = resting
        publications = seconds * Self.publicationsPerSecond
        self.timeline = timeline
        knobsWriter = knobs
        self.telemetry = telemetry
        self.log = log
    }

    func start() {
        Thread.detachNewThread {
            for number in 0..<self.publications {
                let sample = Int64(number) * Self.step
                while self.lastTelemetry.sample < sample - Self.lead { usleep(100) }
                self.publish(number, at: sample)
                self.horizon.advance(to: sample + Self.step)
                self.takeLog()
            }
            self.finished.signal()
        }
    }

    /// Waits for the thread's end and takes the rest of the log; the engine has ended by then.
    func finish() {
        finished.wait()
        takeLog()
    }

    private func publish(_ number: Int, at sample: Int64) {
        if number % 7 == 3 {
            knobs.gain = Float(number % 13) - 9
            knobs.muted = number % 210 == 3
            knobsWriter.publish(knobs)
        }
        if number == publications * 3 / 4 {
            // As after a seek: queued entries are discarded.
            knobs.generation += 1
            knobsWriter.publish(knobs)
        }
        // Every hundredth comes late.
        let due = number % 100 == 50 ? lastTelemetry.sample - 1000 : sample
        push(due, .parameters(set(number), glide: Int32(Self.step)))
        if number % 25 == 12 {
            let voice = StrikeVoice.allCases[number / 25 % StrikeVoice.allCases.count]
            push(sample + 100, .event(SynthEvent(strike: voice, frequency: 660, level: -9, duckBy: 6)))
        }
        if number == publications / 3 { push(sample + 33, .event(SynthEvent(kind: .stop))) }
        if number == publications / 3 + 25 { push(sample + 7, .event(SynthEvent(kind: .start))) }
    }

    private func push(_ sample: Int64, _ payload: TimelineEntry.Payload) {
        let entry = TimelineEntry(sample: sample, generation: knobs.generation, payload: payload)
        if !timeline.push(entry) { refused += 1 }
    }

    /// Every continuous parameter oscillates around its resting value, every choice cycles; near the middle a flood for a quarter
    /// of a second fills the pool.
    private func set(_ number: Int) -> SynthParameters {
        var set = resting
        for spec in ParameterTable.all where !spec.fixedAtStart {
            let phase = (number * (3 + Int(spec.id.rawValue)) / 2) % 40
            let swing = Float(abs(phase - 20)) / 10 - 1
            if spec.choices.isEmpty {
                set[spec.id] = resting[spec.id] * (1 + 0.2 * swing)
            } else {
                set[spec.id] = Float(number / 50 % spec.choices.count)
            }
        }
        set[.toneLevel] = number % 200 < 100 ? resting[.toneLevel] : -20
        set[.washLevel] = number % 300 < 100 ? 0.05 : resting[.washLevel]
        let flood = publications / 2
        if (flood..<flood + Self.publicationsPerSecond / 4).contains(number) {
            set[.dropsRate] = ParameterTable.spec(.dropsRate).range.upperBound
            set[.dropsBubbleAmplitude] = 0.7
            set[.dropsBubbleDuration] = 100
            set[.dropsBubbleDecay] = 6
            set[.dropsLevel] = 0
        }
        return set
    }

    private func takeLog() {
        while let entry = log.pop() {
            switch entry.payload {
            case .parameters: appliedSets += 1
            case .event: appliedEvents += 1
            case .volume: appliedVolumes += 1
            }
        }
    }
}
