// SPDX-License-Identifier: MIT
extension SoundLayer {
    /// The layer that a parameter shapes; nil for one of the mix. Control side.
    public init?(of parameter: ParameterID) {
        let name = ParameterTable.spec(parameter).name.prefix { $0 != "." }
        guard let layer = SoundLayer.allCases.first(where: { $0.name == name }) else { return nil }
        self = layer
    }

    /// The parameters that each turn the layer off at the bottom of their range. Control side.
    public var switches: [ParameterID] {
        switch self {
        case .drops: [.dropsRate, .dropsLevel]
        case .rain: [.rainIntensity, .rainLevel]
        case .wind: [.windLevel]
        case .thunder: [.thunderLevel, .thunderRate]
        case .bed: [.bedLevel]
        case .wash: [.washLevel]
        case .tone: [.toneLevel]
        case .strikes: [.strikesLevel]
        }
    }

    /// False when these values turn the layer off. The notes of events are on, whether or not there are events. Control side.
    public func isOn(_ parameters: SynthParameters) -> Bool {
        let isNoise = self != .bed || [ParameterID.bedWhite, .bedPink, .bedBrown].contains { parameters[$0] > 0 }
        return isNoise && switches.allSatisfy { parameters[$0] > ParameterTable.spec($0).range.lowerBound }
    }
}
