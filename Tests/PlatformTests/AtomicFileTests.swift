// SPDX-License-Identifier: MIT
import Foundation
import Platform
import TestTraits
import Testing

/// A file that appears between the check of the names and the renaming is also preserved.
@Suite struct AtomicFileTests {
    private static func fault(_ body: () throws(SystemFault) -> Void) -> SystemFault? {
        do throws(SystemFault) { try body() } catch { return error }
        return nil
    }

    @Test func `a name that is taken meanwhile keeps both`() throws {
        let folder = try Folder()
        let file = try AtomicFile(folder.path("a.json"), OutputClaims())
        try file.write("new".utf8)
        try folder.write("mine", to: "a.json")
        let fault = Self.fault { () throws(SystemFault) in try file.finish() }
        #expect(fault?.code == EEXIST && fault?.kept == folder.path("a.partial.json") && fault?.remedy.contains("a.partial.json") == true)
        #expect(try folder.text("a.json") == "mine")
        #expect(try folder.text("a.partial.json") == "new")
        // The next run finds it there, and leaves it unless it may replace it.
        try FileManager.default.removeItem(atPath: folder.path("a.json"))
        #expect(throws: AtomicFile.Failure.self) { try AtomicFile(folder.path("a.json"), OutputClaims()) }
        #expect(try folder.text("a.partial.json") == "new")
        let next = try AtomicFile(folder.path("a.json"), OutputClaims(overwrites: true))
        try next.write("newer".utf8)
        try next.finish()
        #expect(folder.names == ["a.json"])
        #expect(try folder.text("a.json") == "newer")
    }

    @Test func `who still has the text keeps no partial file that would block the next try`() throws {
        let folder = try Folder()
        let file = try AtomicFile(folder.path("a.json"), OutputClaims())
        try file.write("new".utf8)
        try folder.write("mine", to: "a.json")
        let fault = Self.fault { () throws(SystemFault) in try file.finish(keeps: false) }
        #expect(fault?.code == EEXIST && fault?.step == .renaming && fault?.kept == nil)
        #expect(folder.names == ["a.json"])
        #expect(try folder.text("a.json") == "mine")
    }

    @Test func `an input that takes the name is not replaced even where files are`() throws {
        let folder = try Folder()
        try folder.write("the ride", to: "ride.gpx")
        for disguise in 0..<3 {
            var claims = OutputClaims(overwrites: true)
            claims.read(folder.path("ride.gpx"))
            claims.write(folder.path("a.json"), as: "-o")
            try claims.check()
            let file = try AtomicFile(folder.path("a.json"), claims)
            try file.write("new".utf8)
            switch disguise {
            case 0: link(folder.path("ride.gpx"), folder.path("a.json"))
            case 1: symlink("ride.gpx", folder.path("a.json"))
            default: rename(folder.path("ride.gpx"), folder.path("a.json"))
            }
            #expect(Self.fault { () throws(SystemFault) in try file.finish() }?.kept == folder.path("a.partial.json"))
            #expect(try folder.text("a.json") == "the ride")
            #expect(try folder.text("a.partial.json") == "new")
            if disguise < 2 { try FileManager.default.removeItem(atPath: folder.path("a.json")) }
        }
    }

    @Test func `an output that takes the other's name is not replaced`() throws {
        let folder = try Folder()
        var claims = OutputClaims(overwrites: true)
        claims.write(folder.path("a.json"), as: "-o")
        claims.write(folder.path("b.json"), as: "--stats")
        try claims.check()
        let first = try AtomicFile(folder.path("a.json"), claims), second = try AtomicFile(folder.path("b.json"), claims)
        try first.write("first".utf8)
        try second.write("second".utf8)
        try first.finish()
        rename(folder.path("a.json"), folder.path("b.json"))
        #expect(Self.fault { () throws(SystemFault) in try second.finish() }?.kept == folder.path("b.partial.json"))
        #expect(try folder.text("b.json") == "first")
        #expect(try folder.text("b.partial.json") == "second")
    }

    @Test func `a partial that is somebody's file by another name is not cut`() throws {
        let folder = try Folder()
        try folder.write("mine", to: "mine.txt")
        link(folder.path("mine.txt"), folder.path("a.partial.json"))
        for overwrites in [false, true] {
            #expect(throws: AtomicFile.Failure.self) { try AtomicFile(folder.path("a.json"), OutputClaims(overwrites: overwrites)) }
        }
        #expect(try folder.text("mine.txt") == "mine")
    }

    /// In a folder that many may write, such as /tmp, anybody can put a file there that looks like a killed run's.
    @Test(.enabled(if: geteuid() == 0, "only root can make another user's file"), arguments: [false, true])
    func `another user's partial file is never written into`(overwrites: Bool) throws {
        let folder = try Folder()
        try folder.write("theirs", to: "a.partial.json")
        #expect(chown(folder.path("a.partial.json"), 1234, 1234) == 0 && chmod(folder.path("a.partial.json"), 0o1666) == 0)
        let failure = #expect(throws: AtomicFile.Failure.self) {
            try AtomicFile(folder.path("a.json"), OutputClaims(overwrites: overwrites))
        }
        guard case .refused(let refusal)? = failure else { return #expect(Bool(false), "\(failure as Any)") }
        #expect(refusal.kind == .isKept && refusal.remedy == "move it, or choose another name")
        #expect(try folder.text("a.partial.json") == "theirs")
        #expect(folder.names == ["a.partial.json"])
    }

    @Test func `who edits a file in place leaves what was kept beside it`() throws {
        let folder = try Folder()
        try folder.write("old", to: "my.yaml")
        try folder.write("kept", to: "my.partial.yaml")
        #expect(throws: AtomicFile.Failure.self) {
            try AtomicFile(folder.path("my.yaml"), OutputClaims(overwrites: true, replacesKept: false))
        }
        #expect(try folder.text("my.partial.yaml") == "kept")
    }
}
