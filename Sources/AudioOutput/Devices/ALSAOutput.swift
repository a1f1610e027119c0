// SPDX-License-Identifier: MIT
import CALSA
import Glibc
import Synchronization

/// The audio thread's connection to the device: writes frames, waits for room, keeps the pace and recovers by PCM state.
struct ALSAOutput: ~Copyable {
    /// The open device; nil while it is lost.
    var device: OpenDevice?
    /// The device's handle, cached to avoid reference counting in every period.
    var pcm: OpaquePointer?
    private(set) var report: DeviceReport
    let settings: PlayerSettings
    let signals: PlayerSignals
    var clock: PlaybackClock
    private let descriptors: UnsafeMutablePointer<pollfd>
    private(set) var written: Int64 = 0
    /// Consecutive recoveries, each soon after the one before.
    var attempts = 0
    /// When the last one began, and the frames written before it.
    var lastRecovery: (instant: Int64, written: Int64) = (0, -1)
    /// Losses so far.
    var losses = DeviceLosses()
    /// The playback position, as of the last query of the device.
    var continuity = PlaybackContinuity()
    /// The deadline for reopening a lost device; a new one applies once a device has played for a second.
    var reopening: (deadline: Int64, written: Int64)?
    /// Seconds from room in the device (or the clock's due time) to the thread running.
    private(set) var lateness = Histogram(unit: 0.001)

    private static var descriptorLimit: UInt32 { 16 }
    /// The longest single wait in nanoseconds, so that a stop is noticed.
    static var slice: Int64 { 10_000_000 }
    /// Nanoseconds without a frame taken, in addition to the buffer's length, after which a stall is reported.
    private static var stallNotice: Int64 { 1_000_000_000 }

    init(device: consuming ALSADevice, signals: PlayerSignals, settings: PlayerSettings) {
        report = device.report
        clock = PlaybackClock(rate: device.report.sampleRate, buffer: device.report.buffer, pacing: settings.pacing)
        pcm = device.pcm
        self.device = OpenDevice(device)
        self.settings = settings
        self.signals = signals
        descriptors = .allocate(capacity: Int(Self.descriptorLimit))
        descriptors.initialize(repeating: pollfd(), count: Int(Self.descriptorLimit))
    }

    deinit { descriptors.deallocate() }

    var shouldStop: Bool { signals.stopRequested.load(ordering: .relaxed) }
    var bufferSeconds: Double { Double(report.buffer) / Double(report.sampleRate) }
    var isSelfPaced: Bool { !clock.devicePaces }

    /// Frames written but not yet played, as the device or the clock reports; 0 while the device is lost.
    var delay: Int64 {
        if isSelfPaced { return clock.held(written: written, at: MonotonicClock.now()) }
        guard let pcm else { return 0 }
        var delay = snd_pcm_sframes_t()
        return snd_pcm_delay(pcm, &delay) == 0 ? max(0, Int64(delay)) : 0
    }

    /// Starts the clock, before the first frame.
    mutating func start() { clock.restart(at: MonotonicClock.now(), written: 0) }

    /// True while waiting cannot cause an underrun: the device holds more than `reserve` unplayed frames, or has no timing.
    ///
    /// Starts a device that holds enough but has not started, at the beginning or after a recovery: waiting for its buffer to fill
    /// would add silence.
    func canWait(reserve: Int) -> Bool {
        guard let pcm else { return false }
        let room = snd_pcm_avail_update(pcm)
        guard room >= 0 else { return false }
        let held = report.buffer - Int(room)
        // It has taken frames and holds none.
        if held == 0 { return isSelfPaced && clock.hasBegun(written: written) }
        return held > reserve && (snd_pcm_state(pcm) != SND_PCM_STATE_PREPARED || snd_pcm_start(pcm) == 0)
    }

