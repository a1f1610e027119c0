// SPDX-License-Identifier: MIT
import TestTraits
import Testing

@testable import RainSynthesis

@Suite("The parameter table", .computing)
struct ParameterTableTests {
    @Test("every id has its row, at its own place")
    func order() {
        #expect(ParameterTable.all.map(\.id) == ParameterID.allCases)
        #expect(ParameterID.allCases.count <= SynthParameters.capacity)
        for id in ParameterID.allCases { #expect(ParameterTable.spec(id).id == id) }
    }

    @Test("names are unique, dotted and found again")
    func names() {
        #expect(Set(ParameterTable.all.map(\.name)).count == ParameterTable.all.count)
        for spec in ParameterTable.all {
            #expect(spec.name.wholeMatch(of: /[a-z]+(\.[a-z]+)+/) != nil, "\(spec.name)")
            #expect(ParameterTable.spec(named: spec.name)?.id == spec.id)
        }
        #expect(ParameterTable.spec(named: "drops.rte") == nil)
    }

    @Test("a choice between two is named as the nearest, which the engine plays")
    func choices() {
        let spec = ParameterTable.spec(.dropsMaterial)
        for (index, name) in spec.choices.enumerated() {
            for offset in [-0.4, 0, 0.4] { #expect(spec.choice(at: Double(index) + offset) == name) }
        }
        for value in [-0.6, Double(spec.choices.count) - 0.4, .nan, .infinity, -.infinity] { #expect(spec.choice(at: value) == nil) }
    }

    @Test("a row agrees with itself")
    func rows() {
        for spec in ParameterTable.all {
            #expect(spec.range.contains(spec.defaultValue), "\(spec.name)")
            #expect(spec.range.lowerBound < spec.range.upperBound, "\(spec.name)")
            if spec.choices.isEmpty {
                #expect(spec.audibleStep != .choice)
            } else {
                #expect(spec.range == 0...Float(spec.choices.count - 1))
                #expect(Set(spec.choices).count == spec.choices.count)
                #expect(spec.audibleStep == .choice)
            }
            switch spec.audibleStep {
            case .ratio(let ratio): #expect(ratio > 1)
            case .difference(let step): #expect(step > 0 && step <= spec.range.upperBound - spec.range.lowerBound)
            case .choice: break
            }
            // A slider through a logarithmic range starts at its first audible value when the range begins at 0.
            if spec.curve == .logarithmic { #expect(spec.range.lowerBound >= 0) }
        }
    }

    @Test("help is one sentence")
    func help() {
        for spec in ParameterTable.all {
            #expect(spec.help.last == ".", "\(spec.name)")
            #expect(spec.help.first?.isUppercase == true, "\(spec.name)")
            #expect(!spec.help.dropLast().contains(". "), "\(spec.name)")
        }
    }

    @Test("the defaults are the classic drop's")
    func classicDefaults() {
        let parameters = SynthParameters()
        #expect(parameters[.dropsRate] == 300)
        #expect(parameters[.dropsImpactAmplitude] == 0.4)
        #expect(parameters[.dropsImpactDuration] == 7.5)
        #expect(parameters[.dropsDelay] == 15)
        #expect(parameters[.dropsBubbleAmplitude] == 0.7)
        #expect(parameters[.dropsBubbleDuration] == 30)
        #expect(parameters[.dropsBubbleFrequency] == 400)
        #expect(parameters[.dropsBubbleDecay] == 6)
        #expect(parameters[.dropsBubbleRise] == 0.5)
        #expect(parameters[.bedPink] == 0.025)
        #expect(parameters[.bedBrown] == 0.05)
        #expect(parameters[.bedWhite] == 0)
    }

    @Test("the materials are the choices, in their order")
    func materials() {
        #expect(
            ParameterTable.spec(.dropsMaterial).choices
                == ["plain", "water", "wood", "glass", "tin", "tent", "leaves", "stone", "puddle", "soil", "umbrella", "car roof"])
    }
}
