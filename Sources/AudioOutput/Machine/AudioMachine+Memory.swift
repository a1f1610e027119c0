// SPDX-License-Identifier: MIT
import CPlatform
import Glibc
import Platform

extension AudioMachine {
    /// Checks whether the program's memory can be locked, and how much.
    func memory() -> [MachineFinding] {
        let limit = crealtime_memory_limit()
        let code = mlockall(Int32(MCL_CURRENT)) == 0 ? 0 : errno
        if code == 0 { munlockall() }
        let said = limit < 0 ? "no limit" : limit < 1 << 20 ? "limit \(limit >> 10) KiB" : "limit \(limit >> 20) MiB"
        let swaps = (files.text("/proc/swaps") ?? "").split(separator: "\n").count > 1
        guard code != 0 else { return [MachineFinding(.memory, .good, "the program's memory can be locked (\(said))")] }
        return [
            MachineFinding(
                .memory, swaps ? .weak : .note,
                "memory cannot be locked (\(errnoText(code)); \(said))"
                    + (swaps ? ": swapping may cause gaps" : "; without swap it matters little"),
                remedy: "put '@audio - memlock unlimited' into /etc/security/limits.d/audio.conf, join the group audio, log in again")
        ]
    }
}
