// SPDX-License-Identifier: MIT

/// A sound from which a listener learns, with what is true in it.
public struct Lesson: Sendable {
    public var hearing: Hearing
    public var truth: FactTimeline

    public init(hearing: Hearing, truth: FactTimeline) {
        self.hearing = hearing
        self.truth = truth
    }
}
