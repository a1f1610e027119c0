import Foundation
import Sonification
import Synchronization
import Transport

/// Hears of a preset's file that was saved while it plays: the new preset goes to the playing, what is wrong with it to the
/// listener. Looks four times a second, on a task of its own.
final class PresetReloading: Sendable {
    private let found = Mutex<[PresetWatch.Finding]>([])
    private let console: Console
    /// What is heard, to say what a new text changes.
    private let heard: Mutex<Preset>

    /// - Parameter reference: the preset as the user named it; a copy inside the program never changes.
    init(_ reference: String, preset: Preset, console: Console) {
        self.console = console
        heard = Mutex(preset)
        let watch = PresetWatch(reference)
        Task { [weak self] in
            var watch = watch
            while let self {
                if let finding = watch.look() { self.found.withLock { $0.append(finding) } }
                try? await Task.sleep(for: .seconds(PresetWatch.interval))
            }
        }
    }

    /// What the playing is to do now, and a preset to show; the rest is told to the listener.
    func commands() -> [PlaybackCommand] {
        let findings = found.withLock { found in
            defer { found = [] }
            return found
        }
        return findings.compactMap { finding in
            switch finding {
            case .broken(let error):
                console.warn("\(error)\nThe saved preset cannot be used; the rain goes on as it was.")
            case .gone(let file):
                console.warn("\(file) is gone; the rain goes on as it was")
            case .preset(let preset):
                let differences = heard.withLock { heard in
                    defer { heard = preset }
                    return PresetComparison(heard, preset).sentences
                }
                // A comment that was changed is not heard.
                guard !differences.isEmpty else { return nil }
                console.say("Reloaded the preset: \(Self.told(differences))")
                return .use(preset)
            }
            return nil
        }
    }

    private static func told(_ differences: [String]) -> String {
        let most = 3
        let rest = differences.count - most
        return differences.prefix(most).joined(separator: "; ") + (rest > 0 ? "; and \(rest) more" : "")
    }
}
