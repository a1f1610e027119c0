// SPDX-License-Identifier: MIT
import Glibc
import PlainText

extension AudioMachine {
    /// Checks whether the device opens, and what it grants.
    func devices() -> [MachineFinding] {
        var findings: [MachineFinding] = []
        do throws(AudioDeviceError) {
            let report = try ALSADevice(settings).report
            let milliseconds = Double(report.buffer) / Double(report.sampleRate) * 1000
            findings.append(
                MachineFinding(
                    .device, .good,
                    "'\(report.device)' opens: \(report.sampleRate) Hz, \(report.format.rawValue), period \(report.period), "
                        + "buffer \(report.buffer) frames (\(DecimalFormat.fixed(milliseconds, 1)) ms)"))
            for note in report.notes { findings.append(MachineFinding(.device, .note, note)) }
        } catch {
            findings.append(MachineFinding(.device, .missing, "'\(error.device)' cannot be opened: \(error.cause)", remedy: error.remedy))
        }
        let cards = (files.text("/proc/asound/cards") ?? "").split(separator: "\n").filter { $0.contains("]:") }
        if cards.isEmpty {
            findings.append(
                MachineFinding(
                    .device, .note, "no sound card was found",
                    remedy: "use `amaoto render`, which needs none, or a sound server on the network"))
        } else {
            findings.append(
                MachineFinding(
                    .device, .good, "\(CountText.of(cards.count, "sound card")); `amaoto devices` lists what -D takes"))
            if !mayOpenCards {
                findings.append(
                    MachineFinding(
                        .device, .weak, "this user has no permission to open the sound cards in /dev/snd",
                        remedy:
                            "run: usermod -aG audio \(environment["USER"] ?? "NAME"), then log in again (not needed with a sound server)"))
            }
        }
        return findings
    }

    private var mayOpenCards: Bool {
        files.names("/dev/snd").filter { $0.hasPrefix("pcmC") && $0.hasSuffix("p") }
            .allSatisfy { access(files.root + "/dev/snd/" + $0, R_OK | W_OK) == 0 }
    }
}
