// SPDX-License-Identifier: MIT
import Foundation

/// The colours of plots. Each has a tone for light and one for dark backgrounds; all can be distinguished with red, green or blue
/// colour blindness too (simulated after Machado, Oliveira and Fernandes 2009).
public enum PlotColour: String, Sendable, CaseIterable {
    case blue, orange, green, violet, red, teal, grey

    /// The tone on a light background: contrast at least 3:1.
    var light: String {
        switch self {
        case .blue: "#2f5fd0"
        case .orange: "#e0651c"
        case .green: "#1d6b36"
        case .violet: "#8b2a96"
        case .red: "#6a1f2c"
        case .teal: "#0f93c4"
        case .grey: "#7c8187"
        }
    }

    /// The tone on a dark background: contrast at least 3:1.
    var dark: String {
        switch self {
        case .blue: "#6a8cf0"
        case .orange: "#f08c1a"
        case .green: "#9cd09d"
        case .violet: "#e29ef8"
        case .red: "#e04c44"
        case .teal: "#9cf0fa"
        case .grey: "#9a9b9c"
        }
    }
}

/// The look of every plot: light, or dark where the reader's system prefers it (CSS `prefers-color-scheme`).
enum PlotStyle {
    static let sheet = shape + tones(dark: false) + "@media (prefers-color-scheme: dark){" + tones(dark: true) + "}"

    private static let shape =
        "text{font-family:'Inter','Helvetica Neue','Segoe UI','DejaVu Sans',Arial,sans-serif;font-size:12px}"
        + ".title{font-size:17px;font-weight:600}.heading{font-size:13px;font-weight:600}.subtitle{font-size:12.5px}.tick{font-size:11px}"
        + ".grid{stroke-width:1;fill:none}.minor{stroke-width:1;fill:none;opacity:.45}.axis{stroke-width:1;fill:none}"
        + ".line{fill:none;stroke-width:1.7;stroke-linejoin:round;stroke-linecap:round}"
        + ".thin{stroke-width:1.1}.hair{fill:none;stroke-width:1;stroke-linejoin:round;opacity:.55}"
        + ".area{stroke:none;opacity:.16}.band{stroke:none;opacity:.08}.dash{stroke-dasharray:4 4}"
        + ".mark{stroke-width:1;stroke-dasharray:2 3}"
        + ".casing{fill:none;stroke-width:7;stroke-linejoin:round;stroke-linecap:round}"
        + ".track{fill:none;stroke-width:4;stroke-linejoin:round;stroke-linecap:round}"
        + ".faint{fill:none;stroke-width:1.6;stroke-linejoin:round;opacity:.75}.halo{paint-order:stroke;stroke-width:3.5;stroke-linejoin:round}"

    static func tones(dark: Bool) -> String {
        let rules: [(String, String, String)] = [
            (".ground", "fill", dark ? "#14181d" : "#fcfcfa"), (".panel", "fill", dark ? "#1a1f26" : "#ffffff"),
            (".title,.heading", "fill", dark ? "#f1f4f7" : "#14202b"), (".text", "fill", dark ? "#c3ccd6" : "#3a4754"),
            (".tick", "fill", dark ? "#a3aebb" : "#56626e"), (".grid,.minor", "stroke", dark ? "#2d353f" : "#e3e6e8"),
            (".axis", "stroke", dark ? "#5a6673" : "#9aa5af"),
            (".casing", "stroke", dark ? "#e8edf2" : "#22303c"), (".halo", "stroke", dark ? "#1a1f26" : "#ffffff"),
            (".stop", "fill", dark ? "#f1f4f7" : "#14202b"), (".halo", "fill", dark ? "#f1f4f7" : "#14202b"),
            (".mark", "stroke", dark ? "#c2cad3" : "#6b7682"),
        ]
        let colours = PlotColour.allCases.map { colour in
            let tone = dark ? colour.dark : colour.light
            return ".s-\(colour.rawValue){stroke:\(tone)}.f-\(colour.rawValue){fill:\(tone)}"
        }
        return rules.map { "\($0.0){\($0.1):\($0.2)}" }.joined() + colours.joined()
    }
}
