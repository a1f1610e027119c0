// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// `amaoto listen`, learning from a short sound and reading it again.
@Suite(.tags(.program), .waiting) struct ListenCommandTests {
    private let folder: Folder
    private let sound: String, truth: String

    /// Twelve seconds of rain, and a speed that they are said to convey.
    init() throws {
        folder = try Folder()
        (sound, truth) = (folder.path("a.wav"), folder.path("a.csv"))
        try folder.write("time,speed\n0,1\n3,5\n6,9\n9,3\n12,4\n", to: "a.csv")
        try Program.mustSucceed("render", "-p", "drizzle", "-d", "12", "-q", "-o", sound)
    }

    @Test(arguments: ["1", "18446744073709551615"]) func everySeedCanBeListenedWith(seed: String) throws {
        let run = try Program.amaoto("listen", sound, "--against", truth, "--learn", "\(sound)=\(truth)", "--seed", seed)
        #expect(run.status == 0 && run.text.hasPrefix("learnt from 1 sound\n"), "\(run.errors)")
        #expect(run.text.contains("speed, spearman") && run.text.contains("  required"))
    }

    /// Without a key, its captions would be ignored.
    @Test func captionsAreThoseOfAKey() throws {
        let run = try Program.amaoto("listen", sound, "--against", truth, "--learn", "\(sound)=\(truth)", "--captions", truth)
        #expect(run.status == 2 && run.errors.contains("--captions requires --key."), "\(run.errors)")
    }

    /// An empty table would look like a result.
    @Test func factsThatWereNotLearntAreNamed() throws {
        let other = try folder.write("time,height\n0,1\n3,5\n6,9\n9,3\n12,4\n", to: "b.csv").path
        let run = try Program.amaoto("listen", sound, "--against", other, "--learn", "\(sound)=\(truth)")
        #expect(run.status == 4 && run.output.isEmpty, "\(run.text)")
        #expect(run.errors.contains("the listener learns speed, and the truth states height"), "\(run.errors)")
    }

    /// A sound shorter than a window is not blamed on its facts, nor a pipe on its format.
    @Test func whatCannotBeReadIsSaid() throws {
        let short = folder.path("b.wav")
        try Program.mustSucceed("render", "-p", "drizzle", "-d", "0.3", "-q", "-o", short)
        let run = try Program.amaoto("listen", short, "--against", truth, "--learn", "\(sound)=\(truth)")
        #expect(run.status == 4 && run.errors.contains("give sounds of at least 10 s"), "\(run.errors)")
        let piped = try Program.shell("cat '\(sound)' | amaoto listen - --against '\(truth)' --learn '\(sound)=\(truth)'")
        #expect(piped.status == 4 && piped.errors.contains("it is read more than once"), "\(piped.errors)")
    }
}
