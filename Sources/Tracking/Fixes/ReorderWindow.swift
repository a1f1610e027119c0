/// Brings fixes into the order of their times, as far as a window of seconds reaches; what comes later than that is refused.
///
/// A fix is held until one has come that is a window later. Memory is bounded: when too many wait, the oldest is given.
struct ReorderWindow {
    private static let most = 100_000

    /// Nanoseconds; 0 holds nothing and refuses whatever is late.
    private let window: Int64
    /// In rising order of time; of the same time in the order of arrival.
    private var held: [Fix] = []
    private var place = 0
    private var newest = TrackTime(nanoseconds: .min)
    private var given = TrackTime(nanoseconds: .min)

    /// - Parameter seconds: 0 and more.
    init(seconds: Double) { window = Int64(min(max(0, seconds), 86_400) * 1e9) }

    /// Takes a fix in.
    /// - Returns: false for one that is too late.
    mutating func take(_ fix: Fix, at time: TrackTime) -> Bool {
        // The same time again is no fault of order.
        if time < given { return false }
        newest = max(newest, time)
        var index = held.count
        while index > place, let other = held[index - 1].time, other > time { index -= 1 }
        held.insert(fix, at: index)
        return true
    }

    /// When the fix is that is given next.
    var nextTime: TrackTime? { place < held.count ? held[place].time : nil }

    /// The next fix whose turn it is.
    /// - Parameter isEnd: nothing more will come.
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

/// The same for an input that tells tracks apart, which have clocks of their own: a window for each, or one for all. Tracks that
/// come when there are as many as may be are given as they come.
struct ReorderWindows {
    private let seconds: Double
    private let isApart: Bool
    private let most: Int
    /// By the order of their first fixes.
    private var windows: [ReorderWindow] = []
    private var places: [String?: Int] = [:]
    private var passing: [Fix] = []
    /// Which window took the last fix.
    private var place = 0

    /// - Parameter apart: each track has a window of its own.
    init(seconds: Double, apart: Bool, most: Int) {
        self.seconds = seconds
        isApart = apart
        self.most = most
    }

    /// Takes a fix in; then `next` until it gives none.
    /// - Returns: false for one that is too late.
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

    /// The next fix whose turn it is. A window has something to give when it has taken something, or at the end.
    mutating func next(isEnd: Bool) -> Fix? {
        if let fix = passing.popLast() { return fix }
        guard isEnd else { return windows.isEmpty ? nil : windows[place].next(isEnd: false) }
        // What is left of all of them, in order of time.
        var first: (time: TrackTime, place: Int)?
        for (place, window) in windows.enumerated() {
            if let time = window.nextTime, first.map({ time < $0.time }) ?? true { first = (time, place) }
        }
        return first.flatMap { windows[$0.place].next(isEnd: true) }
    }
}
