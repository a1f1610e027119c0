// SPDX-License-Identifier: MIT
import CALSA
import Glibc
import Synchronization

// Handles a device that does not play: recovery by PCM state, reopening, and the end.
extension ALSAOutput {
    /// Consecutive recoveries, each within half a buffer of the one before or without a frame taken since, after which the device is
    /// given up.
    private static var attemptLimit: Int { 8 }
    /// Nanoseconds to wait for a suspended device.
    private static var sleepLimit: Int64 { 60_000_000_000 }

    // MARK: Position

    /// Records that playback has stopped.
    mutating func interrupt(_ condition: DeviceCondition) {
        continuity.interrupt(at: condition == .stalled ? nil : MonotonicClock.now())
        signals.condition.store(condition, ordering: .relaxed)
    }

    /// Records the position being played; once playback resumes, counts the silence before it. Call it after every period.
    mutating func recordPosition(at instant: Int64, delay: Int64) {
        // A stalled device still reports that it is running.
        guard let pcm, signals.condition.load(ordering: .relaxed) == .playing, isSelfPaced || snd_pcm_state(pcm) == SND_PCM_STATE_RUNNING
        else { return }
        let silence = continuity.advance(to: written - delay, at: instant, rate: report.sampleRate)
        if silence > 0 { losses.silence += silence }
    }

    /// Counts the silence until now, at the end, of a device that is not playing.
    mutating func countFinalSilence() { losses.silence += continuity.end(at: MonotonicClock.now()) }

    /// Counts the frames that the device discards: of those that it holds, the ones that it cannot have played.
    private mutating func countDiscarded() {
        losses.framesLost += continuity.discard(written: written, buffer: report.buffer, rate: report.sampleRate)
    }

    // MARK: Recovery

    /// Brings the PCM back to a state in which it takes frames, by its current state; `code` only gives the reason for the call.
    mutating func recover(_ code: Int32, call: String) throws(AudioDeviceError) {
        guard let pcm else { return }
        let now = MonotonicClock.now()
        // Time alone does not tell: a recovery may take longer than a short buffer lasts.
        if written > lastRecovery.written, Double(now - lastRecovery.instant) / 1e9 > bufferSeconds / 2 { attempts = 0 }
        lastRecovery = (now, written)
        attempts += 1
        let state = snd_pcm_state(pcm)
        if code == -ENODEV || state == SND_PCM_STATE_DISCONNECTED {
            throw AudioDeviceError(
                kind: .disconnected, device: report.device, call: call, cause: "it has disappeared",
                remedy: "plug it in again or choose another with -D")
        }
        guard attempts <= Self.attemptLimit else {
            throw .alsa(code, device: report.device, call: call, message: "\(Self.attemptLimit) recoveries failed")
        }
        switch state {
        case SND_PCM_STATE_XRUN:
            losses.xruns += 1
            continuity.interrupt(at: MonotonicClock.now())
            try prepare(pcm)
        case SND_PCM_STATE_SUSPENDED:
            losses.suspends += 1
            interrupt(.asleep)
            try wake(pcm)
            if !shouldStop { signals.condition.store(.playing, ordering: .relaxed) }
        case SND_PCM_STATE_SETUP:
            try prepare(pcm)
        default:
            // The state is not the cause; a pause keeps a persistent error from spinning.
            MonotonicClock.rest(nanoseconds: 1_000_000)
            if code == -EPIPE || code == -ESTRPIPE { try prepare(pcm) }
        }
    }

    private mutating func prepare(_ pcm: OpaquePointer) throws(AudioDeviceError) {
        countDiscarded()
        let code = snd_pcm_prepare(pcm)
        if code < 0 { throw .alsa(code, device: report.device, call: "snd_pcm_prepare") }
        clock.restart(at: MonotonicClock.now(), written: written)
    }

