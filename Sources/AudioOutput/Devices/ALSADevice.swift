// SPDX-License-Identifier: MIT
import CALSA

/// One open playback PCM, configured and ready. Closes at the end of its lifetime.
struct ALSADevice: ~Copyable, @unchecked Sendable {
    // Sendable is sound: the handle has one owner, and alsa-lib lets any one thread at a time use it.
    let pcm: OpaquePointer
    let report: DeviceReport

    /// Opens and configures the device. Control thread; may block in the device's driver or server.
    init(_ settings: PlayerSettings) throws(AudioDeviceError) {
        var handle: OpaquePointer?
        let (code, message) = ALSAMessages.keeping {
            snd_pcm_open(&handle, settings.device, SND_PCM_STREAM_PLAYBACK, Int32(SND_PCM_NONBLOCK))
        }
        guard code >= 0, let handle else {
            throw .alsa(code, device: settings.device, call: "snd_pcm_open", message: message)
        }
        do throws(AudioDeviceError) {
            report = try ALSANegotiation(pcm: handle, settings: settings).run()
            pcm = handle
        } catch {
            snd_pcm_close(handle)
            throw error
        }
    }

    deinit { snd_pcm_close(pcm) }
}

/// A device that is open; the last owner closes it.
final class OpenDevice: Sendable {
    private let device: ALSADevice
    init(_ device: consuming ALSADevice) { self.device = device }
    var pcm: OpaquePointer { device.pcm }
    var report: DeviceReport { device.report }
}
