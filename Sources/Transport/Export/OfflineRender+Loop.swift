// SPDX-License-Identifier: MIT
import AudioOutput
import DeterministicMath
import RainSynthesis
import Sonification

extension OfflineRender {
    /// Renders a loop of the preset's resting rain; its length and crossfade come from `shape`.
    /// - Parameter progress: as for `run`, in frames rendered for the loop.
    /// - Throws: `EngineError`, `AudioFileError`. The sink is then abandoned.
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
            // If cancelled here, the render below is cancelled as well and writes nothing.
            _ = try await alone.run([], to: keeper, progress: progress)
            tone = keeper
        }
        return try await render.run(
            [], to: LoopSink(shape, isToneAlone ? .amplitude : .power, tone: tone, to: sink), progress: progress)
    }
}

extension Preset {
    /// The resting preset without fatigue, with steady oscillations fitted to a loop of the given length: for a minute, the
    /// tone shifts by less than 0.01 Hz.
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
