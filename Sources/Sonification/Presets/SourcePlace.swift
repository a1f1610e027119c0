// SPDX-License-Identifier: MIT
/// A location in a preset file; line and column count from 1, columns in Unicode scalars.
public struct SourcePlace: Hashable, Sendable, CustomStringConvertible {
    var file: String
    var line: Int
    var column: Int
    public var description: String { "\(file):\(line):\(column)" }
}
