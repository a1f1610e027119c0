// SPDX-License-Identifier: MIT
import Foundation
import PlainText

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
