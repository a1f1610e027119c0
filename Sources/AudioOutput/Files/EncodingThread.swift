// SPDX-License-Identifier: MIT
import Dispatch
import Platform
import Synchronization

/// Writes a file on a separate thread, so that its encoder and the engine work at the same time. `write` copies its frames and
/// waits while four blocks are queued. One thread at a time; may block.
final class EncodingThread: SoundSink {
    /// The maximum number of queued blocks.
    private static let capacity = 4

    let place: String
    private(set) var framesWritten: Int64 = 0
    private let file: SoundFileWriter
    private let channels: Int
    private let queue: EncodingQueue
    private var thread: NativeThread?

    /// - Parameter channels: samples per frame.
    init(_ file: SoundFileWriter, channels: Int) throws(AudioFileError) {
        place = file.place
        self.file = file
        self.channels = channels
        let queue = EncodingQueue(file, capacity: Self.capacity)
        self.queue = queue
        switch NativeThread.start(name: "amaoto-encode", stackSize: 1 << 20, { queue.work() }) {
        case .success(let thread): self.thread = thread
        case .failure(let code): throw .system(code, place: place, doing: "cannot start the encoder's thread")
        }
    }

    deinit { abandon() }

    /// - Throws: `AudioFileError`, also of an earlier block.
    func write(_ frames: UnsafeBufferPointer<Float>) throws(AudioFileError) {
        try queue.append(Array(frames))
        framesWritten += Int64(frames.count / channels)
    }

    func finish() throws(AudioFileError) -> String {
        try join()
        return try file.finish()
    }

    func interrupt() throws(AudioFileError) -> String {
        try join()
        return try file.interrupt()
    }

    func abandon() {
        try? join()
        file.abandon()
    }

    /// Waits until everything is written; from then on the file belongs to the caller's thread.
    private func join() throws(AudioFileError) {
        guard let thread = thread.take() else { return }
        queue.close()
        thread.join()
        if let failure = queue.failure { throw failure }
    }
}

/// The blocks on their way to the encoder.
private final class EncodingQueue: @unchecked Sendable {
    // Sendable is sound: only the worker uses the file until it has been joined, and a lock guards the state.
    private struct State {
        var blocks: [[Float]] = []
        var failure: AudioFileError?
    }

    private let file: SoundFileWriter
    private let state = Mutex(State())
    private let room: DispatchSemaphore
    private let filled = DispatchSemaphore(value: 0)

    init(_ file: SoundFileWriter, capacity: Int) {
        self.file = file
        room = DispatchSemaphore(value: capacity)
    }

    var failure: AudioFileError? { state.withLock { $0.failure } }

    /// Appends a block; waits for room.
    func append(_ block: [Float]) throws(AudioFileError) {
        room.wait()
        let failure = state.withLock { state in
            state.blocks.append(block)
            return state.failure
        }
        filled.signal()
        if let failure { throw failure }
    }

    /// Ends the worker after the queued blocks. Call it once, after the last `append`.
    func close() { filled.signal() }

    /// Worker: writes blocks until there are none left. After an error, the rest is discarded.
    func work() {
        while true {
            filled.wait()
            let (block, failure) = state.withLock { ($0.blocks.isEmpty ? nil : $0.blocks.removeFirst(), $0.failure) }
            guard let block else { return }
            if failure == nil { write(block) }
            room.signal()
        }
    }

    private func write(_ block: [Float]) {
        do throws(AudioFileError) {
            try block.withUnsafeBufferPointer { (frames) throws(AudioFileError) in try file.write(frames) }
        } catch {
            state.withLock { $0.failure = error }
        }
    }
}
