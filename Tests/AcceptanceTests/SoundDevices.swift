// SPDX-License-Identifier: MIT
import Foundation
import TestTraits

/// Sound devices for one test: an ALSA configuration in its folder, and the environment that names it.
enum SoundDevices {
    /// - Parameter devices: in ALSA's notation, beside those that alsa-lib defines itself.
    static func defined(_ devices: String, in folder: Folder) throws -> [String: String] {
        let configuration = try folder.write("</usr/share/alsa/alsa.conf>\n\(devices)\n", to: "asound.conf")
        return ["ALSA_CONFIG_PATH": configuration.path]
    }

    /// `cap`, which writes the sound to a file.
    static func capturing(in folder: Folder) throws -> (file: URL, environment: [String: String]) {
        let captured = folder.file("captured.raw")
        let device = "pcm.cap { type file slave.pcm null file \"\(captured.path)\" format raw }"
        return (captured, try defined(device, in: folder))
    }

    /// The same in a folder of its own.
    static func capturing() throws -> (folder: Folder, file: URL, environment: [String: String]) {
        let folder = try Folder(), (file, environment) = try capturing(in: folder)
        return (folder, file, environment)
    }

    /// `nothing`, which discards all sound.
    static func discarding(in folder: Folder) throws -> [String: String] { try defined("pcm.nothing { type null }", in: folder) }
}
