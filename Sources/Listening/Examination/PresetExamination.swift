// SPDX-License-Identifier: MIT
import PlainText
import RainSynthesis
import Sonification

/// What a machine listener misses in a preset after hearing its key: facts that it confuses, steps and ranges that it does not
/// hear, events that it misses.
public struct PresetExamination: Sendable {
    /// One thing that a listener misses, with figures.
    public struct Finding: Sendable, Equatable, CustomStringConvertible {
        /// The fact or event.
        var fact: String
        /// What is wrong, with figures.
        var message: String
        /// The parameters at fault: the one that the fact moves, and the one that covers it or moves with it.
        var parameters: [String]

        public var description: String {
            "listeners miss: \(message)" + (parameters.isEmpty ? "" : "; look at \(parameters.joined(separator: " and "))")
        }
    }

    public private(set) var findings: [Finding] = []
    private let preset: Preset

    /// The least figures that any preset must reach.
    private enum Least {
        static let rho = 0.8
        static let partRho = 0.3
        static let balanced = 0.75
        static let recall = 0.6
    }
    /// The share of their windows in which two classes may be taken for one another; by chance it is a half.
    private static let mostConfusion = 1.0 / 3

    private static let rideSeconds = 200

    private static let keySeeds: [UInt64] = [1, 2]
    private static let rideSeeds: [UInt64] = [21, 22]
    /// The number of steps that an examination reports.
    public static let stepCount = keySeeds.count + 1 + rideSeeds.count

    /// Renders the key and two invented rides, learns from the key and reads the rides.
    /// - Parameter onStep: receives the name of each step as it begins.
    /// - Throws: `EngineError`, `CancellationError`.
    public init(_ preset: Preset, onStep: (String) -> Void = { _ in }) async throws {
        self.preset = preset
        guard !preset.mappings.isEmpty || !preset.events.isEmpty else { return }
        let lessons = try await Self.keySeeds.concurrentMap(starting: { _ in onStep("rendering its key") }) {
            try await PresetSound.key(of: preset, seed: $0).lesson()
        }
        let rides = try await Self.rideSeeds.concurrentMap(starting: { _ in onStep("rendering a ride") }) {
            try await PresetSound.ride(of: preset, seconds: Self.rideSeconds, seed: $0).lesson()
        }
        onStep("reading the rides")
        let tests = try await ListeningTest.tests(in: [.stereo, .mono], taughtBy: lessons, reading: rides)
        let (stereo, mono) = (tests[0], tests[1])
        for fact in stereo.listener.facts where preset.mappings.contains(where: { $0.channel.name == fact }) {
            if stereo.listener.isNumber(fact) { judgeNumber(fact, stereo, mono) } else { judgeClasses(fact, stereo, mono) }
        }
        judgeEvents(stereo)
    }

    private mutating func addFinding(_ fact: String, _ message: String, with other: String?) {
        findings.append(Finding(fact: fact, message: message, parameters: parameters(of: fact, and: other)))
    }

    // MARK: Numbers

    private mutating func judgeNumber(_ fact: String, _ stereo: ListeningTest, _ mono: ListeningTest) {
        let pairs = stereo.numbers(fact)
        guard pairs.count >= 40 else { return }
        guard let rho = Correlation.spearman(pairs.map(\.read), pairs.map(\.true)) else {
            addFinding(fact, "\(fact) is not heard at all", with: rival(of: fact, stereo))
            return
        }
        guard rho >= Least.rho else {
            addFinding(fact, "\(fact) is read with a rank correlation of \(Self.figure(rho))", with: rival(of: fact, stereo))
            return
        }
        let others = mono.numbers(fact)
        if let rho = Correlation.spearman(others.map(\.read), others.map(\.true)), rho < Least.rho {
            addFinding(fact, "\(fact) is heard only in stereo (mono: rank correlation \(Self.figure(rho)))", with: nil)
        }
        // Thirds of the range in which nothing moves.
        guard let low = pairs.map(\.true).min(), let high = pairs.map(\.true).max() else { return }
        for (part, name) in ["lower", "middle", "upper"].enumerated() {
            let from = low + (high - low) * Double(part) / 3, to = low + (high - low) * Double(part + 1) / 3
            let own = pairs.filter { $0.true > from && $0.true <= to }
            guard own.count >= 40, let rho = Correlation.spearman(own.map(\.read), own.map(\.true)), rho < Least.partRho else { continue }
            addFinding(
                fact, "the \(name) third of \(fact) is not heard (rank correlation \(Self.figure(rho)) there)",
                with: rival(of: fact, stereo))
        }
    }

    // MARK: Classes

