// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// Same input, preset, seed and rate: the same bytes.
@Suite(.waiting, .serialized) struct DeterminismTests {
    static let ride = ["render", "examples/visnjan-drive.gpx", "--fit", "20", "--seed", "7", "-y"]

    /// 64-bit FNV-1a of a complete file: the fingerprint that the tests keep.
    static func fingerprint(_ data: Data) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in data { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return String(hash, radix: 16)
    }

    func rendered(_ name: String, in folder: Folder, _ more: [String] = [], environment: [String: String] = [:]) throws
        -> Data
    {
        let file = folder.file(name)
        try Program.mustSucceed(Self.ride + ["-o", file.path] + more, environment: environment)
        return try Data(contentsOf: file)
    }

    @Test(.tags(.program), arguments: ["wav", "w64", "rf64"])
    func twoRendersAreEqual(ending: String) throws {
        let folder = try Folder()
        let one = try rendered("one.\(ending)", in: folder)
        let two = try rendered("two.\(ending)", in: folder)
        #expect(one.count > 20 * 48_000 * 4)
        #expect(one == two)
    }

    @Test(.tags(.program), .needs("sox"), arguments: ["flac", "ogg", "mp3"])
    func compressedFilesHoldTheSameSamples(ending: String) throws {
        let folder = try Folder()
        _ = try rendered("one.\(ending)", in: folder)
        _ = try rendered("two.\(ending)", in: folder)
        let raw = try ["one", "two"].map { try Program.shell("sox \(folder.path($0)).\(ending) -t raw -e float -b 32 -").output }
        #expect(raw[0].count > 20 * 48_000 * 4)
        #expect(raw[0] == raw[1])
    }

    @Test(.tags(.program), arguments: ["1", "64", "480", "4096"])
    func blockSizeChangesNothing(block: String) throws {
        let folder = try Folder()
        let plain = try rendered("plain.wav", in: folder)
        #expect(try rendered("block.wav", in: folder, ["--block", block]) == plain)
    }

    @Test func theProcessorsExtensionsChangeNothing() throws {
        let folder = try Folder()
        let plain = try rendered("plain.wav", in: folder)
        let mask = "glibc.cpu.hwcaps=-AVX2,-FMA,-AVX2_Usable,-FMA_Usable,-AVX512F"
        #expect(try rendered("masked.wav", in: folder, environment: ["GLIBC_TUNABLES": mask]) == plain)
    }

    @Test func anotherSeedIsAnotherRain() throws {
        let folder = try Folder()
        let plain = try rendered("plain.wav", in: folder)
        let file = folder.file("other.wav")
        try Program.mustSucceed(["render", "examples/visnjan-drive.gpx", "--fit", "20", "--seed", "8", "-o", file.path])
        #expect(try Data(contentsOf: file) != plain)
    }

    /// The fingerprints are fixed here, so that a change of the sound is a decision and not an accident. Raw samples, since a
    /// container may carry the program's version.
    @Test(arguments: [
        ("classic", "5f8cbf16edc740c7"), ("commuter", "e14e59ceab58478b"), ("counter", "7e5cdfcdfc242dff"), ("drizzle", "1f8f1aa608e9750f"),
        ("downpour", "da74858c2bb64f4"), ("storm", "63c1c5631d33ec09"), ("tent", "c353799d89c249c6"),
        ("tone", "cf6b94918e6b2e05"), ("noise", "736786ee30dd6853"), ("hiker", "765a71da5f9a46da"),
    ])
    func theSoundIsTheOneThatWasHeard(preset: String, expected: String) throws {
        let run = try Program.mustSucceed([
            "render", "examples/visnjan-drive.gpx", "-p", preset, "--fit", "20", "--seed", "7", "-o", "-",
            "--container", "raw", "-f", "FLOAT_LE",
        ])
        #expect(Self.fingerprint(run.output) == expected, "\(preset)")
    }
}
