// SPDX-License-Identifier: MIT
/// A location in a preset file; line and column count from 1, columns in Unicode scalars. Line 0 is the file as a whole.
public struct SourcePlace: Hashable, Sendable, CustomStringConvertible {
    var file: String
    var line: Int
    var column: Int
    public var description: String { line == 0 ? file : "\(file):\(line):\(column)" }
}
