// SPDX-License-Identifier: MIT
/// Cuts a post or a message into the reports it holds, each of which `ReportDecoder` can read: one object over several lines, one
/// object per line, an array of objects, an object with an array `locations` (Overland) or `payload` (Sensor Logger), or one query
/// per line. Anything else is a separate piece, so that its fault can be reported. The time taken is linear in the number of bytes.
public enum ReportCutter {
    /// The reports in order, with line breaks within a report replaced by spaces. Empty if there is nothing but spaces and
    /// brackets.
    public static func reports(in message: some Collection<UInt8>) -> [[UInt8]] { cut(message, opensEnvelopes: true) }

    /// The text before the array of an envelope, backwards.
    private static let overland = Array("\"locations\":".utf8.reversed())
    private static let sensorLogger = Array("\"payload\":".utf8.reversed())

    private static func cut(_ message: some Collection<UInt8>, opensEnvelopes: Bool) -> [[UInt8]] {
        var reports: [[UInt8]] = []
        var report: [UInt8] = []
        var arrays = 0
        var place = Place.between
        /// The array in an envelope: its start in the report, and its range once it is complete.
        var start: Int?
        var list: Range<Int>?
        func end() {
            while let last = report.last, last <= 0x20 { report.removeLast() }
            if let list {
                reports += cut(report[list], opensEnvelopes: false)
            } else if !report.isEmpty {
                reports.append(report)
            }
            report = []
            place = .between
            (start, list) = (nil, nil)
        }
        for byte in message {
            let isBreak = byte == 0x0A || byte == 0x0D
            switch place {
            case .between:
                switch byte {
                case 0x5B: arrays += 1
                case 0x5D where arrays > 0: arrays -= 1
                case 0x2C where arrays > 0: break
                case ...0x20, 0xEF, 0xBB, 0xBF: break
                default:
                    report.append(byte)
                    place = byte == 0x7B ? .object(depth: 1, .outside) : .text
                }
            case .text:
                // In an array, the element after a broken one may be intact.
                let isEnd = isBreak || arrays > 0 && (byte == 0x2C || byte == 0x5D)
                if isEnd { end() } else { report.append(byte) }
                if byte == 0x5D, isEnd { arrays -= 1 }
            case .object(let depth, let within):
                report.append(isBreak ? 0x20 : byte)
                switch (within, byte) {
                case (.escape, _): place = .object(depth: depth, .string)
                case (.string, 0x5C): place = .object(depth: depth, .escape)
                case (.string, 0x22): place = .object(depth: depth, .outside)
                case (.string, _): break
                case (.outside, 0x22): place = .object(depth: depth, .string)
                case (.outside, 0x7B), (.outside, 0x5B):
                    if opensEnvelopes, depth == 1, byte == 0x5B, isNamed(report.dropLast()) { start = report.count - 1 }
                    place = .object(depth: depth + 1, .outside)
                case (.outside, 0x7D), (.outside, 0x5D):
                    if depth == 2, let first = start { (start, list) = (nil, first..<report.count) }
                    if depth == 1 { end() } else { place = .object(depth: depth - 1, .outside) }
                case (.outside, _): break
                }
            }
        }
        end()
        return reports
    }

    /// Whether the report ends with the name of an envelope's array.
    private static func isNamed(_ report: ArraySlice<UInt8>) -> Bool {
        let text = report.reversed().lazy.filter { $0 > 0x20 }
        // In other messages a payload may be anything.
        return text.starts(with: overland) || text.starts(with: sensorLogger) && report.starts(with: "{\"messageId\":".utf8)
    }

    private enum Place {
        case between, text
        case object(depth: Int, Within)
    }
    private enum Within { case outside, string, escape }
}
