// SPDX-License-Identifier: MIT
import Foundation
import Platform
import TestTraits
import Testing

/// The output rule: no output is an input or another output, by any name, and none replaces a file unless that is allowed.
@Suite struct OutputClaimsTests {
    private static func refusal(_ claims: OutputClaims) -> OutputRefusal? {
        do throws(OutputRefusal) { try claims.check() } catch { return error }
        return nil
    }

    private static func claims(_ folder: Folder, overwrites: Bool = true, reads inputs: [String] = [], writes outputs: [String])
        -> OutputClaims
    {
        var claims = OutputClaims(overwrites: overwrites)
        for input in inputs { claims.read(folder.path(input)) }
        for output in outputs { claims.write(folder.path(output), as: output) }
        return claims
    }

    @Test func `an input has many names`() throws {
        let folder = try Folder()
        try folder.write("the ride", to: "ride.gpx")
        try folder.makeFolder("inner")
        link(folder.path("ride.gpx"), folder.path("inner/hard.gpx"))
        symlink("ride.gpx", folder.path("soft.gpx"))
        symlink("soft.gpx", folder.path("softer.gpx"))
        symlink("inner", folder.path("way"))
        for name in [
            "ride.gpx", "./ride.gpx", "inner/../ride.gpx", "//ride.gpx", "inner/hard.gpx", "soft.gpx", "softer.gpx", "way/hard.gpx",
            "way/../ride.gpx",
        ] {
            for overwrites in [false, true] {
                let refusal = Self.refusal(Self.claims(folder, overwrites: overwrites, reads: ["ride.gpx"], writes: [name]))
                #expect(refusal?.kind == .isInput && refusal?.isOfUsage == true, "\(name)")
                #expect(refusal?.remedy.contains(name) == true)
            }
        }
        #expect(Self.refusal(Self.claims(folder, reads: ["ride.gpx"], writes: ["other.gpx"])) == nil)
    }

    @Test func `two new files are one by spelling, by links to nothing and by the case of letters`() throws {
        let folder = try Folder()
        try folder.makeFolder("inner")
        symlink("inner", folder.path("way"))
        symlink("inner/new.json", folder.path("soft.json"))
        symlink("missing/new.json", folder.path("far.json"))
        for (one, other) in [
            ("new.json", "./new.json"), ("new.json", "inner/../new.json"), ("inner/new.json", "way/new.json"),
            ("soft.json", "inner/new.json"),
            ("way/./new.json", "soft.json"), ("far.json", "missing/new.json"), ("new.json", "NEW.Json"),
            ("caf\u{e9}.json", "cafe\u{301}.json"),
            // One output's temporary file would have the other's name.
            ("new.json", "new.partial.json"),
        ] {
            #expect(Self.refusal(Self.claims(folder, writes: [one, other]))?.kind == .isOutput, "\(one) \(other)")
            #expect(Self.refusal(Self.claims(folder, writes: [other, one]))?.kind == .isOutput, "\(other) \(one)")
        }
        #expect(Self.refusal(Self.claims(folder, writes: ["new.json", "inner/new.json", "new.vtt"])) == nil)
        // Where the file system distinguishes them, the existing file is another one.
        try folder.write("", to: "there.json")
        guard access(folder.path("THERE.json"), F_OK) != 0 else { return }
        #expect(Self.refusal(Self.claims(folder, reads: ["there.json"], writes: ["THERE.json"])) == nil)
    }

    @Test func `what gathers beside the file is an input neither`() throws {
        let folder = try Folder()
        try folder.write("kept by an earlier run", to: "ride.partial.gpx")
        #expect(Self.refusal(Self.claims(folder, reads: ["ride.partial.gpx"], writes: ["ride.gpx"]))?.kind == .isInput)
        #expect(Self.refusal(Self.claims(folder, overwrites: false, writes: ["ride.gpx"]))?.kind == .isKept)
        #expect(Self.refusal(Self.claims(folder, writes: ["ride.gpx"])) == nil)
    }

    @Test(arguments: ["-wal", "-shm", "-journal"]) func `a database has its journals beside it`(journal: String) throws {
        let folder = try Folder()
        let journal = "rides.sqlite" + journal
        try folder.write("the newest fixes", to: journal)
        var claims = Self.claims(folder, reads: ["rides.sqlite"], writes: [journal])
        #expect(Self.refusal(claims)?.kind == .isInput)
        claims = OutputClaims(overwrites: true)
        claims.add(to: folder.path("rides.sqlite"), as: "--session")
        claims.write(folder.path(journal), as: "--stats")
        #expect(Self.refusal(claims)?.kind == .isOutput)
        claims = OutputClaims()
        claims.add(to: folder.path(journal), as: "--session")
        #expect(Self.refusal(claims) == nil, "what is added to may be there")
    }

    @Test func `of a folder that is read every file is an input, and new ones are none`() throws {
        let folder = try Folder()
        try folder.makeFolder("feed")
        try folder.makeFolder("feed/more")
        try folder.write("stops", to: "feed/more/stops.txt")
        #expect(Self.refusal(Self.claims(folder, reads: ["feed"], writes: ["feed/more/stops.txt"]))?.kind == .isInput)
        #expect(Self.refusal(Self.claims(folder, reads: ["feed"], writes: ["feed/city.sqlite"])) == nil)
    }

    @Test func `what is there is replaced only where that is allowed, and a folder never`() throws {
        let folder = try Folder()
        try folder.write("mine", to: "there.wav")
        symlink("nothing", folder.path("dangling.wav"))
        try folder.makeFolder("folder.wav")
        for name in ["there.wav", "dangling.wav"] {
            let refusal = Self.refusal(Self.claims(folder, overwrites: false, writes: [name]))
            #expect(refusal?.kind == .exists && refusal?.isOfUsage == false && refusal?.remedy.contains("-y") == true)
            #expect(Self.refusal(Self.claims(folder, writes: [name])) == nil)
        }
        for overwrites in [false, true] {
            #expect(Self.refusal(Self.claims(folder, overwrites: overwrites, writes: ["folder.wav"]))?.kind == .isFolder)
        }
    }

    @Test func `devices, pipes and standard output are no files`() throws {
        let folder = try Folder()
        _ = try folder.makePipe("pipe")
        var claims = OutputClaims()
        for option in ["--state", "--stats", "-o"] { claims.write("/dev/null", as: option) }
        claims.write("-", as: "--captions")
        claims.write(folder.path("pipe"), as: "--applied")
        #expect(Self.refusal(claims) == nil)
        for (path, other) in [("-", "-"), ("-", "/dev/stdout"), (folder.path("pipe"), folder.path("./pipe"))] {
            var claims = OutputClaims()
            claims.write(path, as: "-o")
            claims.write(other, as: "--state")
            #expect(Self.refusal(claims)?.kind == .isOutput, "\(path) \(other)")
        }
    }
}
