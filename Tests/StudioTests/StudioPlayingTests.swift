// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing
import Tuning

@testable import Studio

/// What the studio plays ends as soon as it is to.
@Suite struct StudioPlayingTests {
    /// Playback waits three seconds for a live source that does not end, and the rain is silent meanwhile.
    @Test(.tags(.alone)) func aSourceSetByHandEndsAtOnce() throws {
        let channels = TestChannels()
        var first = try channels.newInput().openUntimed()
        #expect(try first.next() != nil)
        var second = try channels.newInput().openUntimed()
        let began = ContinuousClock.now
        #expect(try first.next() == nil)
        #expect(try second.next() != nil)
        channels.endInput()
        #expect(try second.next() == nil)
        #expect(ContinuousClock.now - began < .milliseconds(500))
    }

    /// A device can take a second to open; what is asked meanwhile is not lost.
    @Test(.timeLimit(.minutes(1))) func aStudioStopsThatIsStillOpeningItsDevice() async throws {
        var settings = Studio.Settings()
        settings.streams = true
        let studio = Studio(try TuningDesk("noise"), settings)
        studio.play(true)
        await studio.stop()
        #expect(!studio.desk.isPlaying)
    }

    /// A start right after the last track was found to be over would else wait for a performance that plays nothing more.
    @Test func playbackEndsWhereNoTrackIsLeft() throws {
        let studio = Studio(try TuningDesk("noise"), Studio.Settings())
        studio.state.withLock { state in
            state.isPlaybackRequested = true
            state.performance = Task {}
        }
        #expect(studio.trackToPlay(after: nil) == 0)
        #expect(studio.state.withLock { $0.performance != nil && $0.isPlaybackRequested })
        #expect(studio.trackToPlay(after: 0) == nil)
        #expect(studio.state.withLock { $0.performance == nil && !$0.isPlaybackRequested })
    }

    /// A studio in mono exports one channel, in the format that was asked for.
    @Test func anExportHasTheLayoutAndTheFormat() async throws {
        let folder = try Folder()
        var settings = Studio.Settings()
        settings.folder = folder.url.path
        settings.player.layout = .mono
        settings.exportFormat = .signed16
        let studio = Studio(try TuningDesk("noise"), settings)
        try studio.export(seconds: 0.5)
        await studio.state.withLock { $0.export }?.value
        let sound = [UInt8](try Data(contentsOf: folder.file("noise.wav")))
        let format = try #require(sound.firstRange(of: Array("fmt ".utf8))).upperBound + 4
        #expect(sound[format + 2] == 1 && sound[format + 14] == 16)
        #expect((48_000..<49_000).contains(sound.count))
    }
}
