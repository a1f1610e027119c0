// SPDX-License-Identifier: MIT
import Foundation
import Railways
import RainSynthesis
import Sonification
import Tracking
import Transport
import Tuning

/// Sends the studio's state to the pages.
extension Studio {
    /// Nanoseconds between two moments sent to the pages: twenty per second.
    private static let moment: UInt64 = 50_000_000

    /// The maximum number of tracks whose positions are named one by one.
    private static let mostNamed = 3

    /// Sends a new page the complete state.
    func sendState(to page: Page) {
        let rate = state.withLock { $0.sampleRate }
        let snapshot = desk.snapshot
        let parameters = snapshot.knobs.compactMap { WelcomeMessage.Parameter($0) }
        let welcome = WelcomeMessage(
            sampleRate: rate, streams: settings.streams, parameters: parameters, channels: ChannelTable.names,
            triggers: EventTable.names, presets: desk.shippedNames)
        page.outbox.put(PageMessage(.welcome, welcome))
        page.outbox.put(rideMessage)
        page.outbox.put(presetMessage(snapshot))
        page.outbox.put(testsMessage(snapshot))
        page.outbox.put(dropMessage)
        let (layers, export) = state.withLock { ($0.layers, $0.exportMessage) }
        page.outbox.put(PageMessage(.layers, layers))
        if let export { page.outbox.put(export) }
    }

    /// Measures the layers of a changed preset once it has not changed for a moment, while a page is open.
    func sendLayers() async {
        var measured: Int?, seen: Int?
        while !Task.isCancelled {
            let revision = desk.revision
            defer { seen = revision }
            if hub.count > 0, revision == seen, revision != measured {
                measured = revision
                let layers = await LayerSounds.measure(desk.snapshot.preset)
                state.withLock { $0.layers = layers }
                hub.send(PageMessage(.layers, layers))
            }
            try? await Task.sleep(for: .milliseconds(300))
        }
    }

    /// Sends every change of the preset to every page.
    func sendChanges() async {
        for await _ in desk.changes() {
            let snapshot = desk.snapshot
            hub.send(presetMessage(snapshot))
            hub.send(testsMessage(snapshot))
            hub.send(dropMessage)
        }
    }

    /// Sends the state of playback twenty times per second while a page is open.
    func sendMoments() async {
        while !Task.isCancelled {
            if hub.count > 0 { hub.send(PageMessage(.moment, moment())) }
            try? await Task.sleep(nanoseconds: Self.moment)
        }
    }

    /// Merges what another program writes to the preset's file.
    func watchFile() async {
        while !Task.isCancelled {
            do {
                if let words = try desk.mergeOutsideChanges() { notify(words) }
            } catch {
                notify(PageFault(error))
            }
            try? await Task.sleep(for: .milliseconds(400))
        }
    }

    func presetMessage(_ snapshot: TuningSnapshot) -> PageMessage {
        var preset = snapshot.preset
        if let survey = track?.survey { preset = survey.resolved(preset) }
        return PageMessage(.preset, PresetMessage(snapshot, played: preset))
    }

    var rideMessage: PageMessage { PageMessage(.ride, RideMessage(title: track?.title, ride: track?.ride)) }

    func testsMessage(_ snapshot: TuningSnapshot) -> PageMessage {
        PageMessage(.tests, TestsMessage(track == nil ? MappedChannel.all(of: snapshot.preset) : [], set: tests.values))
    }

    private var dropMessage: PageMessage { PageMessage(.drop, DropMessage(DropOutline(desk.restingParameters))) }

    private func moment() -> MomentMessage {
        let (isRequested, rate) = state.withLock { ($0.isPlaybackRequested, $0.sampleRate) }
        let current = desk.moment
        let isPlaying = isRequested && desk.isPlaying
        var message = MomentMessage(
            isPlaying: isPlaying, isFrozen: current?.status.isFrozen ?? false, elapsed: current?.elapsed ?? duration.map { _ in 0 },
            duration: current?.duration ?? duration, speed: current?.status.speed ?? track?.speed ?? 1,
            words: isPlaying ? track == nil ? atRest : "" : "Stopped.", dropsPerSecond: isPlaying ? current?.dropsPerSecond ?? 0 : 0,
            bands: isPlaying ? LiveSpectrum.levels(of: tap, sampleRate: rate).map { ($0 * 10).rounded() / 10 } : [], moved: [:], inputs: [:]
        )
        guard let current else { return message }
        let level = max(current.level.left, current.level.right)
        if isPlaying, level > -119 { message.level = level }
        guard let update = current.status.update else {
            if message.words.isEmpty, track != nil { message.words = "Before the first fix." }
            return message
        }
        let tracks = current.status.tracks
        message.riders = state.withLock { state in
            for track in tracks.isEmpty ? [TrackStatus(update: update)] : tracks {
                guard let latitude = track.update.fix?.latitude, let longitude = track.update.fix?.longitude else { continue }
                state.riders[track.name ?? ""] = .init(name: Self.title(track), position: [latitude, longitude])
            }
            return state.riders.sorted { $0.key < $1.key }.map(\.value)
        }
        if let track { message.words = words(of: tracks, or: update, track.announcer) }
        let snapshot = desk.snapshot
        for (number, mapping) in snapshot.preset.mappings.enumerated() {
            let name = mapping.parameterName
            if let knob = snapshot.value(name)?.knob {
                message.moved[name] = knob.position(of: Double(current.status.parameters[mapping.parameter]))
            }
            guard let input = update.channels[mapping.channel.name]?.number, current.status.movements.indices.contains(number) else {
                continue
            }
            let scaled = input / mapping.unit.scale
            let value = current.status.movements[number].value
            if scaled.isFinite, value.isFinite { message.inputs["\(number)"] = [scaled, value] }
        }
        return message
    }

    private var atRest: String { tests.values.isEmpty ? "No track: the rain at rest." : "No track: channels set by hand." }

    /// A track's name on the page; of a file, its name without folder and extension.
    private static func title(_ track: TrackStatus) -> String {
        let name = track.name ?? ""
        return name.hasPrefix("/") ? URL(fileURLWithPath: name).deletingPathExtension().lastPathComponent : name
    }

    /// Where a single track is, or where each of a few is.
    private func words(of tracks: [TrackStatus], or update: TrackerUpdate, _ announcer: Announcer) -> String {
        guard tracks.count > 1 else { return announcer.whereabouts(update) }
        guard tracks.count <= Self.mostNamed else { return "\(tracks.count) tracks" }
        return tracks.map { "\(Self.title($0)): \(announcer.whereabouts($0.update))" }.joined(separator: ". ")
    }

    /// The track's duration in seconds, before playback begins.
    private var duration: Double? { track?.survey?.duration }
}
