// SPDX-License-Identifier: MIT
import Transport

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
