import AudioOutput
import Foundation
import Testing

@Suite struct RecoveryTests {
    private func player(_ pcm: ScriptedPCM, frames: Int64) throws -> ALSAPlayer {
        var settings = ALSAFixture.settings(device: "scripted")
        settings.maximumFrames = frames
        settings.pacing = .device
        let handle = try #require(pcm.open())
        return ALSAPlayer(try ALSADevice(adopting: handle, settings), settings)
    }

    @Test func playsByTheDevicesClock() throws {
        let pcm = ScriptedPCM()
        let counter = Counter()
        let player = try player(pcm, frames: 30_000)
        try player.start(counter.source())
        let statistics = try player.wait()
        #expect(statistics.framesWritten == 30_000)
        #expect(statistics.xruns == 0)
        #expect(!statistics.isSelfPaced)
        let isEqual = pcm.played == CountingSource.expected(30_000)
        #expect(isEqual)
    }

    @Test func xrunsCostNoFrame() throws {
        let pcm = ScriptedPCM([(3000, .xrun), (9000, .xrun), (9100, .xrun)])
        let counter = Counter()
        let player = try player(pcm, frames: 20_000)
        try player.start(counter.source())
        let statistics = try player.wait()
        #expect(statistics.xruns == 3)
        #expect(statistics.framesWritten == 20_000)
        #expect(pcm.prepared >= 4)
        let isEqual = pcm.played == CountingSource.expected(20_000)
        #expect(isEqual)
    }

    @Test func wakesAfterASuspend() throws {
        let pcm = ScriptedPCM([(5000, .suspend)])
        let counter = Counter()
        let player = try player(pcm, frames: 12_000)
        try player.start(counter.source())
        let statistics = try player.wait()
        #expect(statistics.suspends == 1)
        #expect(pcm.resumed >= 1)
        let isEqual = pcm.played == CountingSource.expected(12_000)
        #expect(isEqual)
    }

    @Test func aGoneDeviceIsAnOrderlyEnd() throws {
        let pcm = ScriptedPCM([(5000, .disconnect)])
        let counter = Counter()
        let player = try player(pcm, frames: 50_000)
        try player.start(counter.source())
        let error = #expect(throws: AudioDeviceError.self) { try player.wait() }
        #expect(error?.kind == .disconnected)
        #expect(error?.device == "scripted")
        #expect(player.hasEnded)
        let isEqual = pcm.played == CountingSource.expected(Int(player.framesWritten)) || pcm.played.count > Int(player.framesWritten) * 2
        #expect(isEqual)
    }

    @Test func endlessXrunsAreGivenUp() throws {
        let pcm = ScriptedPCM((0..<200).map { _ in (frame: 4000, mishap: .xrun) })
        let counter = Counter()
        let player = try player(pcm, frames: 50_000)
        try player.start(counter.source())
        let error = #expect(throws: AudioDeviceError.self) { try player.wait() }
        #expect(error?.kind == .failed)
        #expect(error?.cause.contains("recoveries failed") == true)
    }

    @Test func aStalledDeviceIsSaid() throws {
        let pcm = ScriptedPCM([(5000, .stall)])
        let counter = Counter()
        let player = try player(pcm, frames: 50_000)
        try player.start(counter.source())
        let error = #expect(throws: AudioDeviceError.self) { try player.wait() }
        #expect(error?.kind == .stalled)
    }

    @Test func aStallDoesNotHoldBackAStop() throws {
        let pcm = ScriptedPCM([(5000, .stall)])
        let counter = Counter()
        let player = try player(pcm, frames: 50_000)
        try player.start(counter.source())
        // The last whole period before the stall.
        while player.framesWritten < 4500, !player.hasEnded { usleep(1000) }
        usleep(200_000)
        let asked = clock_gettime_nsec_monotonic()
        player.requestStop()
        let statistics = try player.wait()
        // Long before the 3 s after which a stall is an error: the drain's own deadline and a slice, on a busy machine.
        #expect(clock_gettime_nsec_monotonic() - asked < 2_000_000_000)
        #expect(Int(statistics.framesWritten) * 2 == pcm.played.count)
    }
}
