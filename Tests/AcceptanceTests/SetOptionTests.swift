// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// `--set NAME=VALUE` on play, render and plot.
@Suite(.tags(.program), .waiting) struct SetOptionTests {
    /// The same bytes as from a file with these values.
    @Test func aValueIsAsIfItWereInTheFile() throws {
        let folder = try Folder()
        let run = try Program.shell(
            """
            set -e; cd '\(folder.url.path)'; amaoto preset new mine.yaml --from drizzle -q
            amaoto preset set mine.yaml rain.intensity=30 wind.level=-20 -q
            amaoto render -p mine.yaml -d 2 -q --container raw -o file.raw
            amaoto render -p drizzle --set rain.intensity=30 --set wind.level=-20 -d 2 -q --container raw -o set.raw
            amaoto render -p drizzle -d 2 -q --container raw -o plain.raw
            cmp file.raw set.raw; if cmp -s set.raw plain.raw; then exit 1; fi
            amaoto render -p drizzle --set rain.intensity=30 -d 1 -q -o set.wav; grep -q 'preset drizzle, rain.intensity=30, seed 1' set.wav
            amaoto render -p drizzle --gain -6 -d 1 -q -o gain.wav; grep -q 'preset drizzle, seed 1, gain -6.0, speed 1.0' gain.wav
            amaoto render -p drizzle --loudness -40 -d 1 -q -o lufs.wav; grep -q 'preset drizzle, seed 1, loudness -40.0, speed' lufs.wav
            amaoto plot drop -p classic -o drop.svg; amaoto plot drop -p classic --set drops.bubble.frequency=900 -o low.svg
            if cmp -s drop.svg low.svg; then exit 1; fi
            """)
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    }

    @Test(arguments: [
        (["--set", "rain.intenity=3"], 3, "rain.intenity: there is no value of that name in a preset; did you mean rain.intensity?"),
        (["--set", "rain.intensity=3000"], 3, "stay between 0 and 200 mm/h"),
        (["--set", "drops.material=wod"], 3, "did you mean wood?"),
        (["--set", "rain.intensity"], 2, "rain.intensity is not of the form NAME=VALUE"),
    ]) func aMistakeIsExplained(options: [String], status: Int32, words: String) throws {
        for command in [["render", "-d", "1", "-o", "-"], ["plot", "mapping"], ["play", "-D", "null", "-d", "1"]] {
            let run = try Program.amaoto(command + ["-p", "drizzle"] + options)
            #expect(run.status == status && run.errors.contains(words), "\(command): \(run.status) \(run.errors)")
        }
    }

    /// The picture of a drop that the preset never plays says so, until a value brings it back.
    @Test(arguments: [([], true), (["--set", "drops.rate=300"], false)] as [([String], Bool)])
    func aDropThatDoesNotFallIsSaid(options: [String], isSaid: Bool) throws {
        let run = try Program.amaoto(["plot", "drop", "-p", "downpour"] + options)
        #expect(run.status == 0 && run.errors.contains("downpour plays no such drop") == isSaid, "\(run.errors)")
    }

    @Test func aMappedValueIsNotSetInSilence() throws {
        let run = try Program.amaoto(
            "render", "examples/visnjan-drive.gpx", "-d", "1", "--set", "rain.intensity=3", "-o", "/dev/null", "--container", "raw")
        #expect(run.status == 0 && run.errors.contains("--set rain.intensity: speed moves it"), "\(run.errors)")
        // The preset only multiplies this one where the track is lost.
        let heard = try Program.amaoto(
            "render", "examples/visnjan-drive.gpx", "-d", "0.1", "--set", "drops.rate=600", "-o", "/dev/null", "--container", "raw")
        #expect(heard.status == 0 && !heard.errors.contains("moves it"), "\(heard.errors)")
    }
}
