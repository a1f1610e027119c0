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

    /// The source to play.
    var input: RideInput {
        RideInput(live: "the sliders", tracker: { [self] _ in SliderTracker(channels: self) }) { [self] () throws(InputFault) in
            SliderReader(channels: self)
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
    fileprivate func wait(beyond revision: Int) -> Int {
        let end = ContinuousClock.now + .seconds(Self.beat)
        while ContinuousClock.now < end {
            let now = state.withLock { $0.revision }
            if now != revision { return now }
            Thread.sleep(forTimeInterval: Self.look)
        }
        return revision
    }
}

/// A fix without a place for every change of the sliders.
private struct SliderReader: FixReader {
    let channels: TestChannels
    private var revision = -1

    init(channels: TestChannels) { self.channels = channels }

    var extraNames: [String] { [] }

    mutating func next() throws(InputFault) -> ReaderItem? {
        revision = channels.wait(beyond: revision)
        var fix = Fix()
        fix.time = .now
        return .fix(fix)
    }
}

/// Answers every fix with what the sliders have.
private struct SliderTracker: Tracker, TrackerEstimate {
    let channels: TestChannels
    var lastTime: TrackTime?
    /// Nothing is ever missing.
    var gapAfter: Double { .infinity }
    var estimate: any TrackerEstimate { self }

    init(channels: TestChannels) { self.channels = channels }

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
