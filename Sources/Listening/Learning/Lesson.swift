// SPDX-License-Identifier: MIT

/// A sound with what is true in it: a listener learns from it, or is tested by it.
public struct Lesson: Sendable {
    let hearing: Hearing
    let truth: FactTimeline

    public init(hearing: Hearing, truth: FactTimeline) {
        self.hearing = hearing
        self.truth = truth
    }

    /// The same through one loudspeaker.
    var mono: Lesson { Lesson(hearing: hearing.mono, truth: truth) }
}
