// SPDX-License-Identifier: MIT
import Platform
import Synchronization

/// Reopens a lost device on a separate thread: closing and opening may block in a driver or a server for long, and the player
/// must be able to stop meanwhile.
final class DeviceReopening: Sendable {
    private let lost: Mutex<OpenDevice?>
    private let settings: PlayerSettings
    private let isRepeated: Bool
    private let opened = Mutex<OpenDevice?>(nil)
    private let lastFailure = Mutex<AudioDeviceError?>(nil)
    private let isAbandoned = Atomic<Bool>(false)

    /// The first and the longest pause between attempts, in nanoseconds.
    private static let pauses: (first: Int64, longest: Int64) = (100_000_000, 2_000_000_000)

    /// - Parameters:
    ///   - settings: the device must grant these again.
    ///   - isRepeated: it has only just come back and was lost at once: the first attempt waits, too.
    init(closing lost: OpenDevice?, _ settings: PlayerSettings, isRepeated: Bool) {
        self.lost = Mutex(lost)
        self.isRepeated = isRepeated
        self.settings = settings
    }

    /// Starts the thread; false when the system refuses one.
    func start() -> Bool {
        switch NativeThread.start(name: "amaoto-reopen", stackSize: 512 << 10, scheduling: .ordinary, { self.run() }) {
        case .success(let thread):
            thread.detach()
            return true
        case .failure: return false
        }
    }

    /// Returns the device once it is open; at most once.
    func takeDevice() -> OpenDevice? { opened.withLock { $0.take() } }

    /// The last failure.
    var failure: AudioDeviceError? { lastFailure.withLock { $0 } }

    /// Gives up: a device that still opens is closed again.
    func abandon() { isAbandoned.store(true, ordering: .relaxed) }

    private func run() {
        lost.withLock { $0 = nil }
        var pause = Self.pauses.first
        if isRepeated { MonotonicClock.rest(nanoseconds: Self.pauses.longest / 2) }
        while !isAbandoned.load(ordering: .relaxed) {
            do throws(AudioDeviceError) {
                let device = OpenDevice(try ALSADevice(settings))
                return opened.withLock { $0 = device }
            } catch {
                lastFailure.withLock { $0 = error }
            }
            MonotonicClock.rest(nanoseconds: pause)
            pause = min(2 * pause, Self.pauses.longest)
        }
    }
}

extension AudioDeviceError {
    /// The same loss, with the time spent on reopening and the last failure.
    func afterReopening(nanoseconds: Int64, last failure: AudioDeviceError?) -> AudioDeviceError {
        var error = self
        error.cause += ", and could not be opened again for \((nanoseconds + 500_000_000) / 1_000_000_000) s"
        if let failure { error.cause += " (\(failure.cause))" }
        error.remedy += ", or allow more time with --reconnect"
        return error
    }
}
