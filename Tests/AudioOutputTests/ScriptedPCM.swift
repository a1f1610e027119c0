import CALSA
import Foundation

/// A playback device of our own (an alsa-lib I/O plugin inside the process): plays by the clock, keeps what it played
/// and fails as scripted. Its callbacks run on the audio thread; read `played` after the player's end.
final class ScriptedPCM {
    enum Mishap: Equatable {
        /// It ran dry: the state is XRUN.
        case xrun
        /// The machine slept: the state is SUSPENDED until prepared again.
        case suspend
        /// It was unplugged.
        case disconnect
        /// It takes nothing more.
        case stall
    }

    private(set) var played: [Float] = []
    private(set) var prepared = 0
    private(set) var resumed = 0
    /// What happens once so many frames have been taken.
    private var script: [(frame: Int, mishap: Mishap)]
    private let rate: Double
    private var isStalled = false
    private var runningSince: Int64?
    /// Frames the device had taken when it began to run, and has taken since it was prepared.
    private var taken = 0
    private var ends: [Int32] = [-1, -1]
    private let io = UnsafeMutablePointer<snd_pcm_ioplug_t>.allocate(capacity: 1)
    private let callbacks = UnsafeMutablePointer<snd_pcm_ioplug_callback_t>.allocate(capacity: 1)
    private let name = strdup("scripted")

    private let channels: Int
    /// What it says of its channels: SND_CHMAP_ positions; nil for nothing.
    private let map: [UInt32]?

    /// - Parameter speed: how much faster than 48 kHz it plays.
    init(_ script: [(frame: Int, mishap: Mishap)] = [], speed: Double = 4, channels: Int = 2, map: [UInt32]? = nil) {
        self.script = script
        self.channels = channels
        self.map = map
        rate = 48_000 * speed
        // Always readable: alsa-lib then asks `ready` on and on, which naps.
        pipe(&ends)
        write(ends[1], "x", 1)
        io.initialize(to: snd_pcm_ioplug_t())
        callbacks.initialize(to: snd_pcm_ioplug_callback_t())
    }

    deinit {
        close(ends[0])
        close(ends[1])
        io.deallocate()
        callbacks.deallocate()
        free(name)
    }

    /// Opens it; the handle closes with the player.
    func open() -> OpaquePointer? {
        callbacks.pointee.start = { ScriptedPCM.of($0).start() }
        callbacks.pointee.stop = { ScriptedPCM.of($0).stop() }
        callbacks.pointee.pointer = { ScriptedPCM.of($0).position() }
        callbacks.pointee.transfer = { ScriptedPCM.of($0).transfer($1, offset: $2, frames: $3) }
        callbacks.pointee.prepare = { ScriptedPCM.of($0).prepare() }
        callbacks.pointee.resume = { ScriptedPCM.of($0).resume() }
        callbacks.pointee.poll_revents = { ScriptedPCM.of($0).ready($3) }
        if map != nil { callbacks.pointee.get_chmap = { ScriptedPCM.of($0).tellMap() } }
        // SND_PCM_IOPLUG_VERSION, a macro that Swift cannot read: 1.0.2.
        io.pointee.version = 1 << 16 | 0 << 8 | 2
        io.pointee.name = UnsafePointer(name)
        io.pointee.callback = UnsafePointer(callbacks)
        io.pointee.private_data = Unmanaged.passUnretained(self).toOpaque()
        io.pointee.poll_fd = ends[0]
        io.pointee.poll_events = UInt32(POLLIN)
        guard snd_pcm_ioplug_create(io, "scripted", SND_PCM_STREAM_PLAYBACK, Int32(SND_PCM_NONBLOCK)) == 0 else {
            return nil
        }
        var access = [UInt32(SND_PCM_ACCESS_RW_INTERLEAVED.rawValue)]
        var format = [UInt32(bitPattern: SND_PCM_FORMAT_FLOAT_LE.rawValue)]
        snd_pcm_ioplug_set_param_list(io, Int32(SND_PCM_IOPLUG_HW_ACCESS), 1, &access)
        snd_pcm_ioplug_set_param_list(io, Int32(SND_PCM_IOPLUG_HW_FORMAT), 1, &format)
        snd_pcm_ioplug_set_param_minmax(io, Int32(SND_PCM_IOPLUG_HW_CHANNELS), UInt32(channels), UInt32(channels))
        snd_pcm_ioplug_set_param_minmax(io, Int32(SND_PCM_IOPLUG_HW_RATE), 48_000, 48_000)
        snd_pcm_ioplug_set_param_minmax(io, Int32(SND_PCM_IOPLUG_HW_PERIOD_BYTES), 64 * 8, 65_536)
        snd_pcm_ioplug_set_param_minmax(io, Int32(SND_PCM_IOPLUG_HW_BUFFER_BYTES), 128 * 8, 262_144)
        return io.pointee.pcm
    }

