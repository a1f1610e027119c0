// SPDX-License-Identifier: MIT
import RainSynthesis

/// The path of a value in a preset, as people write it: `drops.rate`, `map.0.range.1`, `events.3.play.level`, `title`.
///
/// A parameter's name denotes its resting value (`base.drops.rate` is equivalent). Mappings, events, points and the ends of a
/// range count from 0, in file order; what the preset inherits through `extends` has no path. An event can be named instead of
/// counted: `events.fix lost.play.level`.
public struct PresetPath: Hashable, Sendable, CustomStringConvertible {
    /// One step down the path.
    public enum Step: Hashable, Sendable {
        case key(String)
        case item(Int)
    }

    public let steps: [Step]

    public init(_ steps: [Step]) { self.steps = steps }

    /// The path of a parameter's resting value.
    public init(base name: String) { steps = [.key("base"), .key(name)] }

    /// Parses a path as people write it; nil if it is empty.
    public init?(_ text: String) {
        guard !text.isEmpty, text.utf8.count <= 400 else { return nil }
        if ParameterTable.spec(named: text) != nil {
            self.init(base: text)
            return
        }
        var steps: [Step] = []
        var rest = text[...]
        while !rest.isEmpty {
            // Names of parameters and of choices contain dots themselves.
            if steps == [.key("base")] || steps.last == .key("choose") {
                self.init(steps + [.key(String(rest))])
                return
            }
            var word = rest.prefix { $0 != "." }
            if steps == [.key("events")], Int(word) == nil { word = PresetPath.eventName(rest) }
            guard !word.isEmpty else { return nil }
            steps.append(Int(word).map { .item($0) } ?? .key(String(word)))
            rest = rest.dropFirst(word.count + 1)
        }
        guard !text.hasSuffix(".") else { return nil }
        self.init(steps)
    }

    /// The event's name with which a text begins; it may contain dots. It ends before the first key of an event, or else (the key
    /// may be misspelt) at the first dot of its last word.
    private static func eventName(_ text: Substring) -> Substring {
        let dots = text.indices.filter { text[$0] == "." }
        let end =
            dots.first { dot in PresetForm.event.contains(String(text[dot...].dropFirst().prefix { $0 != "." })) }
            ?? dots.first { dot in !text[dot...].contains(where: \.isWhitespace) }
        return text[..<(end ?? text.endIndex)]
    }

    /// Returns the path extended by one step.
    public func appending(_ step: Step) -> PresetPath { PresetPath(steps + [step]) }
    /// Returns the path extended by one key.
    public func appending(_ key: String) -> PresetPath { appending(.key(key)) }

    /// The parameter if the path denotes a resting value, else nil.
    public var parameter: String? {
        guard steps.count == 2, steps[0] == .key("base"), case .key(let name) = steps[1] else { return nil }
        return name
    }

    public var description: String {
        if let parameter { return parameter }
        return steps.map { step in
            switch step {
            case .key(let key): key
            case .item(let index): "\(index)"
            }
        }.joined(separator: ".")
    }
}
