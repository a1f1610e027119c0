// SPDX-License-Identifier: MIT
import Tracking

/// A row of frequencies.txt: a trip that runs again and again for some hours.
struct GTFSHeadway: Hashable {
    /// The seconds of the service day at which the first run begins, and before which the last one does.
    private let start: Int32
    private let end: Int32
    /// In seconds.
    private let headway: Int32
    /// Whether the runs begin exactly so many seconds apart.
    private let isExact: Bool

    /// The headways in seconds that are read: no train follows another sooner.
    private static let headways = 30...86_400
    /// The seconds of a service day in which a train may depart: two days.
    private static let serviceDay: Range<Int32> = 0..<172_800
    /// The most seconds between the possible departures of trains whose times are not published.
    private static let longestStep: Int32 = 60

    /// Nil for a row that does not say when, or that ends after two days.
    init?(_ table: GTFSTable) {
        func time(_ column: String) -> Int32? { table.csv.withField(table.column(column)) { Self.seconds($0) } }
        guard let start = time("start_time"), let end = time("end_time"), start < end,
            let headway = table.csv.integer(table.column("headway_secs")), Self.headways.contains(headway)
        else { return nil }
        (self.start, self.end, self.headway) = (start, end, Int32(headway))
        isExact = table.csv.integer(table.column("exact_times")) == 1
    }

    /// Seconds from one departure to the next.
    private var step: Int32 { isExact ? headway : min(headway, Self.longestStep) }

    /// The number of the row's trains.
    var count: Int { Int((end - start + step - 1) / step) }

    /// The trains of the row: those of an exact headway, else possible ones, each with the probability that gives the headway. A departure
    /// after the service day is left out.
    /// - Parameter train: the trip as stop_times.txt has it, of which only the differences between its times count.
    func trains(like train: LineTrain) -> [LineTrain] {
        guard let first = train.departures.first(where: { $0 >= 0 }) else { return [] }
        return stride(from: start, to: end, by: Int(step)).map { begin in
            var run = train
            run.share = isExact ? 1 : Float(step) / Float(headway)
            run.departures = train.departures.map { departure in
                let moved = departure - first + begin
                return departure >= 0 && Self.serviceDay.contains(moved) ? moved : -1
            }
            return run
        }
    }

    /// `25:10:00` in seconds, below two days; nil if it is not a time.
    static func seconds(_ text: UnsafeBufferPointer<UInt8>) -> Int32? {
        var total: Int32 = 0
        var part: Int32 = 0
        var digits = 0
        var colons = 0
        for byte in text {
            if byte == 0x3A {
                guard digits > 0, colons < 2 else { return nil }
                total = (total + part) * 60
                (part, digits) = (0, 0)
                colons += 1
            } else {
                guard (0x30...0x39).contains(byte), digits < 2 else { return nil }
                part = part * 10 + Int32(byte - 0x30)
                digits += 1
            }
        }
        return colons == 2 && digits > 0 && serviceDay.contains(total + part) ? total + part : nil
    }
}
