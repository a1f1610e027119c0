// SPDX-License-Identifier: MIT
import Foundation
import PlainText
import Tracking
import Transport

/// When a display of progress is due: after a while, then a few times per second.
struct ProgressPace {
    private let began = ContinuousClock.now
    private var lastShown: ContinuousClock.Instant
    private let patience: Duration

    /// - Parameter patience: Seconds from the start before anything is shown.
    init(patience: Double = 0) {
        lastShown = began
        self.patience = .seconds(patience)
    }

    /// Seconds since the start.
    var elapsed: Double { (ContinuousClock.now - began).seconds }

    /// Whether to show progress now; the caller then does.
    mutating func isDue() -> Bool {
        let now = ContinuousClock.now
        guard now - began >= patience, now - lastShown >= .milliseconds(250) else { return false }
        lastShown = now
        return true
    }
}

/// Shows how far an input has been read, once it takes more than two seconds.
final class InputProgress {
    private let console: Console
    private var pace = ProgressPace(patience: 2)

    init(_ console: Console) { self.console = console }

    func show(_ progress: ReadingProgress) {
        guard pace.isDue() else { return }
        let done =
            progress.share < 1 || progress.updates == 0
            ? "\(FigureText.number(progress.share * 100)) %" : "\(progress.updates) updates"
        console.status("Reading \(progress.title): \(done)")
    }
}

/// Shows which of its steps a long task is at, once it takes more than two seconds.
final class StepProgress {
    private let console: Console
    private let total: Int
    private var done = 0
    private var pace = ProgressPace(patience: 2)

    init(_ console: Console, of total: Int) {
        self.console = console
        self.total = total
    }

    /// Call when a step begins.
    func begin(_ step: String) {
        done += 1
        if pace.isDue() { console.status("\(done) of \(total): \(step)") }
    }

    /// Ends the line; call before anything else is printed.
    func end() { console.endStatus() }
}

/// Shows the progress of a measurement, once it takes more than two seconds.
final class SoundProgress {
    private let console: Console
    private let sampleRate: Int
    private var pace = ProgressPace(patience: 2)

    init(console: Console, sampleRate: Int) {
        self.console = console
        self.sampleRate = sampleRate
    }

    /// - Parameter total: frames in all; nil if unknown (a pipe).
    func show(_ frames: Int64, of total: Int64?) {
        guard pace.isDue() else { return }
        let done = ClockText.text(Double(frames) / Double(sampleRate))
        guard let total, total > 0 else { return console.status("\(done) measured") }
        console.status(
            frames < total
                ? "\(done) of \(ClockText.text(Double(total) / Double(sampleRate))) measured" : "\(done) measured, looking for periods")
    }
}

/// Shows the progress of a render: time, speed, remaining time.
final class RenderProgress {
    private let console: Console
    private let sampleRate: Int
    private var pace = ProgressPace()
    private let doing: String

    /// - Parameter doing: the name of the step, shown before the figures.
    init(console: Console, sampleRate: Int, doing: String = "") {
        self.doing = doing.isEmpty ? "" : doing + ": "
        self.console = console
        self.sampleRate = sampleRate
    }

    /// The speed as a multiple of real time, for the given seconds of sound.
    func speed(_ seconds: Double) -> Double { seconds / max(pace.elapsed, 1e-6) }

    func show(_ state: OfflineRender.Progress) {
        guard pace.isDue() else { return }
        let done = Double(state.frames) / Double(sampleRate), total = Double(state.totalFrames) / Double(sampleRate)
        let speed = speed(done)
        console.status(
            "\(doing)\(ClockText.text(done)) of \(ClockText.text(total)), \(FigureText.number(speed)) times real time, "
                + "\(ClockText.text((total - done) / max(speed, 1e-6))) left")
    }
}
