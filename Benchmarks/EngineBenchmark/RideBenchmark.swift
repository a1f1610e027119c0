// SPDX-License-Identifier: MIT
import AudioOutput
import BenchmarkMeasures
import Sonification
import Transport

/// The default preset over a made-up ride, from the file to a discarded output, along the path of `amaoto render`.
enum RideBenchmark {
    static func run(seconds: Int) async {
        guard let ride = MadeRide(seconds: seconds) else { return print("no ride can be written to /tmp") }
        ResidentMemory.forgetPeak()
        let began = (processor: CoreClock.processorSeconds, wall: ContinuousClock.now)
        do {
            let input = try RideInput(ride.path, rereads: true)
            let survey = try RideSurvey(
                of: [input], preset: PresetLibrary.standard.load("commuter"), isStrict: true, onFault: { _ in })
            let performance = Performance(preset: survey.preset)
            let clock = TrackClock(time0: survey.start, rate: performance.sampleRate, speed: 1)
            let frames = clock.sample(at: survey.end) + performance.fadeFrames
            let report = try await OfflineRender(performance: performance, totalFrames: frames).run(
                [ScheduledTrack(ScheduledUpdates(survey.tracks[0].journey, clock: clock, end: survey.end))], to: NullOutput())
            let sound = Double(report.frames) / Double(performance.sampleRate)
            let wall = ContinuousClock.now - began.wall
            RenderFigures(
                name: "commuter, \(Self.length(seconds)), in this process", sound: sound,
                processor: CoreClock.processorSeconds - began.processor, wall: wall / .seconds(1),
                drops: report.telemetry.startedDrops, peak: ResidentMemory.peak
            ).tell()
        } catch {
            print("the ride cannot be rendered: \(error)")
        }
    }

    static func length(_ seconds: Int) -> String { seconds < 7200 ? "\(seconds / 60) min" : "\(seconds / 3600) h" }
}