    private static func of(_ io: UnsafeMutablePointer<snd_pcm_ioplug_t>?) -> ScriptedPCM {
        Unmanaged<ScriptedPCM>.fromOpaque(io!.pointee.private_data).takeUnretainedValue()
    }

    /// In memory of malloc, as alsa-lib's callers free it.
    private func tellMap() -> UnsafeMutablePointer<snd_pcm_chmap_t>? {
        guard let map, let memory = malloc((map.count + 1) * 4) else { return nil }
        for (place, word) in ([UInt32(map.count)] + map).enumerated() { memory.storeBytes(of: word, toByteOffset: 4 * place, as: UInt32.self) }
        return memory.assumingMemoryBound(to: snd_pcm_chmap_t.self)
    }

    private func start() -> Int32 {
        runningSince = clock_gettime_nsec_monotonic()
        return 0
    }

    private func stop() -> Int32 {
        runningSince = nil
        return 0
    }

    private func prepare() -> Int32 {
        prepared += 1
        taken = 0
        runningSince = nil
        return 0
    }

    private func resume() -> Int32 {
        resumed += 1
        return -EBUSY
    }

    /// Frames played since prepared. Never more than taken: this device waits instead of running dry by itself.
    private var consumed: Int {
        guard !isStalled, let runningSince else { return isStalled ? stalledAt : 0 }
        return min(taken, Int(Double(clock_gettime_nsec_monotonic() - runningSince) / 1e9 * rate))
    }
    private var stalledAt = 0

    private func position() -> snd_pcm_sframes_t {
        if let next = script.first, played.count / channels >= next.frame {
            script.removeFirst()
            switch next.mishap {
            case .xrun: return -Int(EPIPE)
            case .suspend: snd_pcm_ioplug_set_state(io, SND_PCM_STATE_SUSPENDED)
            case .disconnect: snd_pcm_ioplug_set_state(io, SND_PCM_STATE_DISCONNECTED)
            case .stall:
                stalledAt = consumed
                isStalled = true
            }
        }
        return snd_pcm_sframes_t(consumed % max(1, Int(io.pointee.buffer_size)))
    }

    private func transfer(_ areas: UnsafePointer<snd_pcm_channel_area_t>?, offset: UInt, frames: UInt) -> Int {
        guard let areas, let base = areas[0].addr else { return -Int(EINVAL) }
        let start = Int(areas[0].first / 8) + Int(offset) * Int(areas[0].step / 8)
        let samples = (base + start).assumingMemoryBound(to: Float.self)
        played += UnsafeBufferPointer(start: samples, count: Int(frames) * channels)
        taken += Int(frames)
        return Int(frames)
    }

    private func ready(_ events: UnsafeMutablePointer<UInt16>?) -> Int32 {
        let room = Int(io.pointee.buffer_size) - (taken - consumed)
        let isReady = room >= Int(io.pointee.period_size)
        if !isReady { usleep(300) }
        events?.pointee = isReady ? UInt16(POLLOUT) : 0
        return 0
    }
}
