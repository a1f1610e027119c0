// SPDX-License-Identifier: MIT
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
}
