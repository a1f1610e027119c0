import AudioOutput
import DeterministicMath
import RainSynthesis
import Sonification

extension OfflineRender {
    /// Renders a loop of the preset's resting rain; its length and end are the shape's.
    /// - Parameter progress: as for `run`, in frames that are rendered for it.
    public func runLoop(
        _ shape: LoopShape, to sink: any SoundSink, progress: (Progress) -> Bool = { _ in true }
    ) async throws -> Report {
        var render = self
        render.totalFrames = shape.rendered
        render.goesOn = true
        render.performance.preset = performance.preset.looping(every: Double(shape.frames) / Double(performance.sampleRate))
        let isToneAlone = performance.layers == SoundLayers(.tone)
        var tone: LoopTone?
        let resting = performance.preset.restingParameters[.toneLevel]
        if !isToneAlone, performance.layers.contains(SoundLayers(.tone)), resting > ParameterTable.spec(.toneLevel).range.lowerBound {
            let keeper = LoopTone(shape)
            var alone = render
            alone.performance.layers = SoundLayers(.tone)
            alone.performance.limits = false
            alone.onset = nil
            // Called off as the render itself would be, which then writes nothing.
            _ = try await alone.run([], to: keeper, progress: progress)
            tone = keeper
        }
        return try await render.run(
            [], to: LoopSink(shape, isToneAlone ? .amplitude : .power, tone: tone, to: sink), progress: progress)
    }
}

extension Preset {
    /// The same at rest, with what swings steadily in step with a loop of so many seconds, and without fatigue: for a minute
    /// the tone moves by less than 0.01 Hz.
    fileprivate func looping(every seconds: Double) -> Preset {
        var preset = self
        preset.fatigue = nil
        let resting = restingParameters
        for id in [ParameterID.toneFrequency, .washPulse] {
            let turns = DeterministicMath.round(Double(resting[id]) * seconds)
            preset = preset.with(id, at: Float(turns / seconds))
        }
        return preset
    }
}
