// SPDX-License-Identifier: MIT
/// Rejects a track with impossible speeds: over 12 km/s, faster than Earth's escape velocity, in a third of its fixes. The times
/// or positions of such a track were misread: days taken for seconds, or a wrong column. A stream that begins now, by this
/// machine's clock, is not rejected: it is live, and two of its senders may use one id.
///
/// The first 100 fixes are judged before any of them is returned, and the entire track at its end: a track that is read
/// completely before playback is rejected silently, and line-by-line output prints no line of a track that begins this way. Both
/// the source's own speeds and those between positions on Earth count. The latter are computed per track, and count only if the
/// entire track is faster than 4 km/s, since two receivers side by side within a millisecond are not.
public struct SpeedCheckReader: FixReader {
    /// A speed in metres per second that no track reaches.
    private static let fastest = 12_000.0
    /// The average speed in metres per second of fixes of which a third is that fast.
    private static let fastestOnAverage = 4_000.0
    private static let window = 100
    /// The maximum number of items held among the first fixes.
    private static let mostHeld = 1_000
    /// The number of speeds needed before a track is judged.
    private static let fewest = 3

    public var extraNames: [String] { reader.extraNames }
    public var notes: [String] { reader.notes }
    public var restartsOnClockReset: Bool { isLive == true || reader.restartsOnClockReset }
    private var reader: any FixReader
    private let source: String
    /// Items that wait for the judgement; reversed once it is made.
    private var held: [ReaderItem] = []
    private let now: () -> TrackTime
    private var holds: Bool
    /// Whether the first fix of a stream is current; nil until it has come.
    private var isLive: Bool?
    /// The error that ended the reading while items were held; it is thrown after them.
    private var failure: InputFault?
    /// The last fix of each track.
    private var lastFixes = TrackStates<(time: TrackTime, place: EarthPoint)>()
    /// The number of speeds between positions, and of the impossible ones among them.
    private var speeds = 0
    private var impossible = 0
    /// The number of impossible speeds that the source itself reports.
    private var reported = 0
    /// The metres and seconds between all positions.
    private var distance = 0.0
    private var seconds = 0.0
    /// The first impossible speed.
    private var first: (time: TrackTime, speed: Double)?

    /// - Parameters:
    ///   - source: the input's name, for messages.
    ///   - holds: hold the first fixes until they are judged; false returns them as they arrive.
    ///   - now: this machine's clock.
    public init(_ reader: any FixReader, source: String, holds: Bool, now: @escaping () -> TrackTime = { .now }) {
        self.reader = reader
        self.source = source
        self.holds = holds
        self.now = now
        isLive = holds ? false : nil
    }

    /// - Throws: the reader's errors; `outOfRange` for a track with impossible speeds.
    public mutating func next() throws(InputFault) -> ReaderItem? {
        if holds {
            hold()
            holds = false
            held.reverse()
            try judge()
        }
        if let item = held.popLast() { return item }
        if let failure { throw failure }
        guard let item = try reader.next() else {
            try judge()
            return nil
        }
        if case .fix(let fix) = item {
            if isLive == nil, let time = fix.time { isLive = time.isCurrent(at: now()) }
            take(fix)
            if speeds == Self.window { try judge() }
        }
        return item
    }

    private mutating func hold() {
        do throws(InputFault) {
            while speeds < Self.window, held.count < Self.mostHeld, let item = try reader.next() {
                held.append(item)
                if case .fix(let fix) = item { take(fix) }
            }
        } catch { failure = error }
    }

    private mutating func take(_ fix: Fix) {
        guard let time = fix.time, let latitude = fix.latitude, let longitude = fix.longitude else { return }
        let place = EarthPoint(latitude: latitude, longitude: longitude)
        if let speed = fix.speed, speed > Self.fastest {
            reported += 1
            note(speed, at: time)
        }
        let last = lastFixes[fix.track]
        lastFixes[fix.track] = (time, place)
        guard let last, last.time != time else { return }
        let passed = time.seconds(since: last.time).magnitude
        let step = last.place.distance(to: place)
        speeds += 1
        distance += step
        seconds += passed
        if step / passed > Self.fastest {
            impossible += 1
            note(step / passed, at: time)
        }
    }

    private mutating func note(_ speed: Double, at time: TrackTime) {
        if first == nil { first = (time, speed) }
    }

    private func judge() throws(InputFault) {
        let isBetween = impossible * 3 >= speeds && distance > Self.fastestOnAverage * seconds
        let count = max(isBetween ? impossible : 0, reported * 3 >= speeds ? reported : 0)
        guard isLive != true, let first, speeds >= Self.fewest, count > 0 else { return }
        throw InputFault(
            kind: .outOfRange, source: source, line: 0,
            message:
                "\(count) of the first \(speeds + 1) fixes are faster than 12 km/s, the first at \(first.time) with \(Int(min(first.speed, 1e15))) m/s: times or positions are misread",
            remedy: reader.documentTracks.count > 1
                ? "if the tracks in it are of several travellers, --only ID reads one; `amaoto track` prints the ids"
                : "rename the columns to match their values, such as time_s, time_ms or time_excel, lat and lon; export other formats again"
        )
    }
}
