// SPDX-License-Identifier: MIT
import CPlatform
import Glibc
import Platform
import Synchronization

extension AudioMachine {
    /// Checks whether SCHED_FIFO is available, by trying it on a separate thread, and what limits it.
    func scheduling() -> [MachineFinding] {
        var findings = [realtimePriority()]
        if let budget = files.text("/proc/sys/kernel/sched_rt_runtime_us").flatMap({ Int($0) }), budget == 0 {
            findings.append(
                MachineFinding(
                    .scheduling, .weak, "real-time threads get no CPU time (sched_rt_runtime_us is 0)",
                    remedy: "run: sysctl kernel.sched_rt_runtime_us=950000"))
        }
        if let kernel = preemption { findings.append(kernel) }
        return findings
    }

    private func realtimePriority() -> MachineFinding {
        let wanted = max(1, settings.realtimePriority)
        let code = Self.triedPriority(wanted)
        guard code != 0 else {
            return MachineFinding(.scheduling, .good, "SCHED_FIFO is granted (priority \(wanted)): other programs do not hold the sound up")
        }
        return MachineFinding(
            .scheduling, .weak,
            "no SCHED_FIFO (\(errnoText(code)); rtprio limit \(crealtime_priority_limit())): a busy machine may cause gaps",
            remedy: "put '@audio - rtprio 95' into /etc/security/limits.d/audio.conf, join the group audio, log in again")
    }

    /// 0 or the errno.
    private static func triedPriority(_ priority: Int32) -> Int32 {
        let answer = ScheduleAnswer()
        let started = NativeThread.start(name: "amaoto-doctor", stackSize: 128 << 10) {
            // Relaxed: joining the thread orders the two accesses.
            answer.code.store(NativeThread.makeRealtime(priority: priority), ordering: .relaxed)
        }
        guard case .success(let thread) = started else { return EAGAIN }
        thread.join()
        return answer.code.load(ordering: .relaxed)
    }

    private var preemption: MachineFinding? {
        if files.text("/sys/kernel/realtime") == "1" {
            return MachineFinding(.scheduling, .good, "the kernel is a real-time one (PREEMPT_RT)")
        }
        var name = utsname()
        guard uname(&name) == 0 else { return nil }
        let version = withUnsafePointer(to: &name.version) {
            $0.withMemoryRebound(to: CChar.self, capacity: 65) { String(cString: $0) }
        }
        guard !version.contains("PREEMPT") else { return nil }
        return MachineFinding(
            .scheduling, .note, "the kernel is not preemptible (\(version))",
            remedy: "for buffers under 256 frames take a kernel with PREEMPT_DYNAMIC or PREEMPT_RT")
    }
}

private final class ScheduleAnswer: Sendable {
    let code = Atomic<Int32>(0)
}
