// SPDX-License-Identifier: MIT
import CRenderWatch
import Glibc
import RainSynthesis
import RealtimeExchange
import Sonification
import TestTraits
import Testing

/// The rendering thread under the watch: every shipped preset, fed by another thread through the real exchange.
@Suite(.computing, .serialized) struct RenderingThreadTests {
    static let seconds = 60

    @Test(.tags(.watch), arguments: PresetLibrary.standard.names)
    func `rendering a busy minute allocates, locks and counts nothing`(name: String) throws {
        try watch(try PresetLibrary.standard.load(name).restingParameters, .stereo, seconds: Self.seconds)
    }

    @Test(arguments: ["commuter", "storm"])
    func `rendering for a busy quarter of a minute does not either`(name: String) throws {
        try watch(try PresetLibrary.standard.load(name).restingParameters, .stereo, seconds: 15)
    }

    @Test(.tags(.watch), arguments: [SpeakerLayout.surround71, .ambisonic, .binaural])
    func `nor does rendering into more loudspeakers`(layout: SpeakerLayout) throws {
        var resting = try PresetLibrary.standard.load("commuter").restingParameters
        resting[.rainIntensity] = 30
        resting[.washLevel] = 0.02
        try watch(resting, layout, seconds: 20)
    }

    /// System calls of all rendering here are watched where the kernel allows it; this test reports whether it does.
    @Test(.enabled(if: RenderWatchTests.seesSystemCalls, "NOT RUN: this kernel does not intercept system calls"))
    func `nor does it call the system`() throws {
        let counts = try watch(try PresetLibrary.standard.load("commuter").restingParameters, .stereo, seconds: Self.seconds)
        #expect(counts.system_calls_watched && counts.system_calls == 0)
    }

    @discardableResult
    private func watch(_ resting: SynthParameters, _ layout: SpeakerLayout, seconds: Int) throws -> watch_counts {
        var configuration = EngineConfiguration()
        configuration.sampleRate = BusyControlSide.rate
        configuration.parameters = resting
        configuration.layout = layout
        let timeline = EventQueue<TimelineEntry>(capacity: 1024)
        let log = EventQueue<TimelineEntry>(capacity: 1024)
        let knobs = LatestValue(Knobs())
        let telemetry = LatestValue(Telemetry())
        let control = BusyControlSide(
            resting: configuration.parameters, seconds: seconds, timeline: timeline.takeProducer(),
            knobs: knobs.takeWriter(), telemetry: telemetry.takeReader(), log: log.takeConsumer())
        var rendering = WatchedRendering(
            try RainEngine(
                configuration, timelines: [timeline], knobs: knobs.takeReader(),
                telemetry: telemetry.takeWriter(), applied: log.takeProducer()),
            layout: layout)

        control.start()
        let stretch = BusyControlSide.rate / 10
        for end in 1...seconds * 10 {
            // Entries wait in the queue, or a new generation might find none to discard.
            let ahead = min(Int64(end * stretch) + BusyControlSide.lead / 2, Int64(seconds * BusyControlSide.rate))
            while control.horizon.sample < ahead { sched_yield() }
            rendering.render(periods: stretch / WatchedRendering<RainEngine>.period)
        }
        control.finish()
        expectNothing(rendering.counts)

        // The minute was as busy as intended.
        let report = control.lastTelemetry
        #expect(control.refused == 0 && log.overflowCount == 0)
        #expect(control.appliedSets + Int(report.discardedEntries) >= seconds * BusyControlSide.publicationsPerSecond)
        #expect(control.appliedSets > seconds * (BusyControlSide.publicationsPerSecond - 2))
        #expect(control.appliedVolumes > seconds * 3 / 2 && control.appliedEvents > seconds * 3 / 2)
        #expect(report.strikes > seconds / 2 && report.lateEntries > seconds / 6 && report.discardedEntries > 0)
        #expect(report.yieldedDrops > 1000 && report.peakActiveDrops == Int32(configuration.parameters[.dropsVoices]))
        #expect(rendering.peak > 10_000)
        return rendering.counts
    }

