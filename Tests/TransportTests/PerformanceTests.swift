// SPDX-License-Identifier: MIT
import RainSynthesis
import Sonification
import Testing
import Transport

@Suite("Performances") struct PerformanceTests {
    @Test("The comment of a sound file has all that is needed to make the sound again")
    func comment() throws {
        var performance = Performance(preset: try PresetLibrary.standard.load("drizzle"))
        performance.seed = 7
        #expect(performance.comment() == "preset drizzle, seed 7")
        performance.gain = -6
        performance.layout = .ambisonic
        #expect(
            performance.comment(changes: ["rain.intensity=3"], speed: 2)
                == "preset drizzle, rain.intensity=3, seed 7, layout ambisonic, gain -6.0, speed 2.0")
        // The gain follows from the loudness.
        performance.layout = .surround51
        #expect(performance.comment(loudness: -23, speed: 1) == "preset drizzle, seed 7, loudness -23.0, speed 1.0")
    }
}
