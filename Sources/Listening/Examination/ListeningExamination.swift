// SPDX-License-Identifier: MIT
import Platform
import SoundAnalysis

/// What listeners read in some sounds after learning from others, in every condition.
public struct ListeningExamination: Sendable {
    /// A test for each condition; empty if the lessons hold nothing to learn.
    public private(set) var tests: [ListeningTest] = []
    /// The facts that the lessons hold, and those that are true in the sounds to read, each in alphabetical order.
    public let learnt: [String]
    public let stated: [String]

    /// The number of steps that an examination reports.
    public static func stepCount(lessons: Int, sounds: Int) -> Int { lessons + sounds + 2 }

    /// Hears all sounds, learns, and reads.
    /// - Parameter onStep: receives the name of each step as it begins.
    /// - Throws: `SoundFileError`, `InputFault`, `EngineError`, `CancellationError`.
    public init(
        taughtBy sources: [LessonSource], reading sounds: [LessonSource], onStep: (String) -> Void
    ) async throws {
        let targets = try await sounds.concurrentMap(starting: { onStep("hearing \($0.title)") }) { try await $0.lessons(nil) }
        let loudness = targets.map(\.loudness).filter(\.isFinite).mean ?? -.infinity
        // The listener learns under noise about as loud as that under which it reads, with other seeds.
        var lessons = try await sources.concurrentMap(starting: { onStep("learning from \($0.title)") }) {
            try await $0.lessons(loudness)
        }
        if !targets.allSatisfy(\.clean.hearing.isStereo) { lessons = lessons.map(\.mono) }
        learnt = Self.names(lessons)
        stated = Self.names(targets)
        if learnt.isEmpty, lessons.allSatisfy(\.clean.truth.events.isEmpty) { return }
        onStep("reading")
        tests = try await ListeningTest.tests(
            in: HearingCondition.allCases.filter { $0 != .noise }, taughtBy: lessons.map(\.clean), reading: targets.map(\.clean))
        onStep("reading under noise")
        tests += try await ListeningTest.tests(in: [.noise], taughtBy: lessons.map(\.noisy), reading: targets.map(\.noisy))
    }

    private static func names(_ lessons: [LessonPair]) -> [String] { Set(lessons.flatMap(\.clean.truth.names)).sorted() }
}
