import CALSA
import Glibc
import Synchronization

// What happens when the device does not play: recovery by its state, a device opened anew, the end.
extension ALSAOutput {
    /// Recoveries in a row, each within half a buffer of the one before, after which the device is given up.
    private static var attemptLimit: Int { 8 }
    /// Nanoseconds for which a sleeping device is waited for.
    private static var sleepLimit: Int64 { 60_000_000_000 }

    // MARK: Position

    /// The sound stands still from here on.
    mutating func interrupt(_ condition: DeviceCondition) {
        continuity.breakOff(at: condition == .stalled ? nil : MonotonicClock.now())
        signals.tell(condition)
    }

    /// What is heard now; at its end a silence is known. Call it after every period.
    mutating func keepBooks(at instant: Int64, delay: Int64) {
        // A device that stalls says that it runs.
        guard let pcm, signals.condition == .playing, isSelfPaced || snd_pcm_state(pcm) == SND_PCM_STATE_RUNNING else { return }
        let silence = continuity.goOn(at: instant, heard: written - delay, rate: report.sampleRate)
        if silence > 0 { losses.silence += silence }
    }

    /// The device is given up: the silence lasted until now.
    mutating func closeBooks() { losses.silence += continuity.end(at: MonotonicClock.now()) }

    /// What the device held is thrown away: as much of it as cannot have been played.
    private mutating func loseWhatIsHeld() {
        losses.framesLost += continuity.lose(written: written, buffer: report.buffer, rate: report.sampleRate)
    }

    // MARK: Recovery

    /// Brings the PCM back to where it takes frames, by its state; `code` only says why we ask.
    mutating func recover(_ code: Int32, call: String) throws(AudioDeviceError) {
        guard let pcm else { return }
        let now = MonotonicClock.now()
        if Double(now - lastRecovery) / 1e9 > bufferSeconds / 2 { attempts = 0 }
        lastRecovery = now
        attempts += 1
        let state = snd_pcm_state(pcm)
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
            losses.xruns += 1
            continuity.breakOff(at: MonotonicClock.now())
            try prepare(pcm)
        case SND_PCM_STATE_SUSPENDED:
            losses.suspends += 1
            interrupt(.asleep)
            try wake(pcm)
            signals.tell(.playing)
        case SND_PCM_STATE_SETUP:
            try prepare(pcm)
        default:
            // Whatever it is, it is not the state; a pause keeps a stubborn error from spinning.
            MonotonicClock.sleep(until: MonotonicClock.now() + 1_000_000)
            if code == -EPIPE || code == -ESTRPIPE { try prepare(pcm) }
        }
    }

    private mutating func prepare(_ pcm: OpaquePointer) throws(AudioDeviceError) {
        loseWhatIsHeld()
        let code = snd_pcm_prepare(pcm)
        if code < 0 { throw .alsa(code, device: report.device, call: "snd_pcm_prepare") }
        clock.restart(at: MonotonicClock.now(), written: written)
    }

    /// Waits, in short slices, until the device is awake. Its state tells, not what `snd_pcm_resume` returns: an I/O
    /// plugin's returns 0 when it failed.
    private mutating func wake(_ pcm: OpaquePointer) throws(AudioDeviceError) {
        let deadline = MonotonicClock.now() + Self.sleepLimit
        var isReset = false
        while !shouldStop {
            let resumed = snd_pcm_resume(pcm)
            if snd_pcm_state(pcm) != SND_PCM_STATE_SUSPENDED {
                guard isReset else { return clock.restart(at: MonotonicClock.now(), written: written) }
                // It plays on, but a prepare that failed has reset alsa-lib's count of what it holds.
                snd_pcm_drop(pcm)
                return try prepare(pcm)
            }
            // It cannot resume, or only says that it did.
            if resumed != -EAGAIN {
                isReset = true
                if snd_pcm_prepare(pcm) == 0, snd_pcm_state(pcm) == SND_PCM_STATE_PREPARED {
                    loseWhatIsHeld()
                    return clock.restart(at: MonotonicClock.now(), written: written)
                }
            }
            let now = MonotonicClock.now()
            guard now < deadline else {
                throw .alsa(-ESTRPIPE, device: report.device, call: "snd_pcm_resume", message: "it does not wake up")
            }
            MonotonicClock.sleep(until: now + Int64(Self.slice) * 1_000_000)
        }
    }

    // MARK: A lost device

    /// Closes the lost device and tries, with growing pauses, to open it again.
    /// - Returns: false when a stop was asked for meanwhile; nothing is open then.
    /// - Throws: `loss`, or what is in the way, once the time for it has passed.
    mutating func reopen(after loss: AudioDeviceError) throws(AudioDeviceError) -> Bool {
        let now = MonotonicClock.now()
        if let last = reopening, written - last.written > Int64(report.sampleRate) { reopening = nil }
        let isRepeated = reopening != nil
        let limit = settings.reconnectLimit(after: loss)
        let deadline = reopening?.deadline ?? now + limit
        reopening = (deadline, written)
        guard limit > 0, now < deadline else { throw loss }
        interrupt(.gone)
        loseWhatIsHeld()

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
                signals.tell(.playing)
                return true
            }
            let now = MonotonicClock.now()
            guard !shouldStop, now < deadline else { break }
            MonotonicClock.sleep(until: now + Int64(Self.slice) * 1_000_000)
        }
        attempt.abandon()
        if shouldStop { return false }
        throw loss.afterReopening(nanoseconds: limit, last: attempt.failure)
    }

    // MARK: The end

    /// Lets the device play what it holds, at most `deadline` seconds, then stops it.
    mutating func drain(deadline: Double) {
        guard let pcm else { return }
        let end = MonotonicClock.now() + Int64(deadline * 1e9)
        // A device that keeps no time has "played" its buffer when the clock says so.
        if isSelfPaced {
            let due = clock.earliest(written: written + Int64(report.buffer))
            while MonotonicClock.now() < min(due, end) {
                MonotonicClock.sleep(until: min(due, MonotonicClock.now() + Int64(Self.slice) * 1_000_000))
            }
        }
        // A tail shorter than the buffer has not started by itself.
        if snd_pcm_state(pcm) == SND_PCM_STATE_PREPARED, written > 0 { snd_pcm_start(pcm) }
        while !isEmpty {
            guard MonotonicClock.now() < end else {
                snd_pcm_drop(pcm)
                return
            }
            MonotonicClock.sleep(until: MonotonicClock.now() + 2_000_000)
        }
        // Only now, to flush plugins such as `file`: earlier, an I/O plugin waits inside drain without a limit, even in
        // non-blocking mode.
        snd_pcm_drain(pcm)
    }

    /// True when the device has played all it had (or has stopped, as it does when it runs dry).
    private var isEmpty: Bool {
        guard let pcm, !isSelfPaced, snd_pcm_state(pcm) == SND_PCM_STATE_RUNNING else { return true }
        var delay = snd_pcm_sframes_t()
        return snd_pcm_avail_update(pcm) < 0 || snd_pcm_delay(pcm, &delay) < 0 || delay <= 0
    }
}
