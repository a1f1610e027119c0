// SPDX-License-Identifier: MIT
import Foundation
import Sonification
import TestTraits
import Testing

@testable import amaoto

/// Changes to other presets during playback, as a controller asks for them.
@Suite(.waiting) struct PresetReloadingTests {
    @Test func changesComeInTheOrderOfTheirRequests() throws {
        let library = PresetLibrary.standard
        let names = Array(library.names.prefix(6) + library.names.prefix(6).reversed())
        let changed = DispatchSemaphore(value: 0)
        let reloading = PresetReloading(
            names[0], PresetWatch(names[0]), preset: try library.load(names[0]), columns: nil, console: Console(plain: true, quiet: true),
            onChange: { changed.signal() })
        for name in names { reloading.change(to: name) { Issue.record("\($0)") } }
        for _ in names { #expect(changed.wait(timeout: .now() + 60) == .success) }
        let chosen = reloading.commands().compactMap { command in
            if case .use(let preset) = command { preset.name } else { nil }
        }
        #expect(chosen == names)
    }

    /// What comes through a pipe is not read before it is played; its missing columns are reported all the same.
    @Test func aMissingColumnOfAPipeIsReported() throws {
        let folder = try Folder()
        let preset = folder.file("rain.yaml").path
        try "preset: 1\nplace: outdoor\nmap:\n  - { from: csv.rain, to: drops.rate, domain: [0, 10], range: [240, 3600] }\n"
            .write(toFile: preset, atomically: true, encoding: .utf8)
        let fixes = "time,lat,lon,wind\n2026-01-01T00:00:00Z,35,139,3\n2026-01-01T00:00:01Z,35,139,3\n"
        let run = try Program.amaoto("play", "-", "-p", preset, "-D", "null", "-d", "1", input: Data(fixes.utf8))
        #expect(run.status == 0 && run.errors.contains("the track has no column rain: its columns are wind"), "\(run.errors)")
    }
}
