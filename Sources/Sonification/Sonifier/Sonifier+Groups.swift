// SPDX-License-Identifier: MIT
import RainSynthesis

extension Sonifier {
    /// The mappings of one parameter: its resting value, and their range in `glides`.
    struct Group: Sendable {
        var parameter: ParameterID
        var base: Double
        var limits: ClosedRange<Double>
        var glides: Range<Int>
    }

    /// A mapping in use. A class, so that an update copies no mapping while it changes the glide.
    final class ActiveMapping: Sendable {
        let mapping: Mapping
        /// Its index in the preset.
        let number: Int

        init(_ mapping: Mapping, number: Int) {
            self.mapping = mapping
            self.number = number
        }
    }

    /// Builds the groups and glides of the preset, each at rest.
    mutating func buildGroups() {
        (groups, glides, active) = ([], [], [])
        let resting = preset.restingParameters
        let rate = Double(sampleRate) / Double(gridStep)
        for id in ParameterID.allCases {
            let own = preset.mappings.indices.filter { preset.mappings[$0].parameter == id }
            guard !own.isEmpty else { continue }
            let base = Double(resting[id])
            let range = ParameterTable.spec(id).range
            let first = glides.count
            active += own.map { ActiveMapping(preset.mappings[$0], number: $0) }
            glides += own.map { MappingGlide(preset.mappings[$0], base: base, gridRate: rate) }
            groups.append(
                Group(
                    parameter: id, base: base, limits: Double(range.lowerBound)...Double(range.upperBound),
                    glides: first..<glides.count))
        }
    }
}
