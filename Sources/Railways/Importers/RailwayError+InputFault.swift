// SPDX-License-Identifier: MIT
import Tracking

extension RailwayError {
    /// Converts an error in the bytes or lines of a source.
    package init(_ fault: InputFault, source: String, place: String? = nil) {
        let kind: Kind =
            switch fault.kind {
            case .unreadable: .unreadable
            case .missing, .noFix: .missing
            case .malformed, .fieldCount: .malformed
            default: .badValue
            }
        self.init(kind: kind, source: source, line: fault.line, place: place, message: fault.message, remedy: fault.remedy)
    }
}
