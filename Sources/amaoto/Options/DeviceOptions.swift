// SPDX-License-Identifier: MIT
import ArgumentParser
import AudioOutput

/// The playback device.
struct DeviceChoice: ParsableArguments {
    @Option(
        name: [.customShort("D"), .customLong("device")],
        help: ArgumentHelp("ALSA device, as `amaoto devices` lists it (default: default).", valueName: "device"))
    var device: String?

    /// Returns the settings to request from a player.
    /// - Parameter sound: nil for settings without those of a sound.
    func settings(_ sound: SoundOptions?) -> PlayerSettings {
        var settings = PlayerSettings()
        if let device { settings.device = device }
        sound?.apply(to: &settings)
        return settings
    }

    /// Why no device can be opened in place of the default one; nil if one can, which is closed again at once.
    /// - Throws: why a requested device, which must exist, cannot be opened.
    func obstacle(to settings: PlayerSettings) throws(AudioDeviceError) -> AudioDeviceError? {
        do throws(AudioDeviceError) { _ = try AudioDevices.open(settings) } catch {
            if device != nil { throw error }
            return error
        }
        return nil
    }
}

/// The playback device and its settings.
struct DeviceOptions: ParsableArguments {
    @OptionGroup var choice: DeviceChoice

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Period in frames: the time between two wake-ups of the audio thread.", valueName: "frames"))
    var period = 256

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Device buffer in frames: a longer one prevents xruns and adds latency.", valueName: "frames"))
    var buffer = 1024

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Seconds to keep trying to reopen a lost device; 0 gives up at once (default: 30; 3 for a device that hangs).",
            valueName: "seconds"))
    var reconnect: Double?

    @Flag(
        help: "Let the device alone set the pace (default: one that accepts sound faster than any hardware plays it is slowed down).")
    var deviceClock = false

    func validate() throws {
        guard (0...86_400).contains(reconnect ?? 0) else { throw ValidationError("--reconnect takes 0 to 86400 seconds.") }
        guard (16...8192).contains(period), (2 * period...65_536).contains(buffer) else {
            throw ValidationError("--period takes 16 to 8192 frames, --buffer at least two periods and at most 65536.")
        }
    }

    /// Returns the settings to request from a player.
    /// - Parameter sound: nil for settings without those of a sound.
    func settings(_ sound: SoundOptions?) -> PlayerSettings {
        var settings = choice.settings(sound)
        settings.periodFrames = period
        settings.bufferFrames = buffer
        if let reconnect { (settings.reconnectSeconds, settings.stallReconnectSeconds) = (reconnect, reconnect) }
        if deviceClock { settings.pacing = .device }
        return settings
    }
}
