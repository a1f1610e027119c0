// SPDX-License-Identifier: MIT
import Foundation

/// A spectrogram drawn inside a frame, with its colour scale beside it.
struct SpectrogramLayer {
    let spectrogram: Spectrogram
    /// Levels of the darkest and the lightest colour, dB re FS^2/Hz.
    let lower: Double
    let upper: Double

    /// The scale covers nearly all levels that occur, 80 dB at most.
    init(_ spectrogram: Spectrogram) {
        self.spectrogram = spectrogram
        var densities = spectrogram.density.filter { $0 > 0 }
        guard !densities.isEmpty else {
            (lower, upper) = (-120, -40)
            return
        }
        let count = densities.count
        let high = densities.select(count > 1000 ? count - count / 1000 : count - 1)
        let low = densities.select(count > 1000 ? count / 50 : 0)
        let top = (decibels(power: Double(high)) / 5).rounded(.up) * 5
        upper = top
        lower = min(max((decibels(power: Double(low)) / 5).rounded(.down) * 5, top - 80), top - 20)
    }

    /// The frequency axis that matches the rows.
    var frequencyAxis: PlotAxis {
        PlotAxis(.logarithmic, spectrogram.edges.first ?? 20, spectrogram.edges.last ?? 20_000, label: "Frequency (Hz)")
    }

    func draw(in frame: PlotFrame, on canvas: inout PlotCanvas) {
        guard spectrogram.columns > 0 else { return }
        var pixels: [UInt8] = []
        pixels.reserveCapacity(spectrogram.density.count)
        for row in (0..<spectrogram.rows).reversed() {
            for column in 0..<spectrogram.columns {
                let position = (spectrogram.level(column: column, row: row) - lower) / (upper - lower)
                pixels.append(UInt8((max(0, min(1, position.isFinite ? position : 0)) * 255).rounded()))
            }
        }
        let png = PortableNetworkGraphic.bytes(
            width: spectrogram.columns, height: spectrogram.rows, pixels: pixels, palette: ColourMap.rain)
        let left = frame.across(spectrogram.start - spectrogram.secondsPerColumn / 2)
        let right = frame.across(spectrogram.start + (Double(spectrogram.columns) - 0.5) * spectrogram.secondsPerColumn)
        let area = PlotArea(left: left, top: frame.area.top, width: right - left, height: frame.area.height)
        canvas.clipped(to: frame.area) { $0.image(png, area: area, label: "Spectrogram") }
        drawScale(beside: frame.area, on: &canvas)
    }

    private func drawScale(beside area: PlotArea, on canvas: inout PlotCanvas) {
        let scale = PlotArea(left: area.right + 14, top: area.top, width: 12, height: area.height)
        let png = PortableNetworkGraphic.bytes(
            width: 1, height: 256, pixels: (0..<256).map { UInt8(255 - $0) }, palette: ColourMap.rain)
        canvas.image(png, area: scale, label: "Scale of colours")
        let axis = PlotAxis(.linear, lower, upper, label: "")
        for tick in axis.ticks(max(2, Int(area.height / 45))) {
            let y = scale.bottom - axis.position(tick.value) * scale.height
            canvas.line(scale.right, y, scale.right + 4, y, style: "axis")
            canvas.text(tick.label, x: scale.right + 8, y: y + 4, style: "tick")
        }
        canvas.text(
            area.height < 260 ? "dB re FS\u{B2}/Hz" : "Power density (dB re FS\u{B2}/Hz)", x: scale.right + 50,
            y: area.top + area.height / 2, style: "tick", anchor: .middle, turned: true)
    }
}

/// A perceptually uniform colour map from deep blue to pale yellow: lightness and hue run evenly in the Oklab space (B. Ottosson
/// 2020), with the highest chroma that the screen can show.
struct ColourMap {
    /// Red, green and blue of 256 steps, dark to light.
    static let rain: [(red: UInt8, green: UInt8, blue: UInt8)] = (0..<256).map { colour(Double($0) / 255) }

    /// Hues in degrees (Oklab) at equal distances: indigo, blue, teal, green, yellow.
    private static let hues = [285.0, 268, 235, 190, 155, 118, 100]

    private static func colour(_ position: Double) -> (red: UInt8, green: UInt8, blue: UInt8) {
        let lightness = 0.13 + 0.84 * position
        let place = position * Double(hues.count - 1)
        let index = min(Int(place), hues.count - 2)
        let hue = hues[index] + (hues[index + 1] - hues[index]) * (place - Double(index))
        var chroma = 0.045 + 0.10 * sin(.pi * min(1, position * 1.05))
        var linear = screen(lightness, chroma, hue)
        while ![linear.0, linear.1, linear.2].allSatisfy({ $0 >= 0 && $0 <= 1 }), chroma > 0.001 {
            chroma *= 0.97
            linear = screen(lightness, chroma, hue)
        }
        return (encode(linear.0), encode(linear.1), encode(linear.2))
    }

    /// Oklab in polar form to linear sRGB.
    private static func screen(_ lightness: Double, _ chroma: Double, _ hue: Double) -> (Double, Double, Double) {
        let a = chroma * cos(hue * .pi / 180)
        let b = chroma * sin(hue * .pi / 180)
        let l = pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3)
        let m = pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3)
        let s = pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3)
        return (
            4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
            -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
            -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s
        )
    }

    /// The transfer curve of sRGB.
    private static func encode(_ linear: Double) -> UInt8 {
        let value = max(0, min(1, linear))
        let encoded = value <= 0.0031308 ? 12.92 * value : 1.055 * pow(value, 1 / 2.4) - 0.055
        return UInt8((encoded * 255).rounded())
    }
}
