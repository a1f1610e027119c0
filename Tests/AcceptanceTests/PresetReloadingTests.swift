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
            names[0], PresetWatch(names[0]), preset: try library.load(names[0]), console: Console(plain: true, quiet: true),
            onChange: { changed.signal() })
        for name in names { reloading.change(to: name) { Issue.record("\($0)") } }
        for _ in names { #expect(changed.wait(timeout: .now() + 60) == .success) }
        let chosen = reloading.commands().compactMap { command in
            if case .use(let preset) = command { preset.name } else { nil }
        }
        #expect(chosen == names)
    }
}