    private mutating func judgeClasses(_ fact: String, _ stereo: ListeningTest, _ mono: ListeningTest) {
        let pairs = stereo.classes(fact)
        guard let balanced = ListeningTest.balanced(pairs) else { return }
        guard balanced >= Least.balanced else {
            addFinding(fact, Self.confusion(fact, pairs, balanced), with: rival(of: fact, stereo))
            return
        }
        if let pair = Self.worstPair(pairs), pair.share > Self.mostConfusion {
            addFinding(fact, Self.confusion(fact, pairs, balanced), with: rival(of: fact, stereo))
        }
        if let balanced = ListeningTest.balanced(mono.classes(fact)), balanced < Least.balanced {
            addFinding(fact, "\(fact) is heard only in stereo (mono: \(Self.percent(balanced)) read correctly)", with: nil)
        }
    }

    /// The two classes that are taken for one another most, and the share of the windows of either in which they are.
    private static func worstPair(_ pairs: [(read: String, true: String)]) -> (a: String, b: String, share: Double)? {
        let names = Set(pairs.map(\.true)).sorted()
        var worst: (a: String, b: String, share: Double)?
        for (place, a) in names.enumerated() {
            for b in names[(place + 1)...] {
                let wrong = pairs.count { ($0.true == a && $0.read == b) || ($0.true == b && $0.read == a) }
                let share = Double(wrong) / Double(pairs.count { $0.true == a || $0.true == b })
                if share > worst?.share ?? 0 { worst = (a, b, share) }
            }
        }
        return worst
    }

    private static func confusion(_ fact: String, _ pairs: [(read: String, true: String)], _ balanced: Double) -> String {
        guard let pair = worstPair(pairs) else { return "\(fact) is read correctly in \(percent(balanced))" }
        return "\(fact) is read correctly in \(percent(balanced)); \(pair.a) and \(pair.b) are confused in \(percent(pair.share))"
    }

    // MARK: Events

    private mutating func judgeEvents(_ test: ListeningTest) {
        for rule in preset.events {
            let name = rule.trigger.name
            var expected = 0, recognised = 0, confused: [String: Int] = [:]
            for part in test.parts {
                let found = part.recognition(of: name)
                expected += found.true
                recognised += found.recognised
                for other in found.confused { confused[other, default: 0] += 1 }
            }
            // A single miss is chance.
            guard expected - recognised >= 2, Double(recognised) < Least.recall * Double(expected) else { continue }
            let other = confused.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.first
            let message =
                other.map { "\(name) is taken for \($0.key) \($0.value) of \(expected) times" }
                ?? "\(name) is heard \(recognised) of \(expected) times"
            findings.append(
                Finding(
                    fact: name, message: message,
                    parameters: ["events.\(name).play", other.map { "events.\($0.key).play" } ?? loudestLevel]))
        }
    }

    // MARK: Parameters at fault

    /// The other fact that disturbs this one most.
    private func rival(of fact: String, _ test: ListeningTest) -> String? {
        test.crossTalk(of: fact)?.other
    }

    /// The parameters that the fact moves and that its rival moves; those with a quality of sound in common come first.
    private func parameters(of fact: String, and rival: String?) -> [String] {
        func moved(_ name: String) -> [ParameterID] {
            preset.mappings.filter { $0.channel.name == name }.map(\.parameter).uniqued()
        }
        let own = moved(fact)
        guard let first = own.first else { return [] }
        let name = { (id: ParameterID) in ParameterTable.spec(id).name }
        // A parameter that other facts move too hides this one.
        let others = preset.mappings.filter { $0.channel.name != fact }.map(\.parameter)
        if let shared = own.first(where: others.contains) {
            let rival = preset.mappings.first { $0.channel.name != fact && $0.parameter == shared }?.channel.name
            let second = own.first { $0 != shared } ?? rival.flatMap { moved($0).first { $0 != shared } }
            return [name(shared)] + (second.map { [name($0)] } ?? [loudestLevel])
        }
        guard let rival else { return [name(first), loudestLevel] }
        for id in own {
            let percepts = ParameterTable.spec(id).percepts
            if let other = moved(rival).first(where: { !ParameterTable.spec($0).percepts.isDisjoint(with: percepts) }) {
                return [name(id), name(other)]
            }
        }
        return [name(first)] + (moved(rival).first.map { [name($0)] } ?? [loudestLevel])
    }

    /// The level of the layer that covers the rest: noise, rain or drops, whichever is greatest at rest.
    private var loudestLevel: String {
        let rest = preset.restingParameters
        let beds: [(ParameterID, Double)] = [
            (.bedWhite, Double(rest[.bedWhite])), (.bedPink, Double(rest[.bedPink])), (.bedBrown, Double(rest[.bedBrown]) * 0.3),
            (.washLevel, Double(rest[.washLevel])),
        ]
        if let bed = beds.max(by: { $0.1 < $1.1 }), bed.1 >= 0.02 { return ParameterTable.spec(bed.0).name }
        return ParameterTable.spec(rest[.rainIntensity] > 0 ? .rainLevel : .dropsLevel).name
    }

    private static func figure(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
    private static func percent(_ value: Double) -> String { "\(Int((value * 100).rounded())) %" }
}
