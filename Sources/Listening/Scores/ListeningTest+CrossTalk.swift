// SPDX-License-Identifier: MIT
import Foundation

extension ListeningTest {
    struct CrossTalk {
        var other: String
        var value: Double
        var count: Int
    }

    /// The other fact with which the error of a fact that is read correlates most.
    ///
    /// The error of a number is read minus true; that of a class the probability read minus 1 or 0. What the fact's own value
    /// explains of it is removed first, since facts of one ride go together.
    func crossTalk(of fact: String) -> CrossTalk? {
        var best: CrossTalk?
        for other in listener.facts where other != fact && other != "lost" {
            guard let found = correlation(of: fact, with: other), found.value > best?.value ?? -1 else { continue }
            best = CrossTalk(other: other, value: found.value, count: found.count)
        }
        return best
    }

    private func correlation(of fact: String, with other: String) -> (value: Double, count: Int)? {
        var errors: [[Double]] = [], own: [[Double]] = [], foreign: [[Double]] = []
        let names = listener.classNames(fact), otherNames = listener.classNames(other)
        for part in parts {
            for (place, start) in part.reading.starts.enumerated() {
                let (from, to) = span(start)
                guard Listener.readable(part.truth, fact, from, to),
                    let value = columns(of: fact, in: part.truth, names, from, to),
                    let foreignValue = columns(of: other, in: part.truth, otherNames, from, to)
                else { continue }
                if listener.isNumber(fact) {
                    guard let read = part.reading.numbers[fact]?[place], let number = value.first else { continue }
                    errors.append([read - number])
                    own.append([number, number * number])
                } else {
                    guard let read = part.reading.classes[fact]?[place], read.count == value.count else { continue }
                    errors.append(zip(read, value).map { exp($0) - $1 })
                    own.append(Array(value.dropLast()))
                }
                foreign.append(foreignValue)
            }
        }
        guard errors.count >= 40, let width = errors.first?.count, let foreignWidth = foreign.first?.count else { return nil }
        func column(_ rows: [[Double]], _ index: Int) -> [Double] { rows.map { $0[index] } }
        let owners = (own.first ?? []).indices.map { column(own, $0) }
        let unexplained = (0..<width).map { Correlation.residual(column(errors, $0), on: owners) }
        var greatest: Double?
        for index in 0..<foreignWidth {
            let cause = column(foreign, index)
            // A class that is hardly ever true correlates by chance.
            if !listener.isNumber(other), !(0.04...0.96).contains(cause.reduce(0, +) / Double(cause.count)) { continue }
            let free = Correlation.residual(cause, on: owners)
            for error in unexplained {
                guard let r = Correlation.pearson(error, free) else { continue }
                greatest = max(greatest ?? 0, abs(r))
            }
        }
        return greatest.map { ($0, errors.count) }
    }

    /// A number as one column, a class as one column of 0 and 1 for each class; nil if it is unknown or changes.
    private func columns(
        of fact: String, in truth: FactTimeline, _ names: [String], _ from: Double, _ to: Double
    ) -> [Double]? {
        if listener.isNumber(fact) { return truth.mean(fact, from: from, to: to).map { [$0] } }
        return truth.constant(fact, from: from, to: to).flatMap { FactLabel.known($0, among: names) }.map { name in
            names.map { $0 == name ? 1 : 0 }
        }
    }
}
