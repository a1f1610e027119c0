// SPDX-License-Identifier: MIT
import ArgumentParser
import Railways

extension RailwayFormat: ExpressibleByArgument {}

extension RailwayFormat {
    /// All formats, for help.
    static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
