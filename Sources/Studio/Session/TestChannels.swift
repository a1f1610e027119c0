// SPDX-License-Identifier: MIT
import Foundation
import Synchronization
import Tracking
import Transport

/// The channels that pages set by hand where there is no track, as a live source: every change is an update. Any thread.
final class TestChannels: Sendable {
    /// Seconds between updates while nothing changes, so that no channel counts as missing.
    private static let beat = 0.2
    /// Seconds between looks for a change.
    private static let look = 0.01

    private struct State {
        var values: [String: (text: String, value: ChannelValue)] = [:]
        var revision = 0
        /// The number of the newest source; those before it have ended.
        var source = 0
    }

    private let state = Mutex(State())

    /// The values as they were written, by channel.
    var values: [String: String] { state.withLock { $0.values.mapValues(\.text) } }

    func set(_ channel: String, _ value: (text: String, value: ChannelValue)?) {
        state.withLock { state in
            state.values[channel] = value
            state.revision += 1
        }
    }

    func clear() { state.withLock { $0.values.removeAll() } }

    /// A new source to play; the one before it ends.
    func newInput() -> RideInput {
        let source = beginSource()
        return RideInput(live: "the sliders", tracker: { [self] _ in SliderTracker(channels: self) }) { [self] () throws(InputFault) in
            SliderReader(channels: self, source: source)
        }
    }

    /// Ends the source that is played, so that playback need not wait for what it might still send.
    func endInput() { _ = beginSource() }

    private func beginSource() -> Int {
        state.withLock { state in
            state.source += 1
            return state.source
        }
    }

    fileprivate var channels: ChannelValues {
        state.withLock { state in
            var channels = ChannelValues()
            for (name, value) in state.values.sorted(by: { $0.key < $1.key }) { channels[name] = value.value }
            return channels
        }
    }

    /// Waits for a change, or for the next beat. On the reading thread.
    /// - Returns: the revision; nil once the source has ended.
    fileprivate func wait(beyond revision: Int, for source: Int) -> Int? {
        let end = ContinuousClock.now + .seconds(Self.beat)
        while true {
            let (now, newest) = state.withLock { ($0.revision, $0.source) }
            guard newest == source else { return nil }
            if now != revision || ContinuousClock.now >= end { return now }
            Thread.sleep(forTimeInterval: Self.look)
        }
    }
}

/// A fix without a place for every change of the sliders.
private struct SliderReader: FixReader {
    let channels: TestChannels
    let source: Int
    fileprivate var revision = -1

    var extraNames: [String] { [] }

    mutating func next() throws(InputFault) -> ReaderItem? {
        guard let revision = channels.wait(beyond: revision, for: source) else { return nil }
        self.revision = revision
        var fix = Fix()
        fix.time = .now
        return .fix(fix)
    }
}

/// Answers every fix with the sliders' values.
private struct SliderTracker: Tracker, TrackerEstimate {
    let channels: TestChannels
    var lastTime: TrackTime?
    /// Nothing is ever missing.
    var gapAfter: Double { .infinity }
    var estimate: any TrackerEstimate { self }

    mutating func step(to fix: Fix) -> TrackerStep {
        lastTime = fix.time
        let time = fix.time ?? .now
        return TrackerStep(update: tick(at: time, after: time), tickCount: 0, before: nil)
    }

    func tick(at time: TrackTime, after previous: TrackTime) -> TrackerUpdate {
        var update = TrackerUpdate(time: time, fix: nil)
        update.channels = channels.channels
        return update
    }
}
