// SPDX-License-Identifier: MIT
import ArgumentParser
import AudioOutput

struct Devices: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices", abstract: "List the ALSA devices that -D accepts.",
        discussion: """
            These are the names of alsa-lib; `default` is the device that the system uses. surround40, surround51 and surround71 \
            play --layout quad, 5.1 and 7.1.
            """)

    @OptionGroup var messages: MessageOptions

    func run() throws {
        let devices = AudioDevices.list()
        guard !devices.isEmpty else {
            throw Failure("no sound device was found; `amaoto render` writes a file instead", .device)
        }
        let width = devices.map(\.name.count).max() ?? 0
        for device in devices {
            print("\(device.name.left(width))  \(device.summary)".withoutTrailingBlanks)
        }
    }
}
