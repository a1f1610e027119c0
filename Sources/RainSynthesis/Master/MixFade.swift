// SPDX-License-Identifier: MIT
import DeterministicMath

/// Audio thread: the raised-cosine gain with which everything fades in (15 ms) and out (100 ms).
struct MixFade {
    private let riseStep: Float
    private let fallStep: Float
    /// The position on the cosine, 0 ... 1.
    private var phase: Float = 0
    private(set) var isStopping = false
    private(set) var value: Float = 0

    init(sampleRate: Int) {
        riseStep = 1 / (0.015 * Float(sampleRate))
        fallStep = 1 / (0.1 * Float(sampleRate))
    }

    /// True when the fade-out has ended.
    var isSilent: Bool { @_noLocks get { isStopping && phase == 0 } }

    @_noLocks mutating func start() { isStopping = false }
    @_noLocks mutating func stop() { isStopping = true }

    @_noLocks mutating func advance(_ frames: Int) {
        let next = phase + (isStopping ? -fallStep : riseStep) * Float(frames)
        let reached: Float = next < 0 ? 0 : next < 1 ? next : 1
        guard reached != phase else { return }
        phase = reached
        value = Float(0.5 - 0.5 * DeterministicMath.cos(turns: Double(phase) * 0.5))
    }
}
