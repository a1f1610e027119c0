/// What differs between two presets, with all that they extend, in words and units.
public struct PresetComparison: Sendable {
    public let from: Preset
    public let to: Preset
    public init(_ from: Preset, _ to: Preset) {
        self.from = from
        self.to = to
    }
    /// One sentence for each difference, in the order of the table, the mappings and the events; empty for equal presets.
    public var sentences: [String] { [] }
}
