// SPDX-License-Identifier: MIT
import Foundation
import Sonification
import Synchronization
import Transport

/// Reloads a preset's file when it is saved during playback: the new preset goes to playback, errors to the listener. Checks four
/// times per second, on a separate task.
final class PresetReloading: Sendable {
    private let found = Mutex<[PresetWatch.Finding]>([])
    private let console: Console
    /// The preset being played, for reporting differences.
    private let heard: Mutex<Preset>

    /// - Parameter watch: of the preset as the user named it; one embedded in the program never changes.
    init(_ watch: PresetWatch, preset: Preset, console: Console) {
        self.console = console
        heard = Mutex(preset)
        Task { [weak self] in
            var watch = watch
            while let self {
                if let finding = watch.look() { self.found.withLock { $0.append(finding) } }
                try? await Task.sleep(for: .seconds(PresetWatch.interval))
            }
        }
    }

    /// Returns the commands for playback, including a preset to show; reports everything else to the listener.
    func commands() -> [PlaybackCommand] {
        let findings = found.withLock { found in
            defer { found = [] }
            return found
        }
        return findings.compactMap { finding in
            switch finding {
            case .broken(let error):
                console.warn("\(error)\nThe saved preset is invalid; playback continues with the previous one.")
            case .gone(let file):
                console.warn("\(file) has disappeared; playback continues with the preset as it was")
            case .preset(let preset):
                let differences = heard.withLock { heard in
                    defer { heard = preset }
                    return PresetComparison(heard, preset).sentences
                }
                // A changed comment is not audible.
                guard !differences.isEmpty else { return nil }
                console.say("Reloaded the preset: \(Self.summary(differences))")
                return .use(preset)
            }
            return nil
        }
    }

    private static func summary(_ differences: [String]) -> String {
        let most = 3
        let rest = differences.count - most
        return differences.prefix(most).joined(separator: "; ") + (rest > 0 ? "; and \(rest) more" : "")
    }
}
