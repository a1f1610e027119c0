// SPDX-License-Identifier: MIT
import Foundation
import RainSynthesis
import Sonification
import Synchronization

/// The model of preset tuning, without a terminal or a page: the text and its knobs, undo, A and B, saving, and the rain that
/// follows. Any thread; each call is short and atomic, and calls take effect in order.
///
/// Both sides start with the preset as it was opened. A change is made in the text (`PresetDocument`), compiled, and audible from
/// then on; `snapshot` shows the result and `changes` announces it, so that several views stay in step. Sound runs independently
/// (`TuningDesk+Playing.swift`): the audio thread never waits for the desk.
public final class TuningDesk: Sendable {
    /// The maximum number of undo steps.
    static let historyLength = 1000

    struct State {
        var side = TuningSnapshot.Side.a
        var current: TuningSlot
        var other: TuningSlot
        /// Nil for a shipped preset, until it is saved under a name.
        var file: PresetFile?
        /// The file's content as a document; changes are reported relative to it.
        var saved: PresetDocument
        /// Input files other than the preset's, which are never replaced.
        var inputs: [String]
        /// The texts that other programs have written, by path: at the last check, and those whose merge failed last.
        var seenOutside: [String: String] = [:]
        var refusedOutside: [String: String] = [:]
        var revision = 0
        /// The snapshot of this revision, once it was asked for.
        var knownSnapshot: TuningSnapshot?
        var listeners: [Int: AsyncStream<Int>.Continuation] = [:]
        var lastListener = 0
        var playing = TuningPlaying()
    }

    let library: PresetLibrary
    let state: Mutex<State>

    /// Opens a shipped preset by name or a file by path.
    /// - Parameter inputs: files that saving never replaces, in addition to those that the preset extends.
    /// - Throws: `PresetError` with every finding, when the preset is not valid.
    public init(_ reference: String, library: PresetLibrary = .standard, inputs: [String] = []) throws(PresetError) {
        self.library = library
        state = Mutex(try State(try library.source(reference), library: library, inputs: inputs))
    }

    // MARK: Reading

    /// The preset, its knobs and their values.
    public var snapshot: TuningSnapshot { state.withLock { $0.snapshot } }
    /// Increments with every change.
    public var revision: Int { state.withLock { $0.revision } }
    /// Returns a stream of revisions, of which only the newest is buffered; ends with its task.
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

    /// The preset's parameters at rest, before any mapping.
    public var restingParameters: SynthParameters { state.withLock { $0.current.document.preset.restingParameters } }

    /// Lists the differences between the file (or the other side) and the active side, in words.
    public func differences(from other: TuningDifference = .file) -> [String] {
        state.withLock { state in
            let from = other == .file ? state.saved.preset : state.other.document.preset
            return PresetComparison(from, state.current.document.preset).sentences
        }
    }
}

/// The reference for a comparison of the preset on the desk.
public enum TuningDifference: Sendable { case file, otherSide }
