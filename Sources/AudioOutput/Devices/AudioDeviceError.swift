// SPDX-License-Identifier: MIT
import CALSA
import Glibc
import PlainText

/// Why a device cannot play, or no longer can: the device, the failed call, the cause and the remedy.
public struct AudioDeviceError: Error, Equatable, Sendable, CustomStringConvertible {
    enum Kind: Equatable, Sendable {
        /// There is no such device; `devices` lists the existing ones.
        case noDevice
        case busy
        case noPermission
        /// It does not support what was requested (rate, format, channels, buffer).
        case unsupported
        /// It was unplugged or its server exited.
        case disconnected
        /// It stopped taking sound.
        case stalled
        case failed
    }

    var kind: Kind
    var device: String
    /// The call that failed.
    var call: String
    /// The message of the system and alsa-lib.
    public var cause: String
    public var remedy: String
    /// The existing devices; filled for `noDevice`.
    var devices: [AudioDevice] = []

    public var description: String {
        var text = "device '\(device)': \(cause) (\(call)); \(remedy)".visible
        if kind == .noDevice {
            text += "; `amaoto doctor` says what is missing"
            text += devices.isEmpty ? "\nThis machine has no playback device." : "\nDevices:"
            for device in devices { text += "\n  " + "\(device.name)  \(device.summary)".visible }
        }
        return text
    }
}

extension AudioDeviceError {
    /// The error of an alsa-lib call that returned `code` (negative errno).
    static func alsa(_ code: Int32, device: String, call: String, message: String = "") -> AudioDeviceError {
        let (kind, remedy): (Kind, String) =
            switch -code {
            case ENOENT, ENXIO, ECONNREFUSED, EHOSTDOWN: (.noDevice, "choose a device with -D")
            // For a nonexistent card number, opening fails with EINVAL.
            case EINVAL where call == "snd_pcm_open": (.noDevice, "choose a device with -D")
            case ENODEV: (.disconnected, "plug the device in or choose another with -D")
            case EBUSY: (.busy, "end the program that plays on it or choose another device with -D")
            case EACCES, EPERM: (.noPermission, "join the group 'audio' or choose another device with -D")
            case EINVAL: (.unsupported, "choose another rate, format or buffer, or the device's plughw: name")
            default: (.failed, "choose another device with -D")
            }
        let words = snd_strerror(code).map { String(cString: $0) } ?? "error \(code)"
        return AudioDeviceError(
            kind: kind, device: device, call: call, cause: message.isEmpty ? words : "\(words): \(message)",
            remedy: remedy, devices: kind == .noDevice ? AudioDevices.list() : [])
    }
}
