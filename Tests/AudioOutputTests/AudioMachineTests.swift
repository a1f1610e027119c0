// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

@testable import AudioOutput

/// The doctor's report on machines with known properties.
@Suite(.waiting) struct AudioMachineTests {
    private let scratch: Folder

    init() throws { scratch = try Folder() }

    private func machine(_ environment: [String: String] = [:], device: String = "nothing") -> AudioMachine {
        AudioMachine(root: scratch.url.path, environment: environment, settings: ALSAFixture.settings(device: device))
    }

    private func write(_ text: String, to path: String) throws {
        let url = URL(fileURLWithPath: scratch.url.path + path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    @Test func aDeviceThatOpensSaysWhatItGrants() {
        let found = machine().devices()
        #expect(found.first?.verdict == .good)
        #expect(found.first?.says.contains("48000 Hz, FLOAT_LE, period 256, buffer 1024 frames (21.3 ms)") == true, "\(found)")
        #expect(found.contains { $0.verdict == .note && $0.says.contains("no sound card") })
    }

    @Test func aDeviceThatIsNotThereIsMissing() {
        let found = machine(device: "hw:7").devices()
        #expect(found.first?.verdict == .missing && found.first?.remedy.contains("-D") == true, "\(found)")
    }

    @Test func cardsAreCounted() throws {
        try write(
            " 0 [PCH            ]: HDA-Intel - HDA Intel PCH\n                      HDA Intel PCH at 0xf7f10000 irq 30\n 1 [USB            ]: USB-Audio - Scarlett\n",
            to: "/proc/asound/cards")
        #expect(machine().devices().contains { $0.verdict == .good && $0.says.hasPrefix("2 sound cards") })
    }

    /// A socket with a listener is a server; a socket file left behind is not.
    @Test func serversAreThoseThatAnswer() throws {
        let runtime = "/run/user/7"
        let environment = ["XDG_RUNTIME_DIR": runtime]
        try write("", to: runtime + "/pipewire-0")
        try write("", to: runtime + "/pulse/native")
        #expect(!machine(environment).servers().contains { $0.says.contains(" runs (") })

        let path = scratch.url.path + runtime + "/pulse/native"
        unlink(path)
        let end = try Listening(path)
        defer { withExtendedLifetime(end) {} }
        var found = machine(environment).servers().filter { $0.says.contains("PulseAudio runs") }
        #expect(found.map(\.verdict) == [.weak])
        #expect(found.first?.remedy == "apt-get install libasound2-plugins")
        try write("", to: "/usr/lib/x86_64-linux-gnu/alsa-lib/libasound_module_pcm_pulse.so")
        found = machine(environment).servers().filter { $0.says.contains("PulseAudio runs") }
        #expect(found.map(\.verdict) == [.good] && found.first?.says.contains("-D pulse") == true, "\(found)")
    }

    @Test func aKernelWithoutRealTimeIsWeak() throws {
        try write("0\n", to: "/proc/sys/kernel/sched_rt_runtime_us")
        #expect(machine().scheduling().contains { $0.verdict == .weak && $0.remedy.contains("sched_rt_runtime_us=950000") })
    }

    /// A player gets the scheduling that the doctor reports.
    @Test func schedulingIsAsThePlayerFindsIt() throws {
        let settings = ALSAFixture.null()
        let player = try ALSAPlayer(settings, frames: 256)
        let report = try player.start(Counter().source())
        _ = try player.wait()
        #expect(machine().scheduling().first?.verdict == (report.isRealtime ? .good : .weak))
    }

    @Test(arguments: [("powersave", MachineFinding.Verdict.note), ("performance", .good)])
    func governors(name: String, verdict: MachineFinding.Verdict) throws {
        try write(name + "\n", to: "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
        #expect(machine().processor().verdict == verdict)
    }

    @Test func wakeUpsAreCounted() throws {
        let measure = try #require(WakeUpMeasure.take(priority: nil, period: 0.002, seconds: 0.1))
        #expect(measure.wakeUps == 50 && !measure.isRealtime)
        #expect(measure.latenessMaximum >= measure.lateness99 && measure.lateness99 > 0)
        #expect(measure.starves(buffer: measure.latenessMaximum) && !measure.starves(buffer: measure.latenessMaximum + 1))
    }

    @Test func hugeAndEndlessFilesAreNotReadWhole() throws {
        try write(String(repeating: "x", count: 1 << 20), to: "/big")
        #expect(SystemFiles(root: scratch.url.path).text("/big")?.utf8.count == 64 << 10)
        // The read ends, and blanks alone count as nothing.
        #expect(SystemFiles(root: "").text("/dev/zero") == "")
        #expect(SystemFiles(root: "").text("/no/such/file") == nil)
    }
}

/// A Unix socket with a listener.
private final class Listening {
    private let end: Int32
    init(_ path: String) throws {
        end = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(end, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
        try #require(bound == 0 && listen(end, 4) == 0)
    }
    deinit { close(end) }
}
