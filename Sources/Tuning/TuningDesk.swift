import Foundation
import RainSynthesis
import Sonification
import Synchronization
import Transport

/// Everything that tuning a preset is, without a terminal or a page: the text and its knobs, undo, A and B, saving, and the
/// rain that follows. Any thread; each call is short and carried out whole, in the order of the calls.
///
/// Both sides begin with the preset as it was opened. A change is made in the text (`PresetDocument`), compiled, and heard
/// from then on; `snapshot` shows the outcome and `changes` tells that there is one, so that several views stay in step.
/// Sound goes on by itself (`TuningDesk+Playing.swift`): the audio thread never waits for the desk.
public final class TuningDesk: Sendable {
    /// Steps of undo that are kept.
    public static let historyLength = 1000

    struct State {
        var side = TuningSnapshot.Side.a
        var current: TuningSlot
        var other: TuningSlot
        /// Nil for a shipped preset, until it is saved under a name.
        var file: PresetFile?
        /// What the file holds, as a document; what is changed is told against it.
        var saved: PresetDocument
        /// What the last look at the file found, and what was refused of it.
        var seenOutside = PresetFile.Outside.unchanged
        var refusedOutside = PresetFile.Outside.unchanged
        var revision = 0
        var listeners: [Int: AsyncStream<Int>.Continuation] = [:]
        var lastListener = 0
        var playing = TuningPlaying()
    }

    let library: PresetLibrary
    /// What is read beside the preset's file and never replaced.
    let inputs: [String]
    let state: Mutex<State>

    /// Opens a shipped preset by name or a file by path.
    /// - Parameter inputs: files that saving never replaces, beside those that the preset extends.
    /// - Throws: every finding, when it is no valid preset.
    public init(_ reference: String, library: PresetLibrary = .standard, inputs: [String] = []) throws(PresetError) {
        self.library = library
        let source = try library.source(reference)
        self.inputs = inputs + PresetCheck(source, library: library).files.filter { $0 != source.path }
        let document = try PresetDocument(source, library: library)
        let file = source.isShipped ? nil : source.path.map { PresetFile(source, path: $0) }
        let slot = TuningSlot(document)
        state = Mutex(State(current: slot, other: slot, file: file, saved: document))
    }

    // MARK: Reading

    /// The preset, its knobs and what they stand at.
    public var snapshot: TuningSnapshot { state.withLock { $0.snapshot } }
    /// Grows with every change.
    public var revision: Int { state.withLock { $0.revision } }
    /// The newest revision, as often as there is one; ends with its task.
    public func changes() -> AsyncStream<Int> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let id = state.withLock { state in
                state.lastListener += 1
                state.listeners[state.lastListener] = continuation
                return state.lastListener
            }
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { _ = $0.listeners.removeValue(forKey: id) }
            }
        }
    }

    /// The preset's parameters in one set: what rests, before any mapping.
    public var restingParameters: SynthParameters { state.withLock { $0.current.document.preset.restingParameters } }

    /// What is different between the file (or, beside B, the other side) and what is heard, in words.
    public func differences(from other: TuningDifference = .file) -> [String] {
        state.withLock { state in
            let from = other == .file ? state.saved.preset : state.other.document.preset
            return PresetComparison(from, state.current.document.preset).sentences
        }
    }
}

/// What the preset on the desk is compared with.
public enum TuningDifference: Sendable { case file, otherSide }
