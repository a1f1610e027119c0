// SPDX-License-Identifier: MIT
import AudioOutput
import Foundation
import Sonification
import Synchronization
import Tuning

/// A tuning desk in the browser: the server, the sound, and all communication between them. Any thread.
///
/// Several pages show the same desk; every change is sent to all of them. The sound is played on the machine's device or, where
/// there is none, streamed to the pages; it never waits for a page.
public final class Studio: Sendable {
    /// The studio's settings.
    public struct Settings: Sendable {
        /// 0 takes any free port.
        public var port: UInt16 = 0
        /// The folder for exported sounds and new presets; pages cannot choose another.
        public var folder = "."
        /// Nil plays the preset's resting rain.
        public var track: StudioTrack?
        /// Reads tracks from files, as the commands do. A page cannot open any without it.
        public var openTracks: (@Sendable (_ paths: [String], _ preset: Preset) throws -> StudioTrack)?
        public var seed: UInt64 = 1
        /// dB, before the limiter.
        public var gain: Float = 0
        /// Exports have its layout too.
        public var player = PlayerSettings()
        /// The sample format of exports; nil for 24 bit.
        public var exportFormat: SampleFormat?
        /// True streams to the pages instead of a device.
        public var streams = false
        /// The program and its version, for the metadata of sound files.
        public var software: String?
        public init() {}
    }

    struct State {
        var isPlaybackRequested = false
        var performance: Task<Void, Never>?
        var sampleRate = 48_000
        /// True once playback has begun on the device.
        var hasBegun = false
        /// The track that is played, and how many others were before it; none follows the last one when the studio stops.
        var track: StudioTrack?
        var trackNumber = 0
        /// The last known position of each track, by its name in logs; a single one has none.
        var riders: [String: MomentMessage.Rider] = [:]
        /// The export in progress; cancelled, it keeps nothing.
        var export: Task<Void, Never>?
        /// What was sent last about an export: a page that was away learns it when it connects again.
        var exportMessage: PageMessage?
        /// The paths of the exported sounds, by the names that pages may fetch.
        var exports: [String: String] = [:]
        /// The layers at rest.
        var layers = LayerSounds()

        mutating func endPerformance() {
            performance = nil
            isPlaybackRequested = false
        }
    }

    let desk: TuningDesk
    let settings: Settings
    let tap = SoundTap()
    let state = Mutex(State())
    let uploads = Uploads()
    let tests = TestChannels()
    let hub: PageHub

    public init(_ desk: TuningDesk, _ settings: Settings) {
        self.desk = desk
        self.settings = settings
        let inbox = PageInbox()
        hub = PageHub(onOpen: { inbox.studio?.sendState(to: $0) }, onMessage: { inbox.studio?.receive($0, from: $1) })
        inbox.connect(self)
        state.withLock { state in
            state.sampleRate = settings.player.sampleRates.first ?? 48_000
            state.track = settings.track
        }
    }

    /// Serves and plays until the task is cancelled.
    /// - Parameter ready: called with the page's address, once it can be opened.
    /// - Throws: `StudioError` when the port is not available.
    public func run(ready: @escaping @Sendable (String) -> Void) async throws {
        let server = PageServer(hub: hub, uploads: uploads) { name in self.state.withLock { $0.exports[name] } }
        let listener = tap.listen { [weak self] samples in self?.stream(samples) }
        defer { tap.stopListening(listener) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.serve(at: self.settings.port, ready: ready) }
            group.addTask { await self.sendChanges() }
            group.addTask { await self.sendMoments() }
            group.addTask { await self.sendLayers() }
            group.addTask { await self.watchFile() }
            defer { group.cancelAll() }
            try await group.next()
        }
        await stop()
    }

    /// Sends played sound to the pages that listen. On the recording thread.
    private func stream(_ samples: [Float]) {
        guard settings.streams, hub.hasListeners else { return }
        let first = tap.framesWritten - Int64(samples.count / 2)
        hub.send(SoundBlock(sampleRate: state.withLock { $0.sampleRate }, firstFrame: first, samples: samples))
    }
}

/// Forwards from the hub, which is created first, to the studio.
private final class PageInbox: Sendable {
    private struct Weak: Sendable { weak var studio: Studio? }
    private let weak = Mutex(Weak())
    var studio: Studio? { weak.withLock { $0.studio } }
    func connect(_ studio: Studio) { weak.withLock { $0.studio = studio } }
}
