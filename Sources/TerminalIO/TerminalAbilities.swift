// SPDX-License-Identifier: MIT
/// What a terminal can show, according to its environment.
public struct TerminalAbilities: Equatable, Sendable {
    public var colours: ColourDepth
    /// True when it understands UTF-8; otherwise only ASCII is sent.
    public var isUnicode: Bool
    /// False for a terminal that cannot position its cursor (`TERM` is `dumb` or unset).
    public var hasScreen: Bool

    /// - Parameter environment: Reads `NO_COLOR` (no-color.org), `TERM`, `COLORTERM`, `LC_ALL`, `LC_CTYPE` and `LANG`.
    public init(environment: [String: String]) {
        let kind = environment["TERM"] ?? ""
        hasScreen = !kind.isEmpty && kind != "dumb"
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let charset = locale.uppercased()
        isUnicode = charset.contains("UTF-8") || charset.contains("UTF8")
        let refusesColour = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        // Monochrome according to their descriptions in terminfo.
        let isMonochrome = kind.hasSuffix("-m") || kind.hasSuffix("-mono") || kind.hasPrefix("vt1") || kind.hasPrefix("vt2")
        if refusesColour || !hasScreen || isMonochrome {
            colours = .none
        } else if ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "") || kind.hasSuffix("-direct") {
            colours = .direct
        } else if kind.contains("256color") || kind.hasPrefix("tmux") {
            colours = .indexed
        } else {
            colours = .basic
        }
    }
}
