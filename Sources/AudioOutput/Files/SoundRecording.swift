// SPDX-License-Identifier: MIT
import Glibc
import Platform
import RainSynthesis
import RealtimeExchange
import Synchronization

/// Records what is played to a sink, on a separate thread. The audio thread only pushes into a ring buffer.
public final class SoundRecording: Sendable {
    private let shared: RecordingShared
    private let thread: NativeThread

    /// Starts the writing thread, which owns `sink` from now on.
    /// - Parameters:
    ///   - layout: the layout that the player's engine renders.
    ///   - capacity: frames that the ring buffer holds while the disk is slow.
    public init(to sink: sending any SoundSink, layout: SpeakerLayout = .stereo, capacity: Int = 1 << 18) throws(AudioFileError) {
        let place = sink.place
        let shared = RecordingShared(capacity: capacity, pairs: layout.engineChannels / 2)
        let worker = RecordingWorker(sink: sink, shared: shared)
        self.shared = shared
        switch NativeThread.start(name: "amaoto-record", stackSize: 1 << 20, { worker.run() }) {
        case .success(let thread): self.thread = thread
        case .failure(let code): throw .system(code, place: place, doing: "cannot start the recording thread")
        }
    }

    /// Returns the audio thread's end. Take it once, for the player.
    func takeInlet() -> RecordingInlet { RecordingInlet(shared.ring, pairs: shared.pairs) }

    /// Frames dropped because the ring buffer was full. Any thread.
    public var overflow: Int64 { Int64(shared.ring.overflowCount) }

    /// The error so far; playback continues without the recording. Any thread.
    public var fault: AudioFileError? { shared.outcome.withLock { if case .failure(let error) = $0 { error } else { nil } } }

    /// Waits until everything is written and completes the file. Call once, after the player has ended.
    /// - Parameter interrupted: true after Ctrl-C: never replaces an existing file.
    /// - Returns: the path of the recording.
    /// - Throws: the first `AudioFileError` of the sink.
    public func finish(interrupted: Bool = false) throws(AudioFileError) -> String {
        shared.phase.store(interrupted ? .interrupt : .finish, ordering: .releasing)
        thread.join()
        guard let outcome = shared.outcome.withLock({ $0 }) else { return "" }
        return try outcome.get()
    }
}

/// Audio thread: receives the played frames.
struct RecordingInlet: ~Copyable {
    private var producer: EventQueueProducer<SIMD2<Float>>
    private let pairs: Int

    init(_ ring: EventQueue<SIMD2<Float>>, pairs: Int) {
        producer = ring.takeProducer()
        self.pairs = pairs
    }

    /// Pushes as many complete frames as fit; the others are dropped and counted.
    @_noLocks mutating func push(_ frames: UnsafePointer<Float>, frames count: Int) {
        let room = producer.room / pairs
        let fitting = count < room ? count : room
        for pair in 0..<fitting * pairs { _ = producer.push(SIMD2(frames[2 * pair], frames[2 * pair + 1])) }
        producer.refuse(count - fitting)
    }
}

private final class RecordingShared: Sendable {
    enum Phase: UInt8, AtomicRepresentable { case running, finish, interrupt }
    /// Frames, two channels per element.
    let ring: EventQueue<SIMD2<Float>>
    let pairs: Int
    let phase = Atomic<Phase>(.running)
    let outcome = Mutex<Result<String, AudioFileError>?>(nil)
    init(capacity: Int, pairs: Int) {
        ring = EventQueue(capacity: capacity * pairs)
        self.pairs = pairs
    }
}

/// The writing thread's work.
private final class RecordingWorker: @unchecked Sendable {
    // Sendable is sound: made on one thread, then used by the writing thread alone.
    private let sink: any SoundSink
    private let shared: RecordingShared

    init(sink: sending any SoundSink, shared: RecordingShared) {
        self.sink = sink
        self.shared = shared
    }

    func run() {
        let outcome: Result<String, AudioFileError>
        do throws(AudioFileError) { outcome = .success(try record()) } catch { outcome = .failure(error) }
        shared.outcome.withLock { $0 = outcome }
    }

    private func record() throws(AudioFileError) -> String {
        var consumer = shared.ring.takeConsumer()
        let capacity = 4096 * shared.pairs
        let block = UnsafeMutablePointer<Float>.allocate(capacity: capacity * 2)
        defer { block.deallocate() }
        // Two channels per element.
        var count = 0
        while true {
            // Read before the ring buffer is emptied, so that everything pushed before the end was requested is seen.
            let phase = shared.phase.load(ordering: .acquiring)
            while count < capacity, let frame = consumer.pop() {
                block[2 * count] = frame[0]
                block[2 * count + 1] = frame[1]
                count += 1
            }
            let whole = count / shared.pairs * shared.pairs
            if whole > 0 {
                try sink.write(UnsafeBufferPointer(start: block, count: whole * 2))
                for index in 2 * whole..<2 * count { block[index - 2 * whole] = block[index] }
                count -= whole
            } else if phase == .running {
                usleep(20_000)
            } else {
                return try phase == .finish ? sink.finish() : sink.interrupt()
            }
        }
    }
}
