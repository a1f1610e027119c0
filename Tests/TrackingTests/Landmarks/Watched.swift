// SPDX-License-Identifier: MIT
import Testing
import Tracking

/// Tracks that are followed against landmarks, generated for the tests.
struct Watched {
    var tracker: any Tracker
    var updates: [TrackerUpdate] = []
    /// Includes the ticks before each fix.
    var all: [TrackerUpdate] = []

    init(points: [String] = [], regions: [String] = []) throws {
        var landmarks = Landmarks()
        for point in points { try landmarks.add(point: point) }
        for region in regions { try landmarks.add(region: region) }
        tracker = LandmarkTracker.maker(landmarks, around: MotionTracker.maker)([])
    }

    @discardableResult mutating func take(_ fix: Fix) -> TrackerUpdate {
        let step = tracker.step(to: fix)
        all += Array(step)
        updates.append(step.update)
        return step.update
    }

    var events: [String] { all.flatMap { $0.events.map(\.name) }.filter { $0.hasPrefix("entered") || $0.hasPrefix("left") } }
    /// The indices of the fixes at which something was entered or left.
    var eventPlaces: [Int] {
        updates.indices.filter { updates[$0].events.contains { $0.name.hasPrefix("entered") || $0.name.hasPrefix("left") } }
    }

    static func earth(_ seconds: Double, _ latitude: Double, _ longitude: Double, accuracy: Double? = nil) -> Fix {
        var fix = Fix()
        fix.time = TrackTime(nanoseconds: Int64(seconds * 1e9))
        (fix.latitude, fix.longitude, fix.accuracy) = (latitude, longitude, accuracy)
        return fix
    }

    static func plane(_ seconds: Double, _ x: Double, _ y: Double, accuracy: Double? = nil) -> Fix {
        var fix = Fix()
        fix.time = TrackTime(nanoseconds: Int64(seconds * 1e9))
        (fix.plane, fix.accuracy) = (PlanePoint(x: x, y: y), accuracy)
        return fix
    }
}

extension TrackerUpdate {
    func number(_ name: String) -> Double? { channels[name]?.number }
}
