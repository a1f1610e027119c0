// SPDX-License-Identifier: MIT
import Sonification

/// A mapping or an event in the preset's own file, by its index there, from 0.
public enum TuningItem: Hashable, Sendable {
    case mapping(Int)
    case event(Int)

    public var index: Int {
        switch self {
        case .mapping(let index), .event(let index): index
        }
    }

    var path: PresetPath {
        switch self {
        case .mapping(let index): PresetPath([.key("map"), .item(index)])
        case .event(let index): PresetPath([.key("events"), .item(index)])
        }
    }
}

/// A field of a mapping or an event, with its value in the file.
public struct TuningField: Sendable {
    public var form: PresetForm.Field
    /// The value as a form shows it; empty where the file has none.
    public var text: String

    /// Returns a value as a form shows it: lists without their brackets.
    static func shown(_ text: String, _ kind: PresetForm.Field.Kind) -> String {
        switch kind {
        case .inputs, .outputs, .notes:
            return text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
        case .points:
            return text.dropFirst().dropLast().split(separator: "]").compactMap { point in
                let numbers = point.drop { $0 != "[" }.dropFirst().split(separator: ",").map { $0.trimmingPrefix(" ") }
                return numbers.count == 2 ? "\(numbers[0]): \(numbers[1])" : nil
            }.joined(separator: ", ")
        default: return text
        }
    }

    /// Returns a value as a preset writes it, from what a person typed into a form.
    static func written(_ text: String, _ kind: PresetForm.Field.Kind) -> String {
        switch kind {
        case .inputs, .outputs: return text.contains(",") && !text.hasPrefix("[") ? "[\(text)]" : text
        case .notes:
            let notes = text.split { $0 == "," || $0 == " " }.joined(separator: ", ")
            return text.hasPrefix("[") ? text : "[\(notes)]"
        case .points:
            guard !text.hasPrefix("[") else { return text }
            return "[" + text.split(separator: ",").map { "[\($0.replacing(":", with: ",").trimmingPrefix(" "))]" }.joined(separator: ", ")
                + "]"
        default: return text
        }
    }
}

extension TuningSnapshot {
    /// The fields that apply to a mapping or an event, in the order in which a preset has them; none if there is no such item.
    public func fields(of item: TuningItem) -> [TuningField] {
        let forms: [PresetForm.Field]
        switch item {
        case .mapping(let index): forms = mapping(at: index).map { PresetForm.fields(of: $0) } ?? []
        case .event(let index): forms = event(at: index).map { PresetForm.fields(of: $0) } ?? []
        }
        return forms.map { TuningField(form: $0, text: TuningField.shown(text(of: $0, item), $0.kind)) }
    }

    /// A mapping of the file itself.
    public func mapping(at index: Int) -> Mapping? { document.ownMappings.dropFirst(index).first }

    /// An event of the file itself.
    func event(at index: Int) -> EventRule? { document.ownEvents.dropFirst(index).first }

    private func text(of field: PresetForm.Field, _ item: TuningItem) -> String {
        let path = field.path.reduce(item.path) { $0.appending($1) }
        if field.path == ["curve"], case .mapping(let index) = item, case .scale(_, _, let curve)? = mapping(at: index)?.rule {
            switch curve {
            case .power: return "power"
            case .table: return "table"
            default: break
            }
        }
        if let text = document.value(at: path) { return text }
        // `smooth: 0.5` stands for both of its values.
        return field.path.first == "smooth" ? document.number(at: item.path.appending("smooth")).map(PlainNumber.write) ?? "" : ""
    }
}
