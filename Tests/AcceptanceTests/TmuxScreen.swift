// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// A shell line in tmux as an independent terminal: keys go in, the screen comes out.
final class TmuxScreen {
    private let folder: Folder
    private var socket: String { folder.path("socket") }
    private let environment: [String: String]

    /// Its sound devices: `nothing`, which discards all sound, and a default that is not there.
    /// - Parameter line: run by bash in the package's root, with `amaoto` on the PATH; its folder is `$HERE`.
    init(_ line: String, columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]) throws {
        folder = try Folder()
        let devices = try SoundDevices.defined("pcm.nothing { type null }\npcm.!default { type hw card 77 }", in: folder)
        // The test runner's NO_COLOR and COLORTERM would reach the terminal.
        self.environment = ["LANG": "C.UTF-8", "LC_ALL": "", "NO_COLOR": "", "COLORTERM": ""].merging(devices) { $1 }
            .merging(environment) { $1 }
        let script = try folder.write("cd '\(Program.root.path)'\nexport HERE='\(folder.url.path)'\n\(line)\nsleep 60\n", to: "script")
        let settings = try folder.write(
            "set -g status off\nset -g default-terminal xterm-256color\nset -g escape-time 0\n", to: "tmux.conf")
        try tmux("-u -f '\(settings.path)' new-session -d -x \(columns) -y \(rows) 'bash \(script.path)'")
    }

    deinit { _ = try? tmux("kill-server") }

    func file(_ name: String) -> URL { folder.file(name) }

    /// Keys by tmux's names: `Down`, `S-Right`, `C-z`, or letters.
    func press(_ keys: String...) throws { try tmux("send-keys \(keys.map { "'\($0)'" }.joined(separator: " "))") }
    /// Letters and sequences, verbatim.
    func type(_ text: String) throws { try tmux("send-keys -l -- '\(text)'") }
    func resize(_ columns: Int, _ rows: Int) throws { try tmux("resize-window -x \(columns) -y \(rows)") }

    /// The visible rows.
    var rows: [String] { text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
    var text: String { (try? tmux("capture-pane -p")) ?? "" }
    /// The same with the sequences that colour it.
    var coded: String { (try? tmux("capture-pane -p -e")) ?? "" }
    /// True while a program uses the alternate screen.
    var isOnOtherScreen: Bool { ((try? tmux("display-message -p '#{alternate_on}'")) ?? "").hasPrefix("1") }

    /// The process id of the running `amaoto`.
    func process() throws -> Int32 {
        let number = try shell("pgrep -x amaoto -P $(tmux -S '\(socket)' display-message -p '#{pane_pid}')")
        return try #require(Int32(number.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    /// Waits until a condition holds in two captures running, at most 30 s: one alone may show a screen that is half drawn.
    func wait(_ what: String = "", for condition: () -> Bool) throws {
        var held = 0
        for _ in 0..<600 {
            held = condition() ? held + 1 : 0
            if held == 2 { return }
            usleep(held == 0 ? 50_000 : 20_000)
        }
        try #require(condition(), "it did not come so far: \(what)\n\(text)")
    }

    func wait(forText words: String) throws { try wait(words) { text.contains(words) } }

    @discardableResult
    private func tmux(_ arguments: String) throws -> String { try shell("tmux -S '\(socket)' \(arguments)") }

    private func shell(_ line: String) throws -> String {
        var environment = environment
        environment["PATH"] = "\(Program.products.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")"
        let settings = environment.sorted { $0.key < $1.key }.map { "\($0.key)='\($0.value)'" }.joined(separator: " ")
        return try ShellLine.output(of: "export \(settings)\n\(line)")
    }
}
