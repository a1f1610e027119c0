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
        _ shape: LoopShape, to sink: any SoundSink, progress: (Progress) -> Bool
    ) async throws -> Report {
        var render = self
        render.totalFrames = shape.rendered
        render.isContinuing = true
        render.performance.preset = performance.preset.looping(every: Double(shape.frames) / Double(performance.sampleRate))
        let steady = performance.layers.intersection([SoundLayers(.tone), SoundLayers(.rails)])
        let isSteadyAlone = performance.layers == steady
        var sounding: LoopSteady?
        let resting = performance.preset.restingParameters
        if !isSteadyAlone, [SoundLayer.tone, .rails].contains(where: { steady.contains(SoundLayers($0)) && $0.isOn(resting) }) {
            let keeper = LoopSteady(shape)
            var alone = render
            alone.performance.layers = steady
            alone.performance.limits = false
            alone.onset = nil
            // If cancelled here, the render below is cancelled as well and writes nothing.
            _ = try await alone.run([], to: keeper, progress: progress)
            sounding = keeper
        }
        return try await render.run(
            [], to: LoopSink(shape, isSteadyAlone ? .amplitude : .power, steady: sounding, to: sink), progress: progress)
    }
}

extension Preset {
    /// The resting preset without fatigue, with what repeats fitted to a loop of the given length: for a minute, the tone shifts by
    /// less than 0.01 Hz. Rails pass at least one joint, and strictly even drops are at least one.
    fileprivate func looping(every seconds: Double) -> Preset {
        var preset = self
        preset.fatigue = nil
        let resting = restingParameters
        func fit(_ id: ParameterID, turns: Double, least: Double = 0) {
            let count = Double(resting[id]) * turns
            if count > 0 { preset = preset.with(id, at: Float(max(least, DeterministicMath.round(count)) / turns)) }
        }
        fit(.toneFrequency, turns: seconds)
        fit(.washPulse, turns: seconds)
        fit(.railsSpeed, turns: seconds / Rails.rail, least: 1)
        if resting[.dropsRegularity] == 0 { fit(.dropsRate, turns: seconds / 60, least: 1) }
        return preset
    }
}
