// SPDX-License-Identifier: MIT
/// Cuts a post or a message into the reports it holds, each of which `ReportDecoder` can read: one object over several lines, one
/// object per line, an array of objects, or one query per line. Anything else is a separate piece, so that its fault can be
/// reported. The time taken is linear in the number of bytes.
public enum ReportCutter {
    /// The reports in order, with line breaks within a report replaced by spaces. Empty if there is nothing but spaces and
    /// brackets.
    public static func reports(in message: some Collection<UInt8>) -> [[UInt8]] {
        var reports: [[UInt8]] = []
        var report: [UInt8] = []
        var arrays = 0
        var place = Place.between
        func end() {
            while let last = report.last, last <= 0x20 { report.removeLast() }
            if !report.isEmpty { reports.append(report) }
            report = []
            place = .between
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
                case (.outside, 0x7B), (.outside, 0x5B): place = .object(depth: depth + 1, .outside)
                case (.outside, 0x7D), (.outside, 0x5D):
                    if depth == 1 { end() } else { place = .object(depth: depth - 1, .outside) }
                case (.outside, _): break
                }
            }
        }
        end()
        return reports
    }

    private enum Place {
        case between, text
        case object(depth: Int, Within)
    }
    private enum Within { case outside, string, escape }
}
