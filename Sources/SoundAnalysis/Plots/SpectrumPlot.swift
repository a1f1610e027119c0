// SPDX-License-Identifier: MIT
import Foundation

/// Draws power density over logarithmic frequency: the spectrum as a hairline, third-octave means as steps.
public struct SpectrumPlot: Sendable {
    /// One sound's spectrum.
    public struct Curve: Sendable {
        var label: String
        var spectrum: Spectrum
        var colour: PlotColour

        public init(label: String, spectrum: Spectrum, colour: PlotColour = .blue) {
            self.label = label
            self.spectrum = spectrum
            self.colour = colour
        }
    }

    var title: String
    var subtitle: String
    var curves: [Curve]
    /// The frequencies shown, in Hz.
    var range: ClosedRange<Double> = 20...20_000

    public init(title: String, subtitle: String = "", curves: [Curve]) {
        self.title = title
        self.subtitle = subtitle
        self.curves = curves
    }

    /// The picture.
    public var svg: String {
        let bands = curves.map { $0.spectrum.bands(.thirdOctave, in: range) }
        var entries = curves.map { LegendEntry(label: name($0, "third-octave means"), colour: $0.colour, mark: .area) }
        entries += curves.map { LegendEntry(label: name($0, "fine estimate"), colour: $0.colour, mark: .line) }
        var canvas = PlotCanvas(width: 900, height: 480, title: title, description: words(bands))
        canvas.drawHeading(title, subtitle, left: 74)
        let top = PlotCanvas.contentTop(subtitle, legendRows: PlotCanvas.legendRows(entries, width: 800))
        let frame = PlotFrame(
            area: PlotArea(left: 74, top: top, width: 800, height: 480 - top - 56),
            x: PlotAxis(.logarithmic, range.lowerBound, range.upperBound, label: "Frequency (Hz)"), y: levelAxis(bands))
        frame.drawGrid(on: &canvas)
        canvas.drawLegend(entries, left: 74, right: 874, y: PlotCanvas.legendTop(subtitle))
        canvas.clipped(to: frame.area) { canvas in
            for (curve, bands) in zip(curves, bands) { drawSteps(bands, curve.colour, frame: frame, canvas: &canvas) }
            for curve in curves { canvas.path(density(of: curve.spectrum, frame: frame), style: "hair s-\(curve.colour.rawValue)") }
        }
        frame.drawAxes(on: &canvas)
        return canvas.svg
    }

    /// A single sound needs no label besides the title.
    private func name(_ curve: Curve, _ what: String) -> String { curves.count == 1 ? what : "\(curve.label): \(what)" }

    private func words(_ bands: [[BandLevel]]) -> String {
        let peaks = zip(curves, bands).compactMap { curve, bands -> String? in
            guard let loudest = bands.max(by: { $0.densityLevel < $1.densityLevel }), loudest.power > 0 else { return nil }
            let slope = curve.spectrum.slope(from: 125, to: 8000).map {
                "; \(PlotCanvas.number($0, decimals: 1)) dB per octave from 125 Hz to 8 kHz"
            }
            let centre = PlotAxis.engineering(loudest.band.centre.rounded())
            return "\(curve.label): densest around \(centre) Hz" + (slope ?? "")
        }
        return "\(title). Power density over frequency. " + peaks.joined(separator: ". ")
    }

    private func levelAxis(_ bands: [[BandLevel]]) -> PlotAxis {
        let levels = bands.joined().map(\.densityLevel).filter(\.isFinite)
        let top = ((levels.max() ?? -20) / 10).rounded(.up) * 10 + 10
        // Anything 110 dB below the peak is the transform's noise.
        let bottom = max(((levels.min() ?? top - 60) / 10).rounded(.down) * 10 - 10, top - 120)
        return PlotAxis(.linear, min(bottom, top - 40), top, label: "Power density (dB re FS\u{B2}/Hz)")
    }

    private func drawSteps(_ bands: [BandLevel], _ colour: PlotColour, frame: PlotFrame, canvas: inout PlotCanvas) {
        for level in bands where level.power > 0 {
            let left = frame.across(level.band.lower) + 0.75
            let right = frame.across(level.band.upper) - 0.75
            let top = frame.down(level.densityLevel)
            let area = PlotArea(left: left, top: top, width: right - left, height: max(0, frame.area.bottom - top))
            // The fills of several sounds would only mix to grey.
            if curves.count == 1 { canvas.rectangle(area, style: "area f-\(colour.rawValue)") }
            canvas.line(left, top, right, top, style: "line s-\(colour.rawValue)")
        }
    }

    /// One point per unit of width: the mean of the bins in it, or the bins themselves where they are wider.
    private func density(of spectrum: Spectrum, frame: PlotFrame) -> [PlotPoint?] {
        let columns = Int(frame.area.width)
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
