// SPDX-License-Identifier: MIT

/// What cannot be edited, and why.
extension PresetTextEdit {
    func place(_ offset: Int) -> String {
        let place = tree.place(of: offset)
        return "\(file):\(place.line):\(place.column)"
    }

    func unknown(_ message: String, _ remedy: String) -> PresetEditError {
        PresetEditError(.unknownPath, at: PresetSource.printable("\(edit.path)"), message, remedy)
    }

    func unreadable() -> PresetEditError {
        PresetEditError(.notEditable, at: "\(edit.path)", "this part of the file cannot be edited by the program", "change it by hand")
    }

    /// Refuses to discard comments between the values.
    func refuseLosingComments(_ range: Range<Int>) throws(PresetEditError) {
        var previous: UInt8 = 32
        for index in range {
            if tree.bytes[index] == UInt8(ascii: "#"), YAMLTree.isSpace(previous) {
                throw PresetEditError(.notEditable, at: place(index), "a comment would be lost", "change this by hand")
            }
            previous = tree.bytes[index]
        }
    }

    /// True if the node is inside brackets or braces.
    func isInFlow(_ node: Int) -> Bool {
        let start = tree.nodes[node].range.lowerBound
        return tree.nodes.contains { candidate in
            switch candidate.content {
            case .sequence(_, isFlow: true), .mapping(_, isFlow: true):
                candidate.range.lowerBound < start && start < candidate.range.upperBound
            default: false
            }
        }
    }
}
