// SPDX-License-Identifier: MIT
import Synchronization

@testable import Tracking
@testable import Transport

extension Fuzzer {
    /// Fixes of any tracks at any instants into the trackers of a live source. Each tracker slot serves one track at a time,
    /// which keeps it until it has been silent for long and another track needs it.
    static let liveTracks = Fuzzer("live-tracks", longest: 2048) { bytes in
        var input = FuzzBytes(bytes)
        let most = 1 + input.below(4)
        let isPlayedOnArrival = input.flag()
        let told = Mutex<[String?]>([])
        var trackers = LiveTrackers(most, onLeftOut: { track in told.withLock { $0.append(track) } }) { MotionTracker() }
        var seats: [LiveSeat] = []
        var leftOut: Set<String?> = []
        var last = Fix()
        var instant: Int64 = 0
        var count = 0
        while !input.isEmpty, count < 128 {
            count += 1
            var fix = input.fix(after: last, columns: 0)
            last = fix
            let name = input.byte()
            switch name {
            case ..<240: fix.track = "\(name % 8)"
            case ..<248: fix.track = nil
            default: fix.track = String(decoding: [input.byte(), input.byte()], as: UTF8.self)
            }
            let step = input.byte()
            // Any time that readers return, with differences that fit; or some seconds later.
            if step < 8 {
                instant = input.integer(Int64.self) % 4_450_000_000_000_000_000
            } else {
                instant += Int64(step % 64) * 250_000_000
            }
            let track = most > 1 ? fix.track : nil
            let owned = seats.firstIndex { $0.track == track }
            guard let placed = trackers.step(to: fix, at: instant, isPlayedOnArrival: isPlayedOnArrival) else {
                expect(owned == nil && seats.count == most, "\(track ?? "nil") is left out, and yet there is a place")
                for seat in seats { expect(!seat.isFree(at: instant), "\(track ?? "nil") is left out, and \(seat) is free") }
                leftOut.insert(track)
                continue
            }
            expect(placed.track == track, "a fix of \(track ?? "nil") is heard as one of \(placed.track ?? "nil")")
            expect((0..<most).contains(placed.slot) && placed.slot <= seats.count, "slot \(placed.slot) of \(most)")
            // A single fix does not show the usual gap, and a late one changes nothing.
            let seat = LiveSeat(
                track: track, last: max(instant, owned.map { seats[$0].last } ?? instant),
                gap: owned == nil ? 0 : trackers.estimate(at: placed.slot).gapAfter)
            if let owned {
                expect(placed.slot == owned, "\(track ?? "nil") goes from \(owned) to \(placed.slot)")
                seats[owned] = seat
            } else if placed.slot == seats.count {
                seats.append(seat)
            } else {
                expect(seats.count == most, "somebody is driven out, and there is room")
                let driven = seats[placed.slot]
                expect(driven.isFree(at: instant), "\(driven) is driven out")
                for other in seats where other.isFree(at: instant) {
                    expect(driven.last <= other.last, "\(driven) is driven out, not \(other)")
                }
                seats[placed.slot] = seat
            }
            for update in Array(placed.updates.prefix(2)) + [placed.update] {
                expect(update.slot == placed.slot && update.track == track, "an update of another: \(update)")
                UpdateProperties.check(update)
            }
        }
        let names = told.withLock { $0 }
        expect(names.count == leftOut.count && Set(names) == leftOut, "\(leftOut) were left out, \(names) were told of")
    }
}

/// The state of a slot as seen from outside.
private struct LiveSeat {
    var track: String?
    var last: Int64
    /// Seconds: the usual gap between its fixes, or more.
    var gap: Double

    /// Whether its track has been silent for ten seconds, and for longer than is usual.
    func isFree(at instant: Int64) -> Bool {
        let silence = Double(instant - last) / 1e9
        return silence > 10 && silence > gap
    }
}
