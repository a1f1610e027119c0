import CRenderWatch
import Glibc
import RainSynthesis
import RealtimeExchange
import Sonification
import Testing

/// The rendering thread under the watch: every shipped preset, fed by another thread through the real exchange.
@Suite(.serialized) struct RenderingThreadTests {
    static let seconds = 60

    @Test(arguments: PresetLibrary.standard.names)
    func `rendering a busy minute allocates, locks, counts and calls nothing`(name: String) throws {
        try watch(try PresetLibrary.standard.load(name).restingParameters, .stereo, seconds: Self.seconds)
    }

    @Test(arguments: [SpeakerLayout.surround71, .ambisonic, .binaural])
    func `nor does rendering into more loudspeakers`(layout: SpeakerLayout) throws {
        var resting = try PresetLibrary.standard.load("commuter").restingParameters
        resting[.rainIntensity] = 30
        resting[.washLevel] = 0.02
        try watch(resting, layout, seconds: 20)
    }

    private func watch(_ resting: SynthParameters, _ layout: SpeakerLayout, seconds: Int) throws {
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
                configuration, timeline: timeline.takeConsumer(), knobs: knobs.takeReader(),
                telemetry: telemetry.takeWriter(), applied: log.takeProducer()),
            layout: layout)

        control.start()
        let stretch = BusyControlSide.rate / 10
        for end in 1...seconds * 10 {
            while control.horizon.sample < Int64(end * stretch) { sched_yield() }
            rendering.render(periods: stretch / WatchedRendering<RainEngine>.period)
        }
        control.finish()
        expectNothing(rendering.counts)

        // The minute was as busy as it should be.
        let report = control.lastTelemetry
        #expect(control.refused == 0 && log.overflowCount == 0)
        #expect(control.appliedSets + Int(report.discardedEntries) >= seconds * BusyControlSide.publicationsPerSecond)
        #expect(control.appliedSets > seconds * (BusyControlSide.publicationsPerSecond - 2))
        #expect(control.appliedVolumes > seconds * 3 / 2 && control.appliedEvents > seconds * 3 / 2)
        #expect(report.strikes > seconds / 2 && report.lateEntries > seconds / 6 && report.discardedEntries > 0)
        #expect(report.yieldedDrops > 1000 && report.peakActiveDrops == Int32(configuration.parameters[.dropsVoices]))
        #expect(rendering.peak > 10_000)
    }

    @Test(arguments: Misbehaving.Deed.allCases)
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
        case .systemCall: #expect(counts.system_calls == 1 || !counts.system_calls_watched)
        }
    }
}
