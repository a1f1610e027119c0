// SPDX-License-Identifier: MIT
import Glibc
import PlainText

/// Reports what this machine offers for real-time sound: devices, sound servers, scheduling, locked memory, timers, processor.
///
/// Any thread but an audio thread: it opens devices and files, and measuring wake-ups takes seconds.
public struct AudioMachine: Sendable {
    let files: SystemFiles
    let environment: [String: String]
    let settings: PlayerSettings

    /// - Parameters:
    ///   - root: a folder that replaces `/` for the system's files; empty for the real system.
    ///   - environment: the variables, among them XDG_RUNTIME_DIR and PULSE_SERVER.
    ///   - settings: the device, and what a player would request from it.
    public init(root: String = "", environment: [String: String], settings: PlayerSettings) {
        files = SystemFiles(root: root)
        self.environment = environment
        self.settings = settings
    }

    /// Returns all findings that need no waiting, in the order of the topics.
    public func findings() -> [MachineFinding] {
        devices() + servers() + scheduling() + memory() + timers() + [processor()]
    }

    private func timers() -> [MachineFinding] {
        var findings: [MachineFinding] = []
        if let source = files.text("/sys/devices/system/clocksource/clocksource0/current_clocksource") {
            let isFast = ["tsc", "kvm-clock", "arch_sys_counter", "hyperv_clocksource_tsc_page"].contains(source)
            findings.append(
                isFast
                    ? MachineFinding(.timer, .good, "the clock is read without a system call (\(source))")
                    : MachineFinding(
                        .timer, .note, "the clock is \(source), which is slow to read",
                        remedy: "if the processor's own clock is stable, boot with clocksource=tsc"))
        }
        var resolution = timespec()
        if clock_getres(CLOCK_MONOTONIC, &resolution) == 0, resolution.tv_sec > 0 || resolution.tv_nsec > 1000 {
            findings.append(
                MachineFinding(
                    .timer, .weak, "timers wake only every \(resolution.tv_nsec / 1000) us",
                    remedy: "use a kernel with high-resolution timers (CONFIG_HIGH_RES_TIMERS)"))
        }
        return findings
    }

    func processor() -> MachineFinding {
        let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
        let governor = files.text("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
        var says = CountText.of(cores, "core")
        if let governor { says += ", governor \(governor)" }
        guard governor == "powersave" else { return MachineFinding(.processor, .good, says) }
        return MachineFinding(
            .processor, .note, says + ": the processor may wake slowly",
            remedy: "for small buffers, run: cpupower frequency-set -g performance")
    }
}
