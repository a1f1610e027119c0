import CALSA
import Glibc
import Synchronization

/// The device's end of the audio thread: writes frames, waits for room, keeps the pace and recovers by the PCM's state.
struct ALSAOutput: ~Copyable {
    private let device: ALSADevice
    private let signals: PlayerSignals
    private var clock: PlaybackClock
    private let descriptors: UnsafeMutablePointer<pollfd>
    private var written: Int64 = 0
    /// Recoveries since the device last took a frame.
    private var attempts = 0
    private(set) var xruns: Int64 = 0
    private(set) var suspends: Int64 = 0
    /// Seconds from room in the device (or the clock's due time) to the thread running.
    private(set) var lateness = Histogram(unit: 0.001)

    /// Recoveries in a row without a frame taken, after which the device is given up.
    private static var attemptLimit: Int { 8 }
    private static var descriptorLimit: UInt32 { 16 }
    /// Longest single wait in ms, so that a stop is noticed.
    private static var slice: Int32 { 10 }
    /// Nanoseconds without a frame taken after which the device counts as stalled, beside the length of its buffer.
    private static var stallLimit: Int64 { 3_000_000_000 }

    init(device: consuming ALSADevice, signals: PlayerSignals, pacing: PlayerSettings.Pacing) {
        clock = PlaybackClock(rate: device.report.sampleRate, buffer: device.report.buffer, pacing: pacing)
        self.device = device
        self.signals = signals
        descriptors = .allocate(capacity: Int(Self.descriptorLimit))
        descriptors.initialize(repeating: pollfd(), count: Int(Self.descriptorLimit))
    }

    deinit { descriptors.deallocate() }

    var report: DeviceReport { device.report }
    var shouldStop: Bool { signals.stopRequested.load(ordering: .relaxed) }
    var bufferSeconds: Double { Double(report.buffer) / Double(report.sampleRate) }
    var isSelfPaced: Bool { !clock.devicePaces }

    /// Frames written and not yet heard.
    var delay: Int64 {
        if isSelfPaced { return clock.held(written: written, at: MonotonicClock.now()) }
        var delay = snd_pcm_sframes_t()
        return snd_pcm_delay(device.pcm, &delay) == 0 ? max(0, Int64(delay)) : 0
    }

    /// The clock starts to count.
    mutating func start() { clock.restart(at: MonotonicClock.now(), written: 0) }

    /// True while waiting starves nothing: the device keeps no time, has not begun, or holds more than `reserve` frames.
    func canWait(reserve: Int) -> Bool {
        if isSelfPaced || snd_pcm_state(device.pcm) == SND_PCM_STATE_PREPARED { return true }
        let room = snd_pcm_avail_update(device.pcm)
        return room >= 0 && report.buffer - Int(room) > reserve
    }

    /// Hands `frames` frames to the device, waiting for room. Returns how many it took: fewer only after a stop request.
    mutating func write(_ bytes: UnsafeMutableRawPointer, frames: Int, bytesPerFrame: Int) throws(AudioDeviceError)
        -> Int
    {
        var done = 0
        var progress = MonotonicClock.now()
        while done < frames, !shouldStop {
            if sleepUntilDue(frames: frames - done) { continue }
            let count = snd_pcm_writei(device.pcm, bytes + done * bytesPerFrame, snd_pcm_uframes_t(frames - done))
            if count > 0 {
                done += Int(count)
                written += Int64(count)
                attempts = 0
                progress = MonotonicClock.now()
            } else if count == 0 || count == -Int(EAGAIN) {
                clock.deviceRefused()
                try waitForRoom()
            } else if count != -Int(EINTR) {
                try recover(Int32(count), call: "snd_pcm_writei")
            }
            let patience = Self.stallLimit + Int64(bufferSeconds * 1e9)
            if MonotonicClock.now() - progress > patience {
                throw AudioDeviceError(
                    kind: .stalled, device: report.device, call: "poll",
                    cause: "it has taken no sound for \(patience / 1_000_000_000) s",
                    remedy: "restart the sound server or choose another device with -D", code: ETIMEDOUT)
            }
        }
        return done
    }

    /// Sleeps, in slices, while the clock forbids the next frames; true after a slice (ask again).
    private mutating func sleepUntilDue(frames: Int) -> Bool {
        let due = clock.earliest(written: written + Int64(frames))
        let now = MonotonicClock.now()
        guard due > now else { return false }
        let target = min(due, now + Int64(Self.slice) * 1_000_000)
        MonotonicClock.sleep(until: target)
        if target == due { lateness.add(max(0, Double(MonotonicClock.now() - due) / 1e9)) }
        return true
    }

