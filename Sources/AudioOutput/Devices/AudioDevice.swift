// SPDX-License-Identifier: MIT
import CALSA

/// A playback device that alsa-lib lists by name.
public struct AudioDevice: Equatable, Sendable {
    /// The name as `-D` accepts it: `default`, `hw:CARD=PCH,DEV=0`.
    public let name: String
    /// The configuration's description, on one line.
    public let summary: String
}

/// The playback devices of this machine.
public enum AudioDevices {
    /// What alsa-plugins lists beside devices: converters of rate, channels and sound, which play through another device.
    private static let converters: Set<String> = ["lavrate", "samplerate", "speexrate", "speex", "upmix", "vdownmix"]

    /// Opens and configures a device. May block in its driver or server.
    /// - Throws: `AudioDeviceError` when it cannot be opened or does not support the settings.
    public static func open(_ settings: PlayerSettings) throws(AudioDeviceError) -> any AudioPlayer { try ALSAPlayer(settings) }

    /// Lists all playback devices in alsa-lib's order, without its converters; empty where there are none. Any thread; reads the
    /// configuration.
    public static func list() -> [AudioDevice] {
        var hints: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
        guard ALSAMessages.keeping({ snd_device_name_hint(-1, "pcm", &hints) }).code == 0, let hints else { return [] }
        defer { snd_device_name_free_hint(hints) }
        var devices: [AudioDevice] = []
        var place = hints
        while let hint = place.pointee {
            place += 1
            // No direction means both.
            guard let name = text(hint, "NAME"), text(hint, "IOID") ?? "Output" == "Output", !converters.contains(name) else { continue }
            let summary = (text(hint, "DESC") ?? "").split(separator: "\n").joined(separator: ", ")
            devices.append(AudioDevice(name: name, summary: summary))
        }
        return devices
    }

    private static func text(_ hint: UnsafeMutableRawPointer, _ id: String) -> String? {
        guard let value = snd_device_name_get_hint(hint, id) else { return nil }
        defer { free(value) }
        return String(cString: value)
    }
}
