// SPDX-License-Identifier: MIT
import Tracking
import Transport

/// The reading of a file by `amaoto track` before any tracker: its fixes as lines of JSON, and its messages.
struct InputReading: Equatable {
    /// One line per fix.
    var fixes: [String] = []
    /// Skipped items, then notes, then refusals: position, cause and remedy.
    var words: [String] = []

    /// - Parameter folder: that of the file, which the messages omit.
    init(of path: String, in folder: String) {
        do throws(InputFault) {
            var input = try RideInput(path, rereads: false)
            input.choice = .separate
            var reader = try input.open()
            while let item = try reader.next() {
                switch item {
                case .fix(let fix): fixes.append(Self.line(fix, reader.extraNames))
                case .fault(let fault): words.append("skipped (\(fault.kind.rawValue)) \(fault)")
                }
            }
            words += reader.tally.notes.map { "noted \($0)" }
            if reader.tally.fixes == 0 { throw InputFault.noFix(in: path) }
        } catch {
            words.append("refused (\(error.kind.rawValue)) \(error)")
        }
        words = words.map { $0.replacing(folder + "/", with: "") }
    }

    /// The known fields of a fix and nothing else, in the format of `TrackLine`. Two more events mark what no number expresses.
    private static func line(_ fix: Fix, _ names: [String]) -> String {
        var update = TrackerUpdate(time: fix.time ?? TrackTime(nanoseconds: 0), fix: fix)
        for (name, value) in [("speed", fix.speed), ("course", fix.course), ("accuracy", fix.accuracy), ("altitude", fix.altitude)] {
            update.channels[name] = value.map { .number($0) }
        }
        for (name, value) in zip(names, fix.extras) { update.channels["csv.\(name)"] = value.map { .number($0) } }
        let marks = (fix.isNoFix ? ["\"no fix\""] : []) + (fix.startsSegment ? ["\"segment\""] : [])
        var bytes: [UInt8] = []
        TrackLine.write(update, to: &bytes)
        let line = String(decoding: bytes.dropLast(), as: UTF8.self)
        return line.replacing("\"events\":[]", with: "\"events\":[\(marks.joined(separator: ","))]", maxReplacements: 1)
    }
}