    /// One slice of waiting for room for a period.
    ///
    /// Not `snd_pcm_wait`: a plugin whose descriptors wake for nothing keeps that inside alsa-lib for good. The
    /// descriptors are fetched anew each time, as PipeWire's change.
    private mutating func waitForRoom() throws(AudioDeviceError) {
        let count = snd_pcm_poll_descriptors(device.pcm, descriptors, Self.descriptorLimit)
        guard count > 0, poll(descriptors, nfds_t(count), Self.slice) >= 0 || errno == EINTR else {
            return try recover(count < 0 ? count : -EIO, call: "poll")
        }
        var events: UInt16 = 0
        snd_pcm_poll_descriptors_revents(device.pcm, descriptors, UInt32(count), &events)
        let room = snd_pcm_avail_update(device.pcm)
        if room < 0 { return try recover(Int32(room), call: "snd_pcm_avail_update") }
        if Int32(events) & POLLOUT != 0, room > 0 {
            lateness.add(max(0, Double(Int(room) - report.period) / Double(report.sampleRate)))
        } else if events != 0 || descriptorsWoke(count) {
            // Awake for nothing: a short rest costs the sound nothing and keeps this from spinning.
            MonotonicClock.sleep(until: MonotonicClock.now() + 500_000)
        }
    }

    private func descriptorsWoke(_ count: Int32) -> Bool {
        (0..<Int(count)).contains { descriptors[$0].revents != 0 }
    }
}

// MARK: Recovery and end

extension ALSAOutput {
    /// Brings the PCM back to where it takes frames, by its state; `code` only says why we ask.
    private mutating func recover(_ code: Int32, call: String) throws(AudioDeviceError) {
        attempts += 1
        let state = snd_pcm_state(device.pcm)
        if code == -ENODEV || state == SND_PCM_STATE_DISCONNECTED {
            throw AudioDeviceError(
                kind: .disconnected, device: report.device, call: call, cause: "it has gone",
                remedy: "plug it in again or choose another with -D", code: ENODEV)
        }
        guard attempts <= Self.attemptLimit else {
            throw .alsa(code, device: report.device, call: call, message: "\(Self.attemptLimit) recoveries failed")
        }
        switch state {
        case SND_PCM_STATE_XRUN:
            xruns += 1
            try prepare()
        case SND_PCM_STATE_SUSPENDED:
            suspends += 1
            resume()
            // Even after a resume that says 0: an ioplug's says so when it failed.
            if !shouldStop { try prepare() }
        case SND_PCM_STATE_SETUP:
            try prepare()
        default:
            // Whatever it is, it is not the state; a pause keeps a stubborn error from spinning.
            MonotonicClock.sleep(until: MonotonicClock.now() + 1_000_000)
            if code == -EPIPE || code == -ESTRPIPE { try prepare() }
        }
    }

    private mutating func prepare() throws(AudioDeviceError) {
        let code = snd_pcm_prepare(device.pcm)
        // Still asleep: the next write asks again, until the attempts are used up.
        if code < 0, code != -EAGAIN, code != -ESTRPIPE {
            throw .alsa(code, device: report.device, call: "snd_pcm_prepare")
        }
        clock.restart(at: MonotonicClock.now(), written: written)
    }

    /// Resumes in short slices for as long as the device says "not yet" (at most 10 s) and nobody wants to stop.
    private func resume() {
        let deadline = MonotonicClock.now() + 10_000_000_000
        while snd_pcm_resume(device.pcm) == -EAGAIN, !shouldStop, MonotonicClock.now() < deadline {
            MonotonicClock.sleep(until: MonotonicClock.now() + Int64(Self.slice) * 1_000_000)
        }
    }

    /// Lets the device play what it holds, at most `deadline` seconds, then stops it.
    mutating func drain(deadline: Double) {
        let end = MonotonicClock.now() + Int64(deadline * 1e9)
        // A device that keeps no time has "played" its buffer when the clock says so.
        if isSelfPaced {
            let due = clock.earliest(written: written + Int64(report.buffer))
            while MonotonicClock.now() < min(due, end) {
                MonotonicClock.sleep(until: min(due, MonotonicClock.now() + Int64(Self.slice) * 1_000_000))
            }
        }
        // A tail shorter than the buffer has not started by itself.
        if snd_pcm_state(device.pcm) == SND_PCM_STATE_PREPARED, written > 0 { snd_pcm_start(device.pcm) }
        while !isEmpty {
            guard MonotonicClock.now() < end else {
                snd_pcm_drop(device.pcm)
                return
            }
            MonotonicClock.sleep(until: MonotonicClock.now() + 2_000_000)
        }
        // Only now, to flush plugins such as `file`: earlier, an I/O plugin waits inside drain without a limit, even in
        // non-blocking mode.
        snd_pcm_drain(device.pcm)
    }

    /// True when the device has played all it had (or has stopped, as it does when it runs dry).
    private var isEmpty: Bool {
        if isSelfPaced || snd_pcm_state(device.pcm) != SND_PCM_STATE_RUNNING { return true }
        var delay = snd_pcm_sframes_t()
        return snd_pcm_avail_update(device.pcm) < 0 || snd_pcm_delay(device.pcm, &delay) < 0 || delay <= 0
    }
}
