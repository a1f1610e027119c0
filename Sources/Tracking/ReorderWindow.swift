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
