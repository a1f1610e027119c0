// SPDX-License-Identifier: MIT
import DeterministicMath
import PlainText
import Tracking

/// Surveys a recorded track to fill in the domains that a preset leaves open (`auto`, percentiles).
///
/// Memory is bounded: whenever a channel reaches 65,536 values, every second one is discarded and the sampling stride doubles.
/// Without a survey, as with a live source, an open domain is the extent of the values received so far.
public struct ChannelSurvey: Sendable {
    fileprivate static let most = 65_536

    fileprivate struct Column: Sendable {
        var name: String
        var values: [Double] = []
        var least = Double.infinity
        var greatest = -Double.infinity
        var stride = 1
        var skipped = 0
    }
    private var columns: [Column]

    public init(_ preset: Preset) {
        columns = preset.mappings.filter(ChannelSurvey.isOpen).map(\.channel.name).uniqued().map { Column(name: $0) }
    }

    private static func isOpen(_ mapping: Mapping) -> Bool {
        switch mapping.rule {
        case .scale(.auto, _, _), .scale(.percentiles, _, _): true
        default: false
        }
    }

    /// Adds the channels of one update; estimates in gaps are ignored.
    public mutating func add(_ update: TrackerUpdate) {
        guard !update.estimated else { return }
        for index in columns.indices {
            if let number = update.channels[columns[index].name]?.number, number.isFinite { columns[index].add(number) }
        }
    }

    /// Returns the preset with every open domain filled in, and a sentence about each.
    public func resolve(_ preset: Preset) -> (preset: Preset, notes: [String]) {
        var result = preset
        var notes: [String] = []
        for (index, mapping) in preset.mappings.enumerated() {
            guard ChannelSurvey.isOpen(mapping), case .scale(let domain, let range, let curve) = mapping.rule,
                let column = columns.first(where: { $0.name == mapping.channel.name })
            else { continue }
            guard !column.values.isEmpty else {
                notes.append("\(mapping.channel.name) is not in this track: its mapping has no effect.")
                continue
            }
            var low = column.least
            var high = column.greatest
            var what = "auto"
            if case .percentiles(let from, let to) = domain {
                let sorted = column.values.sorted()
                (low, high) = (ChannelSurvey.quantile(sorted, from / 100), ChannelSurvey.quantile(sorted, to / 100))
                what = "[p\(PlainNumber.display(from)), p\(PlainNumber.display(to))]"
            }
            low /= mapping.unit.scale
            high /= mapping.unit.scale
            notes.append(
                "domain \(what) of \(mapping.channel.name) is \(PlainNumber.display(low)) to \(PlainNumber.display(high, in: mapping.unit.name))"
            )
            if low == high {
                notes.append(
                    column.least == column.greatest
                        ? "\(mapping.channel.name) never changes in this track"
                        : "these percentiles of \(mapping.channel.name) are equal: widen the domain")
            }
            result.mappings[index].rule = .scale(domain: .values(low, low == high ? low + 1 : high), range: range, curve: curve)
        }
        return (result, notes)
    }

    /// Interpolates between the two ranks nearest to the given share of the sorted values.
    private static func quantile(_ sorted: [Double], _ share: Double) -> Double {
        let place = share * Double(sorted.count - 1)
        let rank = Int(DeterministicMath.floor(place))
        let next = min(rank + 1, sorted.count - 1)
        // Halves, since the difference of two numbers can be infinite.
        return 2 * (sorted[rank] / 2 + (place - Double(rank)) * (sorted[next] / 2 - sorted[rank] / 2))
    }
}

extension ChannelSurvey.Column {
    fileprivate mutating func add(_ number: Double) {
        least = min(least, number)
        greatest = max(greatest, number)
        skipped += 1
        guard skipped >= stride else { return }
        skipped = 0
        values.append(number)
        guard values.count >= ChannelSurvey.most else { return }
        values = Swift.stride(from: 1, to: values.count, by: 2).map { values[$0] }
        stride *= 2
    }
}
