// SPDX-License-Identifier: MIT
import Dispatch
import Tracking

/// Writes updates as lines to a file. One owner, one thread.
///
/// Ahead, for an input that is complete already: the next updates are read and tracked while another thread formats and writes the
/// earlier ones in batches. Otherwise each update is a line before `put` returns.
final class UpdateLines {
    /// Updates per batch.
    private static let batchSize = 128
    /// Bytes; most lines are shorter.
    private static let usualLine = 512
    /// The maximum number of batches that are not written yet; beyond it `put` waits.
    private static let mostBatches = 8

    private let file: LineFile
    private let stationName: @Sendable (String) -> String?
    private var line: [UInt8] = []
    /// Writes the batches in order; nil where nothing is written ahead.
    private let queue: DispatchQueue?
    private let room = DispatchSemaphore(value: mostBatches)
    private var batch: [TrackerUpdate] = []
    private(set) var hasFailed = false

    /// - Parameter stationName: Returns the name of a station by its id, nil for the id of anything else.
    init(_ file: LineFile, ahead: Bool, stationName: @escaping @Sendable (String) -> String?) {
        self.file = file
        self.stationName = stationName
        queue = ahead ? DispatchQueue(label: "amaoto.lines") : nil
    }

    deinit { finish() }

    func put(_ update: consuming TrackerUpdate) {
        guard let queue else {
            line.removeAll(keepingCapacity: true)
            TrackLine.write(update, stationName: stationName, to: &line)
            line.withUnsafeBytes { file.write($0) }
            hasFailed = file.hasFailed
            return
        }
        batch.append(update)
        if batch.count >= Self.batchSize { writeBatch(on: queue) }
    }

    /// Waits until everything is written; no effect when repeated.
    func finish() {
        guard let queue else { return }
        if !batch.isEmpty { writeBatch(on: queue) }
        // From here on, the file's owner holds the only reference to it.
        queue.sync {}
    }

    private func writeBatch(on queue: DispatchQueue) {
        room.wait()
        queue.async { [file, batch, stationName, room] in
            var lines: [UInt8] = []
            lines.reserveCapacity(batch.count * Self.usualLine)
            for update in batch { TrackLine.write(update, stationName: stationName, to: &lines) }
            lines.withUnsafeBytes { file.write($0) }
            room.signal()
        }
        batch.removeAll(keepingCapacity: true)
        hasFailed = file.hasFailed
    }
}
