// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// `amaoto studio`, used like a user would: by Tests/StudioTests/Browser/studio_page.py in a real, headless Chromium.
@Suite(.tags(.browser), .waiting, .serialized) struct StudioPageTests {
    private struct Look: Decodable {
        var name: String
        var ok: Bool
        var detail: String
    }

    private static let preset = """
        # A rain whose level and pitch can be measured. Every comment stays.
        preset: 1
        title: "Measured rain"   # quoted
        describe: >-
          Steady noise and one tone.
        place: abstract
        base:
          # what rests
          drops.level: -60
          bed.white: 0.03      # steady
          bed.pink: 0
          'bed.brown': 0
          tone.level: -14      # the tone
          tone.frequency: 1000 # Hz
        map:
          - from: speed
            unit: km/h
            to: drops.brightness
            domain: [0, 100]   # dragged
            range: [-1, 1]     # too
            smooth: {attack: 0.3, release: 0.8}
            say: Faster is brighter.
        events:
          - { on: departed, play: { voice: glass, notes: [e4], level: -20 } }

        """

    @Test(.needs("chromium", "sox", "soxi"), .needs(python: "websocket", "axe_core_python")) func aPersonTunesOnThePage() throws {
        // The files left in the folder: the preset, the sound, and no partial ones.
        try use("studio_page.py", looks: 76, leaving: ["measured.wav", "measured.yaml"])
    }

    @Test(.needs("chromium"), .needs(python: "websocket", "axe_core_python")) func aPersonBuildsMappingsAndEventsOnThePage() throws {
        try use("studio_items.py", looks: 56, leaving: ["measured.yaml"])
    }

    @Test(.needs("chromium"), .needs(python: "websocket", "axe_core_python")) func aPersonOpensPresetsAndTracksOnThePage() throws {
        try use("studio_opening.py", looks: 72, leaving: ["copy-2.yaml", "copy.yaml", "first.yaml", "measured.yaml"])
    }

    /// Runs a script against a studio of its own; every look that it prints counts.
    /// Chromium's own process crashes now and then (SIGSEGV, seen once in some hundred runs): then a new one begins anew.
    private func use(_ script: String, looks least: Int, leaving files: [String]) throws {
        for attempt in 1... {
            if try use(script, looks: least, leaving: files, isLast: attempt == 3) { return }
            print("\(script): Chromium crashed in attempt \(attempt).")
        }
    }

    /// False when the browser crashed, unless it was the last attempt: then what the script printed counts.
    private func use(_ script: String, looks least: Int, leaving files: [String], isLast: Bool) throws -> Bool {
        let folder = try Folder()
        let preset = try folder.write(Self.preset, to: "measured.yaml")
        let studio = try RunningStudio([preset.path, "examples/visnjan-drive.gpx", "--speed", "5"], in: folder)
        let path = Program.root.appendingPathComponent("Tests/StudioTests/Browser/\(script)").path
        let run = try Program.shell("python3 '\(path)' '\(studio.url)' '\(folder.url.path)' '\(preset.path)'")
        // BROWSER_CRASHED in looks.py.
        if run.status == 75, !isLast { return false }
        let looks = run.text.split(separator: "\n").compactMap { try? JSONDecoder().decode(Look.self, from: Data($0.utf8)) }
        for look in looks { #expect(look.ok, "\(look.name): \(look.detail)") }
        #expect(looks.last?.name == "the page was used to the end", "\(run.errors.suffix(2000))")
        #expect(looks.count >= least)
        #expect(run.status == 0)
        #expect(folder.names == files)
        #expect(studio.program.ended(by: SIGINT) == 130)
        return true
    }

    @Test func aPortThatIsTakenAndAFolderThatIsNoneAreSaid() throws {
        let folder = try Folder()
        let first = try RunningStudio([], in: folder)
        let second = try Program.amaoto("studio", "--stream", "--port", String(first.port), "--folder", folder.url.path)
        #expect(second.status == 1)
        #expect(second.errors.contains("127.0.0.1:\(first.port)") && second.errors.contains("--port"))
        let nowhere = try Program.amaoto("studio", "--folder", folder.path("none"))
        #expect(nowhere.status == 2)
        #expect(nowhere.errors.contains("--folder"))
        let unknown = try Program.amaoto("studio", "dizzle")
        #expect(unknown.status == 3)
        #expect(unknown.errors.contains("drizzle"))
        #expect(first.program.ended(by: SIGTERM) == 143)
    }
}
