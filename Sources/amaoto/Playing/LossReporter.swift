// SPDX-License-Identifier: MIT
import AudioOutput

/// Reports at once, during playback, that a recording or a log can no longer be written; each once.
final class LossReporter {
    private let console: Console
    private var recording: SoundRecording?
    private var lines: [LineFile]

    /// - Parameter lines: the logs; nil for one that was not requested.
    init(console: Console, recording: SoundRecording?, lines: [LineFile?]) {
        self.console = console
        self.recording = recording
        self.lines = lines.compactMap { $0 }
    }

    /// Checks for faults; cheap enough for every iteration.
    func report() {
        if let fault = recording?.fault {
            recording = nil
            console.warn("\(fault); playback continues without it")
        }
        lines.removeAll { file in
            guard let fault = file.fault else { return file.hasFailed }
            console.warn("\(fault); playback continues without it")
            return true
        }
    }
}
