// SPDX-License-Identifier: MIT
/// Sorts fixes by time within a window of seconds; fixes that arrive later than that are refused.
///
/// A fix is held until another is later by the window. Memory is bounded: if too many are held, the oldest is returned.
struct ReorderWindow {
    private static let most = 100_000

    /// The window in nanoseconds; 0 holds nothing and refuses every late fix.
    private let window: Int64
    /// In ascending order of time; fixes of the same time in order of arrival.
    private var held: [Fix] = []
    private var place = 0
    private var newest = TrackTime(nanoseconds: .min)
    private var given = TrackTime(nanoseconds: .min)

    /// - Parameter seconds: 0 or more.
    init(seconds: Double) { window = Int64(min(max(0, seconds), 86_400) * 1e9) }

    /// Takes a fix.
    /// - Returns: false for a fix that is too late.
    mutating func take(_ fix: Fix, at time: TrackTime) -> Bool {
        // A repeated time is still in order.
        if time < given { return false }
        newest = max(newest, time)
        var index = held.count
        while index > place, let other = held[index - 1].time, other > time { index -= 1 }
        held.insert(fix, at: index)
        return true
    }

    /// The time of the fix that will be returned next.
    var nextTime: TrackTime? { place < held.count ? held[place].time : nil }

    /// Returns the next fix that is due.
    /// - Parameter isEnd: whether the input has ended.
    mutating func next(isEnd: Bool) -> Fix? {
        guard place < held.count, let time = held[place].time else { return nil }
        let (age, overflow) = newest.nanoseconds.subtractingReportingOverflow(time.nanoseconds)
        guard isEnd || overflow || age >= window || held.count - place > Self.most else { return nil }
        let fix = held[place]
        place += 1
        given = time
        if place > 1024, place * 2 > held.count {
            held.removeFirst(place)
            place = 0
        }
        return fix
    }
}

/// Sorts an input that distinguishes tracks, each with its own clock: with one window per track, or one for all. Tracks beyond
/// the maximum number are returned as they arrive.
struct ReorderWindows {
    private let seconds: Double
    private let isApart: Bool
    private let most: Int
    /// In the order of their first fixes.
    private var windows: [ReorderWindow] = []
    private var places: [String?: Int] = [:]
    private var passing: [Fix] = []
    /// The index of the window that took the last fix.
    private var place = 0

    /// - Parameter apart: give each track its own window.
    init(seconds: Double, apart: Bool, most: Int) {
        self.seconds = seconds
        isApart = apart
        self.most = most
    }

    /// Takes a fix. Call `next` until it returns nil before taking another.
    /// - Returns: false for a fix that is too late.
    mutating func take(_ fix: Fix, at time: TrackTime) -> Bool {
        let track = isApart ? fix.track : nil
        if let known = places[track] {
            place = known
        } else if windows.count < most {
            place = windows.count
            places[track] = place
            windows.append(ReorderWindow(seconds: seconds))
        } else {
            passing.append(fix)
            return true
        }
        return windows[place].take(fix, at: time)
    }

    /// Returns the next fix that is due. Only the window that took the last fix can have one, except at the end.
    mutating func next(isEnd: Bool) -> Fix? {
        if let fix = passing.popLast() { return fix }
        guard isEnd else { return windows.isEmpty ? nil : windows[place].next(isEnd: false) }
        // Returns the remaining fixes of all windows, in order of time.
        var first: (time: TrackTime, place: Int)?
        for (place, window) in windows.enumerated() {
            if let time = window.nextTime, first.map({ time < $0.time }) ?? true { first = (time, place) }
        }
        return first.flatMap { windows[$0.place].next(isEnd: true) }
    }
}
