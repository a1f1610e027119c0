// SPDX-License-Identifier: MIT
import PlainText
import Railways
import Transport

/// The status line of a long task, once it takes more than two seconds, redrawn a few times per second. The console ends the line.
final class ProgressLine {
    private let console: Console
    private let patience: Duration
    private let began = ContinuousClock.now
    private var lastShown = ContinuousClock.now
    private let steps: Int
    private var stepsBegun = 0

    /// - Parameters:
    ///   - steps: The number of steps, if the task reports when each begins.
    ///   - patience: Seconds from the start before anything is shown.
    init(_ console: Console, steps: Int = 0, patience: Double = 2) {
        self.console = console
        self.steps = steps
        self.patience = .seconds(patience)
    }

    private func show(_ text: @autoclosure () -> String) {
        let now = ContinuousClock.now
        guard now - began >= patience, now - lastShown >= .milliseconds(250) else { return }
        lastShown = now
        console.status(text())
    }

    func show(_ reading: ReadingProgress) {
        show(
            "Reading \(reading.title): "
                + (reading.share < 1 || reading.updates == 0
                    ? "\(FigureText.number(reading.share * 100)) %" : "\(reading.updates) updates"))
    }

    func show(_ railways: ImportProgress) {
        show(railways.stage + (railways.fraction.map { " \(FigureText.number($0 * 100)) %" } ?? ""))
    }

    func begin(_ step: String) {
        stepsBegun += 1
        show("\(stepsBegun) of \(steps): \(step)")
    }

    /// How much of a sound has been measured.
    /// - Parameter total: frames in all; nil if unknown (a pipe).
    func show(measured frames: Int64, of total: Int64?, at sampleRate: Int) {
        func clock(_ frames: Int64) -> String { ClockText.text(Double(frames) / Double(sampleRate)) }
        let whole = total.flatMap { $0 > 0 ? $0 : nil }
        show(
            whole.map { frames < $0 ? "\(clock(frames)) of \(clock($0)) measured" : "\(clock(frames)) measured, looking for periods" }
                ?? "\(clock(frames)) measured")
    }

    /// How far a render is, how fast, and the remaining time.
    /// - Parameter doing: the name of the step, shown before the figures.
    func show(_ render: OfflineRender.Progress, at sampleRate: Int, doing: String? = nil) {
        let done = Double(render.frames) / Double(sampleRate), total = Double(render.totalFrames) / Double(sampleRate)
        let speed = speed(done)
        show(
            (doing.map { "\($0): " } ?? "")
                + "\(ClockText.text(done)) of \(ClockText.text(total)), \(FigureText.number(speed)) times real time, "
                + "\(ClockText.text((total - done) / max(speed, 1e-6))) left")
    }

    /// The speed as a multiple of real time.
    /// - Parameter seconds: the length of the sound computed since the start.
    func speed(_ seconds: Double) -> Double { seconds / max((ContinuousClock.now - began).seconds, 1e-6) }
}
