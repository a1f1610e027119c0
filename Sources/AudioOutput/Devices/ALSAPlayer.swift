// SPDX-License-Identifier: MIT
import CPlatform
import Dispatch
import Platform
import RainSynthesis
import RealtimeExchange
import Synchronization

/// Plays an engine on an ALSA device, on a dedicated audio thread. Control side; any thread.
///
/// Open it, create an engine for the granted `report.sampleRate`, start it, then stop it or wait for its end.
public final class ALSAPlayer: AudioPlayer {
    public var report: DeviceReport { signals.report.withLock { $0 } }
    public var condition: DeviceCondition { signals.condition.load(ordering: .relaxed) }
    private let settings: PlayerSettings
    private let signals: PlayerSignals
    private let mailbox = LatestValue(PlayerStatistics())
    private let device: Mutex<ALSADevice?>
    private let thread = Mutex<NativeThread?>(nil)

    /// Opens and configures the device. May block in its driver or server.
    /// - Throws: `AudioDeviceError` when the device cannot be opened or does not support the settings.
    public init(_ settings: PlayerSettings) throws(AudioDeviceError) {
        let device = try ALSADevice(settings)
        signals = PlayerSignals(report: device.report)
        self.settings = settings
        self.device = Mutex(device)
    }

    public func takeStatistics() -> LatestValueReader<PlayerStatistics> { mailbox.takeReader() }
    public var hasEnded: Bool { signals.hasEnded.load(ordering: .acquiring) }

    @discardableResult
    public func start<Source: FrameSource & ~Copyable>(
        _ engine: consuming sending Source, horizon: TimelineHorizon? = nil, recording: SoundRecording? = nil,
        onEnd: (@Sendable () -> Void)? = nil
    ) throws(AudioDeviceError) -> DeviceReport {
        let report = report
        guard engine.channels == report.layout.engineChannels else {
            throw AudioDeviceError(
                kind: .failed, device: report.device, call: "start",
                cause: "the engine renders \(engine.channels) channels and \(report.layout.rawValue) has \(report.layout.engineChannels)",
                remedy: "make the engine for the layout of the player's settings")
        }
        guard let device = device.withLock({ $0.take() }) else {
            throw AudioDeviceError(
                kind: .failed, device: report.device, call: "start", cause: "started already",
                remedy: "open a new player")
        }
        let output = ALSAOutput(device: device, signals: signals, settings: settings)
        let loop = PlaybackLoop(
            source: engine, output: output, signals: signals, settings: settings, horizon: horizon,
            recording: recording?.takeInlet(), publisher: mailbox.takeWriter())
        let work = PlaybackWork(loop)
        let signals = signals
        // The thread waits until memory is locked, including its stack: a page fault in the first frames would be audible.
        let isReady = DispatchSemaphore(value: 0)
        let body: @Sendable () -> Void = {
            isReady.wait()
            let outcome = work.run()
            signals.outcome.withLock { $0 = outcome }
            signals.hasEnded.store(true, ordering: .releasing)
            onEnd?()
        }
        var granted = report
        switch startThread(body, &granted) {
        case .success(let started):
            thread.withLock { $0 = started }
            lockMemory(&granted)
            if granted.isMemoryLocked { started.lockStack() }
            isReady.signal()
            return granted
        case .failure(let code):
            throw AudioDeviceError(
                kind: .failed, device: report.device, call: "pthread_create", cause: errnoText(code),
                remedy: "end other programs and try again")
        }
    }

    public func end(afterFrames frames: Int64) { signals.endFrame.store(frames, ordering: .relaxed) }

    public func requestStop() { signals.stopRequested.store(true, ordering: .relaxed) }

    public func wait() throws(AudioDeviceError) -> PlayerStatistics {
        thread.withLock { $0.take() }?.join()
        guard let outcome = signals.outcome.withLock({ $0 }) else { return PlayerStatistics() }
        return try outcome.get()
    }

    /// Starts the audio thread with real-time priority, or without it where the system refuses that.
    private func startThread(_ body: @escaping @Sendable () -> Void, _ report: inout DeviceReport) -> NativeThread.Result {
        let name = "amaoto-audio", stackSize = 512 << 10
        guard settings.realtimePriority > 0 else { return NativeThread.start(name: name, stackSize: stackSize, body) }
        let result = NativeThread.start(name: name, stackSize: stackSize, scheduling: .realtime(priority: settings.realtimePriority), body)
        guard case .failure(let code) = result else {
            report.isRealtime = true
            return result
        }
        report.notes.append(
            "no real-time priority (\(errnoText(code))): a busy machine may cause gaps; "
                + "join the group 'audio' or raise the rtprio limit")
        return NativeThread.start(name: name, stackSize: stackSize, body)
    }

    private func lockMemory(_ report: inout DeviceReport) {
        guard settings.locksMemory else { return }
        let code = crealtime_lock_memory()
        report.isMemoryLocked = code == 0
        if code != 0 {
            report.notes.append(
                "memory is not locked (\(errnoText(code))): swapping may cause gaps; raise the memlock limit (`amaoto doctor` says how)")
        }
    }
}

/// Moves the loop, which cannot be copied, to its thread.
private final class PlaybackWork<Source: FrameSource & ~Copyable>: @unchecked Sendable {
    // Sendable is sound: filled on the control thread, then used by the audio thread alone.
    private var loop: PlaybackLoop<Source>
    init(_ loop: consuming PlaybackLoop<Source>) { self.loop = loop }
    func run() -> Result<PlayerStatistics, AudioDeviceError> { loop.run() }
}
