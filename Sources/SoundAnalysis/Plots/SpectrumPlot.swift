// SPDX-License-Identifier: MIT
import Foundation

/// Draws power density over logarithmic frequency: the spectrum as a hairline, third-octave means as steps.
public struct SpectrumPlot: Sendable {
    var title: String
    var subtitle: String
    var spectrum: Spectrum
    /// The frequencies shown, in Hz.
    private static let range = 20.0...20_000

    public init(title: String, subtitle: String = "", spectrum: Spectrum) {
        self.title = title
        self.subtitle = subtitle
        self.spectrum = spectrum
    }

    /// The picture.
    public var svg: String {
        let range = Self.range
        let bands = spectrum.bands(.thirdOctave, in: range)
        let entries = [
            LegendEntry(label: "third-octave means", colour: .blue, mark: .area),
            LegendEntry(label: "fine estimate", colour: .blue, mark: .line),
        ]
        var canvas = PlotCanvas(width: 900, height: 480, title: title, description: words(bands))
        canvas.drawHeading(title, subtitle, left: 74)
        let top = PlotCanvas.contentTop(subtitle, legendRows: PlotCanvas.legendRows(entries, width: 800))
        let frame = PlotFrame(
            area: PlotArea(left: 74, top: top, width: 800, height: 480 - top - 56),
            x: PlotAxis(.logarithmic, range.lowerBound, range.upperBound, label: "Frequency (Hz)"), y: levelAxis(bands))
        frame.drawGrid(on: &canvas)
        canvas.drawLegend(entries, left: 74, right: 874, y: PlotCanvas.legendTop(subtitle))
        canvas.clipped(to: frame.area) { canvas in
            Self.drawSteps(bands, frame: frame, canvas: &canvas)
            canvas.path(density(in: frame), style: "hair s-blue")
        }
        frame.drawAxes(on: &canvas)
        return canvas.svg
    }

    private func words(_ bands: [BandLevel]) -> String {
        let words = "\(title). Power density over frequency"
        guard let loudest = bands.max(by: { $0.densityLevel < $1.densityLevel }), loudest.power > 0 else { return words + "." }
        let slope = spectrum.slope(from: 125, to: 8000).map {
            "; \(PlotCanvas.number($0, decimals: 1)) dB per octave from 125 Hz to 8 kHz"
        }
        return words + ", densest around \(PlotCanvas.number(loudest.band.centre, decimals: 0)) Hz\(slope ?? "")."
    }

    private func levelAxis(_ bands: [BandLevel]) -> PlotAxis {
        let levels = bands.map(\.densityLevel).filter(\.isFinite)
        let top = ((levels.max() ?? -20) / 10).rounded(.up) * 10 + 10
        // Anything 110 dB below the peak is the transform's noise.
        let bottom = max(((levels.min() ?? top - 60) / 10).rounded(.down) * 10 - 10, top - 120)
        return PlotAxis(.linear, min(bottom, top - 40), top, label: "Power density (dB re FS\u{B2}/Hz)")
    }

    private static func drawSteps(_ bands: [BandLevel], frame: PlotFrame, canvas: inout PlotCanvas) {
        for level in bands where level.power > 0 {
            let left = frame.across(level.band.lower) + 0.75
            let right = frame.across(level.band.upper) - 0.75
            let top = frame.down(level.densityLevel)
            let area = PlotArea(left: left, top: top, width: right - left, height: max(0, frame.area.bottom - top))
            canvas.rectangle(area, style: "area f-blue")
            canvas.line(left, top, right, top, style: "line s-blue")
        }
    }

    /// One point per unit of width: the mean of the bins in it, or the bins themselves where they are wider.
    private func density(in frame: PlotFrame) -> [PlotPoint?] {
        let columns = Int(frame.area.width), range = Self.range
        let ratio = range.upperBound / range.lowerBound
        var points: [PlotPoint?] = []
        var lastBin = -1
        for column in 0..<columns {
            let lower = range.lowerBound * pow(ratio, Double(column) / Double(columns))
            let upper = range.lowerBound * pow(ratio, Double(column + 1) / Double(columns))
            guard upper <= spectrum.nyquist else { break }
            if upper - lower >= spectrum.binWidth {
                points.append(
                    frame.point((lower * upper).squareRoot(), decibels(power: spectrum.power(from: lower, to: upper) / (upper - lower))))
                continue
            }
            let bin = Int(((lower + upper) / 2 / spectrum.binWidth).rounded())
            guard bin != lastBin, bin > 0, bin < spectrum.density.count else { continue }
            lastBin = bin
            points.append(frame.point(Double(bin) * spectrum.binWidth, decibels(power: spectrum.density[bin])))
        }
        return points
    }
}
