import Tracking

/// The tracks of one live source, each with what has come of it and was not taken yet. Control side, one owner.
final class LiveTracks {
    /// Updates that may wait here: as many as one track is read ahead while another has nothing.
    private static let most = 4096

    private let stream: UpdateStream
    private var waiting: [[TrackerUpdate]]
    /// Places for which nothing is read: what comes of them is found while others are.
    private var isIdle: [Bool]
    private var count = 0
    private var hasEnded = false
    /// What ended the source; to be thrown once everything before it was heard.
    private(set) var failure: (any Error)?

    /// - Parameter places: as many as the stream has.
    init(_ stream: UpdateStream, places: Int) {
        self.stream = stream
        waiting = Array(repeating: [], count: places)
        isIdle = (0..<places).map { $0 > 0 }
    }

    enum First {
        case at(TrackTime)
        case nothingYet
        /// It has ended without one.
        case none
    }

    /// When the first update of all is; asked until it is there.
    func first() -> First {
        switch draw() {
        case .update(let update):
            keep(update)
            return .at(update.time)
        case .nothingYet: return .nothingYet
        case .end: return .none
        }
    }

    /// The track of a place, which changes while it plays.
    func source(at place: Int) -> any UpdateSource { Place(tracks: self, place: place) }

    /// The track of a place has gone: nothing is read ahead for it.
    func rest(at place: Int) { isIdle[place] = true }

    /// What has been read so far, and what was wrong with it.
    var tally: InputTally { stream.tally }

    /// What has come in of a source that tells as things happen is tracked, and so kept, though nobody hears it any more. Waits
    /// for it, as many seconds at most; the source is to be stopped before.
    /// - Parameter rest: waits a little.
    func runDry(within seconds: Double = 3, rest: () async -> Void) async {
        guard stream.isHeardOnArrival else { return }
        let end = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < end {
            switch draw() {
            case .update: continue
            case .end: return
            case .nothingYet: await rest()
            }
        }
    }

    private func draw() -> UpdateLook {
        guard !hasEnded else { return .end }
        do {
            let look = try stream.look()
            if case .end = look { hasEnded = true }
            return look
        } catch {
            failure = error
            hasEnded = true
            return .end
        }
    }

    private func keep(_ update: TrackerUpdate) {
        waiting[update.place].append(update)
        isIdle[update.place] = false
        count += 1
    }

    fileprivate func look(at place: Int) -> UpdateLook {
        while waiting[place].isEmpty {
            if hasEnded { return .end }
            guard !isIdle[place], count < Self.most else { return .nothingYet }
            switch draw() {
            case .update(let update): keep(update)
            case .nothingYet: return .nothingYet
            case .end: return .end
            }
        }
        count -= 1
        return .update(waiting[place].removeFirst())
    }

    private struct Place: UpdateSource {
        let tracks: LiveTracks
        let place: Int

        func look() -> UpdateLook { tracks.look(at: place) }
        var isHeardOnArrival: Bool { tracks.stream.isHeardOnArrival }
        var depth: QueueDepth { tracks.stream.depth }
        var estimate: (any TrackerEstimate)? { tracks.stream.estimate(at: place) }
    }
}