    /// Tracks that come and go, notes, a new generation and knobs, while each part receives fifty sets per second.
    @Test(arguments: [false, true]) func `nor do several tracks at once`(comeAndGo: Bool) throws {
        let seconds = 12, count = 6, rate = BusyControlSide.rate
        var configuration = EngineConfiguration()
        configuration.parameters = try PresetLibrary.standard.load("commuter").restingParameters
        configuration.tracks = Array(repeating: configuration.parameters, count: count)
        configuration.comeAndGo = comeAndGo
        let timelines = (0...count).map { _ in EventQueue<TimelineEntry>(capacity: 1024) }
        let knobs = LatestValue(Knobs()), telemetry = LatestValue(Telemetry())
        var rendering = WatchedRendering(
            try RainEngine(configuration, timelines: timelines, knobs: knobs.takeReader(), telemetry: telemetry.takeWriter()))
        for (number, timeline) in timelines.enumerated() {
            var producer = timeline.takeProducer()
            var refused = 0
            func push(_ sample: Int, _ payload: TimelineEntry.Payload, generation: UInt32 = 0) {
                if !producer.push(TimelineEntry(sample: Int64(sample), generation: generation, payload: payload)) { refused += 1 }
            }
            for step in 0..<seconds * 50 {
                let sample = step * rate / 50, second = step / 50
                // From the ninth second on, a new timeline.
                let generation: UInt32 = second < 9 ? 0 : 1
                if step % 50 == 0, number < count, second % 3 == number % 3 {
                    push(sample, .event(SynthEvent(kind: second % 2 == 0 ? .stop : .start)), generation: generation)
                }
                if step % 25 == number {
                    push(sample, .event(SynthEvent(strike: .bell, frequency: 660, level: -9, duckBy: 6)), generation: generation)
                }
                var set = configuration.parameters
                set[.dropsRate] = Float(600 + 40 * ((step + 7 * number) % 100))
                set[.toneLevel] = step % 200 < 100 ? -60 : -20
                push(sample, .parameters(set, glide: Int32(rate / 50)), generation: generation)
            }
            #expect(refused == 0)
        }
        var writer = knobs.takeWriter(), wanted = Knobs()
        for second in 0..<seconds {
            wanted.gain = Float(second % 5) - 4
            wanted.muted = second == 4
            wanted.generation = second < 9 ? 0 : 1
            writer.publish(wanted)
            rendering.render(periods: rate / WatchedRendering<RainEngine>.period)
        }
        expectNothing(rendering.counts)
        var reader = telemetry.takeReader()
        _ = reader.refresh()
        let report = reader.value
        #expect(report.startedDrops > 1000 && report.strikes > 30 && report.generation == 1)
        #expect(rendering.peak > 1000)
    }

    @Test(arguments: Misbehaving.Deed.allCases.filter { $0 != .systemCall })
    func `what a source should not have done is seen by the same means`(deed: Misbehaving.Deed) {
        var rendering = WatchedRendering(Misbehaving(deed))
        rendering.render(periods: 200)
        let counts = rendering.counts
        #expect(rendering.peak > 8000)
        switch deed {
        case .nothing: expectNothing(counts)
        case .allocation: #expect(counts.allocations == 1 && counts.frees == 1 && counts.locks == 0)
        case .growingArray: #expect(counts.allocations > 1)
        case .lock: #expect(counts.locks == 1 && counts.allocations == 0)
        case .retain: #expect(counts.retains == 1 && counts.releases == 1)
        case .systemCall: Issue.record("it has a test of its own")
        }
    }

    @Test(.enabled(if: RenderWatchTests.seesSystemCalls, "NOT RUN: this kernel does not intercept system calls"))
    func `a system call of a source is seen by the same means`() {
        var rendering = WatchedRendering(Misbehaving(.systemCall))
        rendering.render(periods: 200)
        let counts = rendering.counts
        #expect(rendering.peak > 8000)
        #expect(counts.system_calls_watched && counts.system_calls == 1)
    }
}
