// SPDX-License-Identifier: MIT
/// The reason why an output is not written.
package struct OutputRefusal: Error, Equatable, Sendable, CustomStringConvertible {
    package enum Kind: Equatable, Sendable {
        /// Its name is empty: a variable of a script that is not set.
        case isNameless
        /// It would overwrite an input.
        case isInput
        /// It would overwrite another option's output.
        case isOutput
        /// A file with this name exists.
        case exists
        case isFolder
        /// An earlier run kept a complete file under the partial file's name, or another file has that name.
        case isKept
    }

    package let kind: Kind
    /// The path of the output.
    let path: String
    package let message: String
    package let remedy: String

    /// True if the command contradicts itself; otherwise, an existing file is the obstacle.
    package var isOfUsage: Bool { [.isNameless, .isInput, .isOutput].contains(kind) }

    package var description: String { "\(path): \(message); \(remedy)" }
}

extension OutputRefusal {
    static func isNameless(_ option: String) -> Self {
        Self(kind: .isNameless, path: option, message: "the name is empty", remedy: "name a file, or omit the option")
    }

    static func isInput(_ path: String, _ option: String, input: String) -> Self {
        Self(
            kind: .isInput, path: path, message: "it is also the input" + (input == path ? "" : " (\(input))"),
            remedy: "give \(option) another name")
    }

    static func isOutput(_ path: String, _ option: String, other: String) -> Self {
        Self(
            kind: .isOutput, path: path, message: "\(other) and \(option) would write the same file",
            remedy: "give \(option) another name")
    }

    static func exists(_ path: String) -> Self {
        Self(kind: .exists, path: path, message: "the file exists", remedy: "use -y to overwrite it")
    }

    static func isFolder(_ path: String) -> Self {
        Self(kind: .isFolder, path: path, message: "it is a folder", remedy: "name a file inside it")
    }

    static func isKept(_ path: String, partial: String, overwrites: Bool) -> Self {
        overwrites
            ? Self(kind: .isKept, path: path, message: "\(partial) is in the way", remedy: "move it, or choose another name")
            : Self(
                kind: .isKept, path: path, message: "an earlier run left its output beside it (\(partial))",
                remedy: "move it, or use -y to overwrite it")
    }
}