    /// Continues with a reopened device.
    mutating func adopt(_ device: OpenDevice) {
        report = device.report
        clock = PlaybackClock(rate: report.sampleRate, buffer: report.buffer, pacing: settings.pacing)
        clock.restart(at: MonotonicClock.now(), written: written)
        pcm = device.pcm
        self.device = device
        attempts = 0
    }

    /// Writes `frames` frames to the device, waiting for room. Returns when it took all of them, or after a stop request;
    /// `written` counts the frames taken, also when this throws.
    mutating func write(_ bytes: UnsafeMutableRawPointer, frames: Int, bytesPerFrame: Int) throws(AudioDeviceError) {
        guard let pcm else { return }
        var done = 0
        var progress = MonotonicClock.now()
        var isStalled = false
        while done < frames, !shouldStop {
            if sleepUntilDue(frames: frames - done) { continue }
            let count = snd_pcm_writei(pcm, bytes + done * bytesPerFrame, snd_pcm_uframes_t(frames - done))
            if count > 0 {
                done += Int(count)
                written += Int64(count)
                progress = MonotonicClock.now()
                if isStalled { signals.condition.store(.playing, ordering: .relaxed) }
                isStalled = false
            } else if count == 0 || count == -Int(EAGAIN) {
                clock.deviceRefused()
                try waitForRoom(pcm)
            } else if count != -Int(EINTR) {
                try recover(Int32(count), call: "snd_pcm_writei")
                progress = MonotonicClock.now()
            }
            let silence = MonotonicClock.now() - progress - Int64(bufferSeconds * 1e9)
            if silence > Self.stallNotice, !isStalled {
                isStalled = true
                losses.stalls += 1
                interrupt(.stalled)
            }
            if silence > settings.stallLimit {
                throw AudioDeviceError(
                    kind: .stalled, device: report.device, call: "poll",
                    cause: "it has accepted no sound for \(settings.stallLimit / 1_000_000_000) s",
                    remedy: "restart the sound server or choose another device with -D")
            }
        }
    }

    /// Sleeps, in slices, until the clock allows the next frames; true after a slice (call again).
    private mutating func sleepUntilDue(frames: Int) -> Bool {
        let due = clock.earliest(written: written + Int64(frames))
        let now = MonotonicClock.now()
        guard due > now else { return false }
        let target = min(due, now + Self.slice)
        MonotonicClock.sleep(until: target)
        if target == due { lateness.add(max(0, Double(MonotonicClock.now() - due) / 1e9)) }
        return true
    }

    /// Waits one slice for room for a period.
    ///
    /// Not `snd_pcm_wait`: with a plugin whose descriptors wake spuriously, it never returns from alsa-lib. The descriptors are
    /// fetched again each time, because PipeWire's change.
    private mutating func waitForRoom(_ pcm: OpaquePointer) throws(AudioDeviceError) {
        let count = snd_pcm_poll_descriptors(pcm, descriptors, Self.descriptorLimit)
        guard count > 0, poll(descriptors, nfds_t(count), Int32(Self.slice / 1_000_000)) >= 0 || errno == EINTR else {
            return try recover(count < 0 ? count : -EIO, call: "poll")
        }
        var events: UInt16 = 0
        snd_pcm_poll_descriptors_revents(pcm, descriptors, UInt32(count), &events)
        let room = snd_pcm_avail_update(pcm)
        if room < 0 { return try recover(Int32(room), call: "snd_pcm_avail_update") }
        if Int32(events) & POLLOUT != 0, room > 0 {
            lateness.add(max(0, Double(Int(room) - report.period) / Double(report.sampleRate)))
        } else if events != 0 || descriptorsWoke(count) {
            // A spurious wake-up: a short rest does no harm and keeps this from spinning.
            MonotonicClock.rest(nanoseconds: 500_000)
        }
    }

    private func descriptorsWoke(_ count: Int32) -> Bool {
        (0..<Int(count)).contains { descriptors[$0].revents != 0 }
    }
}
