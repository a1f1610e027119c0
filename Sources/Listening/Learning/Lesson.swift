// SPDX-License-Identifier: MIT

/// A sound with what is true in it: a listener learns from it, or is tested by it.
public struct Lesson: Sendable {
    public let hearing: Hearing
    public let truth: FactTimeline

    public init(hearing: Hearing, truth: FactTimeline) {
        self.hearing = hearing
        self.truth = truth
    }
}
