import Glibc

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
                        + "buffer \(report.buffer) frames (\(tenths(milliseconds)) ms)"))
            for note in report.notes { findings.append(MachineFinding(.device, .note, note)) }
        } catch {
            findings.append(
                MachineFinding(.device, .missing, "'\(error.device)' does not open: \(error.cause)", remedy: error.remedy))
        }
        let cards = (files.text("/proc/asound/cards") ?? "").split(separator: "\n").filter { $0.contains("]:") }
        if cards.isEmpty {
            findings.append(
                MachineFinding(
                    .device, .note, "the kernel knows no sound card",
                    remedy: "`amaoto render` writes files without one; a sound server may have a network's"))
        } else {
            findings.append(MachineFinding(.device, .good, "\(cards.count) sound \(cards.count == 1 ? "card" : "cards"); `amaoto devices` lists what -D takes"))
            if !mayOpenCards {
                findings.append(
                    MachineFinding(
                        .device, .weak, "this user may not open the cards in /dev/snd",
                        remedy: "usermod -aG audio \(environment["USER"] ?? "NAME"), then log in again (a sound server needs no group)"))
            }
        }
        return findings
    }

    private var mayOpenCards: Bool {
        files.names("/dev/snd").filter { $0.hasPrefix("pcmC") && $0.hasSuffix("p") }
            .allSatisfy { access(files.root + "/dev/snd/" + $0, R_OK | W_OK) == 0 }
    }

    func tenths(_ value: Double) -> String {
        let scaled = (value * 10).rounded()
        guard scaled.isFinite, abs(scaled) < 1e15 else { return "\(value)" }
        return "\(Int(scaled) / 10).\(abs(Int(scaled)) % 10)"
    }
}
