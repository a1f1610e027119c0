// SPDX-License-Identifier: MIT
import HeapModule

/// Sorts fixes by time within a window of seconds; fixes that arrive later than that are refused.
///
/// A fix is held until another is later by the window. Memory is bounded: if too many are held, the oldest is returned.
private struct ReorderWindow {
    /// The maximum number of fixes held.
    private static let most = 100_000

    /// A fix that is held, how many were taken before it, and how often the clock had been set back by then.
    private struct Held: Comparable {
        let fix: Fix
        let time: TrackTime
        let number: Int
        let clock: Int

        static func == (a: Held, b: Held) -> Bool { a.number == b.number }
        static func < (a: Held, b: Held) -> Bool { (a.clock, a.time, a.number) < (b.clock, b.time, b.number) }
    }

    /// The window in nanoseconds; 0 holds nothing and refuses every late fix.
    private let window: Int64
    /// The earliest first; fixes of the same time in order of arrival.
    private var held = Heap<Held>()
    private var taken = 0
    private var clock = 0
    private var newest = TrackTime(nanoseconds: .min)
    private var lastReturned = TrackTime(nanoseconds: .min)

    /// - Parameter seconds: 0 or more.
    init(seconds: Double) { window = Int64(min(max(0, seconds), 86_400) * 1e9) }

    /// Takes a fix.
    /// - Returns: false for a fix that is too late.
    mutating func take(_ fix: Fix, at time: TrackTime) -> Bool {
        // A repeated time is still in order.
        if time < lastReturned { return false }
        newest = max(newest, time)
        held.insert(Held(fix: fix, time: time, number: taken, clock: clock))
        taken += 1
        return true
    }

    /// The clock was set back: what is held is due, and no later fix is late by the clock before.
    mutating func restart() {
        clock += 1
        newest = TrackTime(nanoseconds: .min)
        lastReturned = newest
    }

    /// The time of the fix that will be returned next.
    var nextTime: TrackTime? { held.min?.time }

    /// Returns the next fix that is due.
    /// - Parameter isEnd: whether the input has ended.
    mutating func next(isEnd: Bool) -> Fix? {
        guard let next = held.min else { return nil }
        if next.clock < clock { return held.popMin()?.fix }
        let (age, overflow) = newest.nanoseconds.subtractingReportingOverflow(next.time.nanoseconds)
        guard isEnd || overflow || age >= window || held.count > Self.most else { return nil }
        lastReturned = next.time
        return held.popMin()?.fix
    }
}

/// Sorts an input that distinguishes tracks, each with its own clock: with one window per track, or one for all. Tracks beyond
/// the maximum number are returned as they arrive.
struct ReorderWindows {
    private let seconds: Double
    private let separatesTracks: Bool
    private let most: Int
    /// In the order of their first fixes.
    private var windows: [ReorderWindow] = []
    private var places: [String?: Int] = [:]
    private var unsorted: [Fix] = []
    /// The index of the window that took the last fix.
    private var place = 0

    /// - Parameter separatesTracks: give each track its own window.
    init(seconds: Double, separatesTracks: Bool, most: Int) {
        self.seconds = seconds
        self.separatesTracks = separatesTracks
        self.most = most
    }

    /// The clock of the track of `fix` was set back.
    mutating func restart(_ fix: Fix) {
        if let place = places[separatesTracks ? fix.track : nil] { windows[place].restart() }
    }

    /// Takes a fix. Call `next` until it returns nil before taking another.
    /// - Returns: false for a fix that is too late.
    mutating func take(_ fix: Fix, at time: TrackTime) -> Bool {
        let track = separatesTracks ? fix.track : nil
        if let known = places[track] {
            place = known
        } else if windows.count < most {
            place = windows.count
            places[track] = place
            windows.append(ReorderWindow(seconds: seconds))
        } else {
            unsorted.append(fix)
            return true
        }
        return windows[place].take(fix, at: time)
    }

    /// Returns the next fix that is due. Only the window that took the last fix can have one, except at the end.
    mutating func next(isEnd: Bool) -> Fix? {
        if let fix = unsorted.popLast() { return fix }
        guard isEnd else { return windows.isEmpty ? nil : windows[place].next(isEnd: false) }
        // Returns the remaining fixes of all windows, in order of time.
        var first: (time: TrackTime, place: Int)?
        for place in windows.indices {
            if let time = windows[place].nextTime, first.map({ time < $0.time }) ?? true { first = (time, place) }
        }
        return first.flatMap { windows[$0.place].next(isEnd: true) }
    }
}
