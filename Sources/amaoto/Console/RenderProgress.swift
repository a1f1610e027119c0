// SPDX-License-Identifier: MIT
import Foundation
import PlainText
import Tracking
import Transport

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
