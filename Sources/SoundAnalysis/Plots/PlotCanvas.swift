// SPDX-License-Identifier: MIT
import Foundation
import PlainText

/// Writes the elements of one SVG picture in drawing order. The text is the same on every run.
struct PlotCanvas {
    let width: Double
    let height: Double
    private let title: String
    private let description: String
    private var elements: [String] = []
    private var clips = 0
    /// Prefix of all ids, so that one page can hold several plots.
    private let identity: String

    enum Anchor: String { case start, middle, end }

    init(width: Double, height: Double, title: String, description: String) {
        self.width = width
        self.height = height
        self.title = title
        self.description = description
        // FNV-1a of the title and description.
        let hash = (title + "\n" + description).utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        identity = "p" + String(hash, radix: 36)
        elements.append("<rect class=\"ground\" width=\"\(Self.number(width))\" height=\"\(Self.number(height))\" rx=\"10\"/>")
    }

    /// A coordinate with at most two decimals, without a sign for zero and without trailing zeros.
    static func number(_ value: Double, decimals: Int = 2) -> String {
        guard value.isFinite else { return "0" }
        let scale = pow(10, Double(decimals)).rounded()
        // Beyond that a Double has no decimals to lose.
        guard abs(value) * scale < 1e16 else { return value.description }
        let whole = Int64((abs(value) * scale).rounded())
        let digits = String(whole)
        guard whole != 0 else { return "0" }
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        var fraction = String(padded.suffix(decimals))
        while fraction.hasSuffix("0") { fraction.removeLast() }
        return (value < 0 ? "-" : "") + padded.dropLast(decimals) + (fraction.isEmpty ? "" : "." + fraction)
    }

    mutating func text(
        _ text: String, x: Double, y: Double, style: String = "text", anchor: Anchor = .start, turned: Bool = false,
        ink: PlotInk? = nil
    ) {
        let fill = ink.map { " style=\"fill:\($0.text)\"" } ?? ""
        let place =
            turned
            ? "transform=\"translate(\(Self.number(x)) \(Self.number(y))) rotate(-90)\""
            : "x=\"\(Self.number(x))\" y=\"\(Self.number(y))\""
        elements.append("<text class=\"\(style)\" \(place) text-anchor=\"\(anchor.rawValue)\"\(fill)>\(text.inXML)</text>")
    }

    mutating func rectangle(_ area: PlotArea, style: String, radius: Double = 0, ink: PlotInk? = nil) {
        let fill = ink.map { " style=\"fill:\($0.text)\"" } ?? ""
        let corner = radius > 0 ? " rx=\"\(Self.number(radius))\"" : ""
        elements.append(
            "<rect class=\"\(style)\" x=\"\(Self.number(area.left))\" y=\"\(Self.number(area.top))\" "
                + "width=\"\(Self.number(area.width))\" height=\"\(Self.number(area.height))\"\(corner)\(fill)/>")
    }

    mutating func line(_ fromX: Double, _ fromY: Double, _ toX: Double, _ toY: Double, style: String) {
        elements.append(
            "<path class=\"\(style)\" d=\"M\(Self.number(fromX)) \(Self.number(fromY))L\(Self.number(toX)) \(Self.number(toY))\"/>")
    }

    /// Draws a line through points; nil breaks it.
    /// - Parameter ink: a colour that replaces the style's.
    mutating func path(_ points: [PlotPoint?], style: String, ink: PlotInk? = nil) {
        var data = ""
        var drawing = false
        for point in points {
            guard let point else {
                drawing = false
                continue
            }
            data += "\(drawing ? "L" : "M")\(Self.number(point.x)) \(Self.number(point.y))"
            drawing = true
        }
        let stroke = ink.map { " style=\"stroke:\($0.text)\"" } ?? ""
        if !data.isEmpty { elements.append("<path class=\"\(style)\"\(stroke) d=\"\(data)\"/>") }
    }

    /// Draws a dot.
    mutating func dot(_ place: PlotPoint, radius: Double, style: String) {
        elements.append(
            "<circle class=\"\(style)\" cx=\"\(Self.number(place.x))\" cy=\"\(Self.number(place.y))\" r=\"\(Self.number(radius))\"/>")
    }

    /// Fills the area between a line and a baseline.
    mutating func area(_ points: [PlotPoint?], base: Double, style: String) {
        var data = ""
        for run in points.split(separator: nil) {
            let run = run.compactMap { $0 }
            guard let first = run.first, let last = run.last else { continue }
            data += "M\(Self.number(first.x)) \(Self.number(base))"
            for point in run { data += "L\(Self.number(point.x)) \(Self.number(point.y))" }
            data += "L\(Self.number(last.x)) \(Self.number(base))Z"
        }
        if !data.isEmpty { elements.append("<path class=\"\(style)\" d=\"\(data)\"/>") }
    }

    /// Draws a PNG stretched over an area.
    mutating func image(_ png: [UInt8], area: PlotArea, label: String) {
        elements.append(
            "<image x=\"\(Self.number(area.left))\" y=\"\(Self.number(area.top))\" width=\"\(Self.number(area.width))\" "
                + "height=\"\(Self.number(area.height))\" preserveAspectRatio=\"none\" aria-label=\"\(label.inXML)\" "
                + "href=\"data:image/png;base64,\(Data(png).base64EncodedString())\"/>")
    }

    /// Draws the content of `body` clipped to an area.
    mutating func clipped(to area: PlotArea, _ body: (inout PlotCanvas) -> Void) {
        clips += 1
        let id = "\(identity)-clip\(clips)"
        elements.append("<clipPath id=\"\(id)\">")
        rectangle(area, style: "clip")
        elements.append("</clipPath><g clip-path=\"url(#\(id))\">")
        body(&self)
        elements.append("</g>")
    }

    /// The complete picture as SVG text.
    var svg: String {
        let size = "\(Self.number(width)) \(Self.number(height))"
        let head =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(size)\" width=\"\(Self.number(width))\" "
            + "height=\"\(Self.number(height))\" role=\"img\" aria-labelledby=\"\(identity)-title \(identity)-desc\">"
        let words = [
            "<title id=\"\(identity)-title\">\(title.inXML)</title>",
            "<desc id=\"\(identity)-desc\">\(description.inXML)</desc>",
            "<style>\(PlotStyle.sheet)</style>",
        ]
        return ([head] + words + elements + ["</svg>"]).joined(separator: "\n") + "\n"
    }
}

/// A point in the picture, in its units from the top left.
struct PlotPoint: Equatable {
    var x: Double
    var y: Double
}

/// A rectangle in the picture.
struct PlotArea: Equatable {
    var left: Double
    var top: Double
    var width: Double
    var height: Double
    var right: Double { left + width }
    var bottom: Double { top + height }
}
