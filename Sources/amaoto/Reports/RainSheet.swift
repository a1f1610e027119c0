// SPDX-License-Identifier: MIT
import PlainText
import SoundAnalysis

/// The report of a sound measured as rain, as text and as JSON.
enum RainSheet {
    /// One object, keys in alphabetical order.
    static func json(_ report: RainReport, name: String, isCompared: Bool) -> String {
        let rows = report.rows.map { row in
            // The reason replaces a value that is left out.
            JSONValue.object(known: [
                ("id", .text(row.statistic.rawValue)), ("leftOut", reason(row).map(JSONValue.text)), ("name", .text(row.statistic.name)),
                ("place", isCompared ? (row.place?.rawValue).map(JSONValue.text) : nil),
                ("real", isCompared ? RealRain.row(row.statistic).map { json($0) } : nil), ("unit", .text(row.statistic.unit)),
                ("value", row.value.map(JSONValue.number)),
            ])
        }
        // True when no row is out and at least one could be judged.
        let isWithinReal = report.out.isEmpty && report.rows.contains { $0.place != nil }
        return JSONValue.object(known: [
            ("channels", .whole(report.channelCount)), ("file", .text(name)), ("isWithinReal", isCompared ? .bool(isWithinReal) : nil),
            ("rows", .array(rows)), ("sampleRate", .whole(report.sampleRate)), ("seconds", .number(report.duration)),
        ]).indented()
    }

    /// The distribution of real rain; the extremes are absent where only the quartiles are known.
    private static func json(_ real: RealRainRow) -> JSONValue {
        .object(known: [
            ("max", (real.extremes?.upperBound).map(JSONValue.number)), ("median", .number(real.median)),
            ("min", (real.extremes?.lowerBound).map(JSONValue.number)), ("p25", .number(real.quartiles.lowerBound)),
            ("p75", .number(real.quartiles.upperBound)),
        ])
    }

    static func text(_ report: RainReport, name: String, isCompared: Bool) -> String {
        var lines = [
            "\(name): \(FigureText.number(report.duration, report.duration < 10 ? 2 : 1)) s, \(FigureText.kilohertz(report.sampleRate)), "
                + CountText.of(report.channelCount, "channel"),
            isCompared
                ? heading + "  " + "place".left(16) + "  real: min     p25  median     p75     max" : heading.withoutTrailingBlanks,
        ]
        for row in report.rows {
            guard let value = row.value else { continue }
            var line = row.statistic.name.left(34) + number(value).right(9) + " " + row.statistic.unit.left(9)
            if isCompared, let place = row.place, let real = RealRain.row(row.statistic) {
                let figures = [
                    real.extremes?.lowerBound, real.quartiles.lowerBound, real.median, real.quartiles.upperBound, real.extremes?.upperBound,
                ]
                line += "  " + Self.words(place).left(16) + " "
                line += figures.map { ($0.map(number) ?? "").right(8) }.joined()
            }
            lines.append(line.withoutTrailingBlanks)
        }
        for row in report.rows {
            if let reason = reason(row) { lines.append("left out: \(row.statistic.name): \(reason)") }
        }
        if let period = periodSentence(report) { lines.append(period) }
        if isCompared { lines.append(summary(report)) }
        return lines.joined(separator: "\n")
    }

    private static let heading = "statistic".left(34) + "value".right(9) + " " + "unit".left(9)

    private static func summary(_ report: RainReport) -> String {
        let judged = report.rows.filter { row in row.place != nil && RealRain.row(row.statistic)?.extremes != nil }
        let typical = report.rows.filter { $0.place == .betweenQuartiles }.count
        let compared = report.rows.filter { $0.place != nil }.count
        return "\(judged.count - report.out.count) of \(judged.count) rows in the range of \(RealRain.recordings) recordings, "
            + "\(typical) of \(compared) between their quartiles"
    }

    private static func periodSentence(_ report: RainReport) -> String? {
        guard let strength = report[.periodStrength], let lag = report[.periodLag] else { return nil }
        return strength > 1
            ? "a period of \(number(lag)) s stands out more than chance explains"
            : "no period between 0.05 and 5 s stands out more than chance explains"
    }

    private static func reason(_ row: RainReport.Row) -> String? {
        if case .leftOut(let reason) = row.outcome { "\(reason)" } else { nil }
    }

    private static func words(_ place: RealRainPlace) -> String {
        switch place {
        case .betweenQuartiles: "quartiles"
        case .betweenExtremes: "in"
        case .out: "OUT"
        case .beyondQuartiles: "beyond quartiles"
        }
    }

    /// A number with fewer decimals the larger it is, from three below 1 to none from 100 on.
    static func number(_ value: Double) -> String {
        let size = abs(value)
        return FigureText.number(value, size < 0.995 ? 3 : size < 9.95 ? 2 : size < 99.5 ? 1 : 0)
    }
}