    /// Waits, in short slices, until the device is awake. Its state decides, not the result of `snd_pcm_resume`: that of an I/O
    /// plugin is 0 even when it failed.
    private mutating func wake(_ pcm: OpaquePointer) throws(AudioDeviceError) {
        let deadline = MonotonicClock.now() + Self.sleepLimit
        var isReset = false
        while !shouldStop {
            let resumed = snd_pcm_resume(pcm)
            if snd_pcm_state(pcm) != SND_PCM_STATE_SUSPENDED {
                guard isReset else { return clock.restart(at: MonotonicClock.now(), written: written) }
                // It has resumed, but a failed prepare has reset alsa-lib's count of the frames that it holds.
                snd_pcm_drop(pcm)
                return try prepare(pcm)
            }
            // It cannot resume, or only reported that it did.
            if resumed != -EAGAIN {
                isReset = true
                if snd_pcm_prepare(pcm) == 0, snd_pcm_state(pcm) == SND_PCM_STATE_PREPARED {
                    countDiscarded()
                    return clock.restart(at: MonotonicClock.now(), written: written)
                }
            }
            guard MonotonicClock.now() < deadline else {
                throw .alsa(-ESTRPIPE, device: report.device, call: "snd_pcm_resume", message: "it does not resume after a suspend")
            }
            MonotonicClock.rest(nanoseconds: Self.slice)
        }
    }

    // MARK: A lost device

    /// Closes the lost device and tries to reopen it, with growing pauses.
    /// - Returns: false when a stop was requested meanwhile; no device is open then.
    /// - Throws: `loss`, with the last cause of failure added, once the time limit has passed.
    mutating func reopen(after loss: AudioDeviceError) throws(AudioDeviceError) -> Bool {
        let now = MonotonicClock.now()
        if let last = reopening, written - last.written > Int64(report.sampleRate) { reopening = nil }
        let isRepeated = reopening != nil
        let limit = settings.reconnectLimit(after: loss)
        let deadline = reopening?.deadline ?? now + limit
        reopening = (deadline, written)
        guard limit > 0, now < deadline else { throw loss }
        interrupt(.gone)
        countDiscarded()

        var wanted = settings
        wanted.sampleRates = [report.sampleRate]
        wanted.formats = [report.format] + settings.formats.filter { $0 != report.format }
        pcm = nil
        let attempt = DeviceReopening(closing: device, wanted, isRepeated: isRepeated)
        device = nil
        guard attempt.start() else { throw loss }
        while true {
            if let opened = attempt.takeDevice() {
                adopt(opened)
                losses.reconnections += 1
                signals.report.withLock { $0 = report }
                signals.condition.store(.playing, ordering: .relaxed)
                return true
            }
            guard !shouldStop, MonotonicClock.now() < deadline else { break }
            MonotonicClock.rest(nanoseconds: Self.slice)
        }
        attempt.abandon()
        if shouldStop { return false }
        throw loss.afterReopening(nanoseconds: limit, last: attempt.failure)
    }

    // MARK: The end

    /// Lets the device play what it holds, for at most `deadline` seconds, then stops it.
    mutating func drain(deadline: Double) {
        guard let pcm else { return }
        let end = MonotonicClock.now() + Int64(deadline * 1e9)
        // A device without timing has "played" its buffer when the clock says so.
        if isSelfPaced {
            let due = clock.earliest(written: written + Int64(report.buffer))
            while MonotonicClock.now() < min(due, end) {
                MonotonicClock.sleep(until: min(due, MonotonicClock.now() + Self.slice))
            }
        }
        // A tail shorter than the buffer does not start by itself.
        if snd_pcm_state(pcm) == SND_PCM_STATE_PREPARED, written > 0 { snd_pcm_start(pcm) }
        while !isEmpty {
            guard MonotonicClock.now() < end else {
                snd_pcm_drop(pcm)
                return
            }
            MonotonicClock.rest(nanoseconds: 2_000_000)
        }
        // Only now, to flush plugins such as `file`: earlier, an I/O plugin waits inside drain without a time limit, even in
        // non-blocking mode.
        snd_pcm_drain(pcm)
    }

    /// True when the device has played everything it had (or has stopped after running dry).
    private var isEmpty: Bool {
        guard let pcm, !isSelfPaced, snd_pcm_state(pcm) == SND_PCM_STATE_RUNNING else { return true }
        var delay = snd_pcm_sframes_t()
        return snd_pcm_avail_update(pcm) < 0 || snd_pcm_delay(pcm, &delay) < 0 || delay <= 0
    }
}
