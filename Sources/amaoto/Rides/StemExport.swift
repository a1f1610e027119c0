// SPDX-License-Identifier: MIT
import ArgumentParser
import AudioOutput
import Foundation
import RainSynthesis
import Synchronization
import Transport

/// Renders the stems of a performance, several at once.
///
/// Each stem computes everything again, so that its layer is the same as in the mix, whatever the number of jobs.
struct StemExport: Sendable {
    let performance: Performance
    let span: RenderSpan
    /// The number of stems rendered at the same time.
    let jobs: Int

    /// Writes all files of `folder`, and a line about them.
    /// - Throws: `ExitCode` after an interrupt, or the error of a render; the folder is then left without stems.
    func write(_ folder: StemFolder, _ console: Console, _ interrupts: Interrupts) async throws {
        let progress = StemProgress(console: console, sampleRate: performance.sampleRate, stems: folder.stems.count)
        let isWhole = try await withThrowingTaskGroup(of: Bool.self) { group in
            var isWhole = true
            for (index, stem) in folder.stems.enumerated() {
                if index >= jobs, try await group.next() == false { isWhole = false }
                group.addTask {
                    let report = try await span.render(layer(stem.layer), to: stem) { state in
                        progress.show(state, of: index)
                        return !interrupts.arrived && !Task.isCancelled
                    }
                    return !report.wasInterrupted
                }
            }
            for try await whole in group where !whole { isWhole = false }
            return isWhole
        }
        console.endStatus()
        guard isWhole else {
            folder.abandon()
            throw ExitCode(interrupts.exitCode ?? ExitStatus.runtime.rawValue)
        }
        let names = folder.stems.map { "\($0.layer.name).wav" + ($0.peak == 0 ? " (silent)" : "") }
        let bytes = folder.stems.first.flatMap { try? FileManager.default.attributesOfItem(atPath: $0.place)[.size] as? Int } ?? 0
        console.say("Stems in \(folder.folder): \(names.joined(separator: ", ")); 32-bit float, \(FigureText.bytes(bytes)) each.")
    }

    private func layer(_ layer: SoundLayer) -> Performance {
        var alone = performance
        alone.layers = SoundLayers(layer)
        alone.limits = false
        return alone
    }
}

/// The progress of all stems together. Any thread.
private final class StemProgress: Sendable {
    private struct State {
        var frames: [Int64]
        let line: ProgressLine
    }

    private let state: Mutex<State>
    private let sampleRate: Int

    init(console: Console, sampleRate: Int, stems: Int) {
        self.sampleRate = sampleRate
        state = Mutex(State(frames: Array(repeating: 0, count: stems), line: ProgressLine(console, patience: 0)))
    }

    func show(_ progress: OfflineRender.Progress, of stem: Int) {
        state.withLock { state in
            state.frames[stem] = progress.frames
            var all = progress
            all.frames = state.frames.reduce(0, +)
            all.totalFrames *= Int64(state.frames.count)
            state.line.show(all, at: sampleRate, doing: "\(state.frames.count) stems")
        }
    }
}
