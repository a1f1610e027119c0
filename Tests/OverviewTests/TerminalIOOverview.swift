// SPDX-License-Identifier: MIT
import TerminalIO
import Testing

/// The example of TerminalIO's overview.
struct TerminalIOOverview {
    @Test func example() async throws {
        // example begins
        let abilities = TerminalAbilities(environment: ["TERM": "xterm-256color", "LANG": "en_GB.UTF-8"])
        var screen = ScreenUpdate(abilities.colours, isUnicode: abilities.isUnicode)
        var grid = CellGrid(columns: 40, rows: 2)
        grid.put("Rain over Shinagawa", 0, 0, .bold)
        let all = screen.bytes(for: grid)  // the complete screen
        grid.put("82 %", 1, 0)
        let changes = screen.bytes(for: grid)  // only the changed cells

        var decoder = KeyDecoder()
        let keys = decoder.decode("q\u{1B}[A".utf8)  // q, then the Up key
        // example ends
        #expect(changes.count < all.count)
        #expect(keys == [KeyPress(.character("q")), KeyPress(.up)])
    }
}
