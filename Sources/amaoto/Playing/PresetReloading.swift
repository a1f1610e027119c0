// SPDX-License-Identifier: MIT
import Foundation
import Sonification
import Synchronization
import Transport

/// Reloads a preset's file when it is saved during playback, and changes to other presets: the new preset goes to playback, errors
/// to the listener. Checks four times per second, on a queue of its own, which also loads: so changes come in the order in which they
/// were asked for.
final class PresetReloading: Sendable {
    /// A change that playback has not received yet.
    private enum Change {
        case saved(PresetWatch.Finding)
        case chosen(Preset)
    }

    private let queue = DispatchQueue(label: "amaoto.presets")
    private let pending = Mutex<[Change]>([])
    private let console: Console
    /// The preset being played, for reporting differences.
    private let current: Mutex<Preset>
    /// The names of the track's own columns; nil until they are known.
    private let columns: Mutex<[String]?>
    /// The watch of that preset's files.
    private let watch: Mutex<PresetWatch>
    /// The folder of presets that do not ship with the program: that of the first one.
    private let folder: String
    private let onChange: @Sendable () -> Void

    /// - Parameters:
    ///   - reference: the preset as the user named it; one embedded in the program never changes.
    ///   - watch: the watch of its files.
    ///   - columns: the names of the track's own columns; nil for a live source.
    ///   - onChange: called when `commands` has something to return; any thread.
    init(
        _ reference: String, _ watch: PresetWatch, preset: Preset, columns: [String]?, console: Console,
        onChange: @escaping @Sendable () -> Void
    ) {
        self.console = console
        self.onChange = onChange
        current = Mutex(preset)
        self.columns = Mutex(columns)
        self.watch = Mutex(watch)
        folder = reference.contains("/") ? (reference as NSString).deletingLastPathComponent : "."
        queue.async { [weak self] in self?.check() }
    }

    /// Checks the files, and again after the interval. On the queue.
    private func check() {
        if let finding = watch.withLock({ $0.check() }) { report(.saved(finding)) }
        queue.asyncAfter(deadline: .now() + PresetWatch.interval) { [weak self] in self?.check() }
    }

    /// Takes the names of a live source's own columns, and warns of those that the preset maps and the source lacks. Any thread.
    func take(columns names: [String]) {
        columns.withLock { $0 = names }
        warn(ofColumnsMissingFor: current.withLock { $0 })
    }

    private func warn(ofColumnsMissingFor preset: Preset) {
        guard let names = columns.withLock({ $0 }) else { return }
        for sentence in preset.missingColumns(in: names) { console.warn(sentence) }
    }

    /// Loads another preset, which is then played and watched: one that ships with the program, or a file beside the first one.
    /// - Parameter failed: called on another thread with the reason.
    func change(to name: String, failed: @escaping @Sendable (String) -> Void) {
        queue.async { [weak self] in
            do { try self?.load(name) } catch let error as PresetError {
                // One line, because the recipient may be a controller.
                failed(error.first.map { "\($0.message); \($0.remedy)" } ?? "\(error)")
            } catch {
                failed("\(error)")
            }
        }
    }

    /// On the queue.
    private func load(_ name: String) throws {
        // Names come from outside and must not reach another folder.
        if name.contains("/") { throw Failure("\(name): presets are chosen by name, not by path", .preset) }
        let library = PresetLibrary.standard
        let file = "\(folder)/\(PresetLibrary.fileName(name))"
        let isFile = !library.names.contains(name) && FileManager.default.fileExists(atPath: file)
        let reference = isFile ? file : name
        // What is saved while it loads is found by the next check.
        let fresh = PresetWatch(reference)
        let preset = try library.load(reference)
        watch.withLock { $0 = fresh }
        report(.chosen(preset))
    }

    private func report(_ change: Change) {
        pending.withLock { $0.append(change) }
        onChange()
    }

    /// Returns the commands for playback, including a preset to show; reports everything else to the listener.
    func commands() -> [PlaybackCommand] {
        let changes = pending.withLock { pending in
            defer { pending = [] }
            return pending
        }
        return changes.compactMap { change in
            switch change {
            case .chosen(let preset):
                current.withLock { $0 = preset }
                console.say("Preset: \(preset.title)")
                warn(ofColumnsMissingFor: preset)
                return .use(preset)
            case .saved(.broken(let error)):
                console.warn("\(error)\nThe saved preset is invalid; playback continues with the previous one.")
            case .saved(.gone(let file)):
                console.warn("\(file) has disappeared; playback continues with the preset as it was")
            case .saved(.preset(let preset)):
                let differences = current.withLock { current in
                    defer { current = preset }
                    return PresetComparison(current, preset).sentences
                }
                // A changed comment is not audible.
                guard !differences.isEmpty else { return nil }
                console.say("Reloaded the preset: \(Self.summary(differences))")
                warn(ofColumnsMissingFor: preset)
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
