// SPDX-License-Identifier: MIT
import Foundation
import Platform
import TestTraits
import Testing
import Tracking

@testable import amaoto

/// The lines of a complete input, which a queue of their own writes.
@Suite(.waiting) struct UpdateLinesTests {
    /// The program may exit at once after an error, and then nothing that is still held is flushed or removed.
    @Test("once the lines are finished, their file belongs to its owner alone")
    func fileIsLeftToItsOwner() throws {
        let folder = try Folder()
        for round in 0..<500 {
            var file: LineFile? = try LineFile(folder.path("\(round).jsonl"), OutputClaims())
            weak let left = file
            var lines = file.map { UpdateLines($0, ahead: true) { _ in nil } }
            lines?.put(TrackerUpdate(time: TrackTime(nanoseconds: 0), fix: nil))
            lines?.finish()
            (lines, file) = (nil, nil)
            #expect(left == nil)
        }
        #expect(folder.names.isEmpty)
    }
}
