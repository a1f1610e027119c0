// SPDX-License-Identifier: MIT
import Foundation
import FoundationXML
import TestTraits
import Testing

@testable import SoundAnalysis

@Suite("Plots", .computing)
struct PlotTests {
    /// The content of a picture, by an independent XML reader.
    private final class Reader: NSObject, XMLParserDelegate {
        var elements: [String] = []
        var texts: [String: [String]] = [:]
        var paths: [String] = []
        private var text = ""

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            elements.append(name)
            text = ""
            if let path = attributes["d"] { paths.append(path) }
        }
        func parser(_ parser: XMLParser, foundCharacters characters: String) { text += characters }
        func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
            texts[name, default: []].append(text)
        }
    }

    private func read(_ svg: String) throws -> Reader {
        let reader = Reader()
        let parser = XMLParser(data: Data(svg.utf8))
        parser.delegate = reader
        #expect(parser.parse(), "not well-formed: \(String(describing: parser.parserError))")
        #expect(reader.elements.first == "svg")
        #expect(reader.texts["title"]?.count == 1 && reader.texts["desc"]?.count == 1)
        let style = try #require(reader.texts["style"]?.first)
        #expect(style.contains("prefers-color-scheme: dark"))
        #expect(!reader.paths.contains { $0.contains("nan") || $0.contains("inf") || $0.contains("e") })
        return reader
    }

    private var drop: WaveformPlot {
        let samples = (0..<4080).map { Float(TestSignals.Drop().value(at: Double($0) / 48_000 - 0.005)) }
        return WaveformPlot(
            title: "Drop <classic> & \"co\"", samples: samples, sampleRate: 48_000,
            segments: [
                .init(label: "Initial padding", start: 0, end: 0.005, colour: .grey),
                .init(label: "Impact", start: 0.005, end: 0.0125, colour: .orange),
                .init(label: "Pause", start: 0.0125, end: 0.0275, colour: .violet),
                .init(label: "Bubble", start: 0.0275, end: 0.0575, colour: .blue),
                .init(label: "Trailing padding", start: 0.0575, end: 0.085, colour: .green),
            ])
    }

    @Test("A drop's stretches stand in the legend with their durations")
    func waveform() throws {
        let reader = try read(drop.svg)
        let texts = try #require(reader.texts["text"])
        for label in [
            "Drop <classic> & \"co\"", "Initial padding 5 ms", "Impact 7.5 ms", "Pause 15 ms", "Bubble 30 ms",
            "Trailing padding 27.5 ms", "Time (ms)", "Amplitude (full scale = 1)",
        ] { #expect(texts.contains(label), "\(label)") }
        #expect(drop.svg == drop.svg)
        for colour in ["grey", "orange", "violet", "blue", "green"] { #expect(drop.svg.contains("line s-\(colour)")) }
    }

    @Test("The line of a waveform passes through its samples")
    func waveformShape() throws {
        let plot = WaveformPlot(
            title: "Step", samples: [Float](repeating: 0, count: 100) + [1] + [Float](repeating: 0, count: 100), sampleRate: 1000)
        let path = try #require(plot.svg.split(separator: "\n").first { $0.contains("\"line s-grey\"") })
        let numbers = try #require(path.split(separator: "\"").last { $0.hasPrefix("M") })
        let points = numbers.split { "ML".contains($0) }.map { $0.split(separator: " ").compactMap { Double($0) } }
        let peak = try #require(points.min { $0[1] < $1[1] })
        #expect(abs(peak[0] - (74 + 400)) < 0.01)
        #expect(points.count == 5)
    }

    @Test("A spectrum has its axes, its legend and a description in words")
    func spectrum() throws {
        let pink = TestSignals.pink(rms: 0.1, seconds: 5, seed: 2).map(Float.init)
        let spectrum = try #require(Spectrum(of: Sound(sampleRate: 48_000, channels: [pink])))
        let plot = SpectrumPlot(title: "Rain", spectrum: spectrum)
        let reader = try read(plot.svg)
        let texts = try #require(reader.texts["text"])
        for label in ["Frequency (Hz)", "20", "1k", "20k", "fine estimate", "third-octave means"] {
            #expect(texts.contains(label), "\(label)")
        }
        let description = try #require(reader.texts["desc"]?.first)
        #expect(description.hasPrefix("Rain. Power density over frequency, densest around ") && description.contains(" Hz; -"))
        #expect(description.hasSuffix(" dB per octave from 125 Hz to 8 kHz."))
        #expect(plot.svg == plot.svg)
        // Silence still gives a picture.
        let silence = try #require(Spectrum(of: Sound(sampleRate: 48_000, channels: [[Float](repeating: 0, count: 8192)])))
        _ = try read(SpectrumPlot(title: "Silence", spectrum: silence).svg)
    }

    @Test("Numbers of any size can be drawn", arguments: [1.7e18, 1e300, -1e18, 1e-300, .greatestFiniteMagnitude])
    func largeNumbers(value: Double) throws {
        for values in [[value, value], [0, value], [value, -value]] {
            let plot = TimelinePlot(
                title: "Stamps",
                panels: [.curves(label: "Stamp", curves: [.init(label: "stamp", times: [0, 1], values: values, colour: .blue)], limit: 1)])
            #expect(try read(plot.svg).texts["text"]?.contains("Stamp") == true)
        }
    }

    @Test("A time axis over many years has few labels", arguments: [1.6e9, 1e300])
    func years(end: Double) throws {
        let plot = TimelinePlot(
            title: "A stray date",
            panels: [.curves(label: "Speed", curves: [.init(label: "speed", times: [0, end], values: [0, 1], colour: .blue)])])
        #expect(try #require(try read(plot.svg).texts["text"]).count < 30)
    }

    @Test("A timeline stacks its panels on one time axis; gaps stay gaps")
    func timeline() throws {
        var estimator = SpectrogramEstimator(sampleRate: 48_000, columns: 60, rows: 64)
        estimator.add(TestSignals.white(rms: 0.1, seconds: 3))
        let spectrogram = try #require(estimator.spectrogram)
        var plot = TimelinePlot(
            title: "A ride",
            panels: [
                .curves(
                    label: "Speed (km/h)",
                    curves: [.init(label: "speed", times: [0, 1, 2, 120], values: [0, 40, .nan, 80], colour: .orange, filled: true)]),
                .spectrogram(spectrogram),
            ])
        plot.marks = [.init(time: 60, label: "arrived")]
        let reader = try read(plot.svg)
        let texts = try #require(reader.texts["text"])
        for label in ["A ride", "Speed (km/h)", "arrived", "Time (min:s)", "1:00", "2:00", "Frequency (Hz)"] {
            #expect(texts.contains(label), "\(label)")
        }
        #expect(reader.elements.filter { $0 == "image" }.count == 2)
        let line = try #require(plot.svg.split(separator: "\n").first { $0.contains("line s-orange") })
        #expect(line.split(separator: "\"").last { $0.hasPrefix("M") }?.filter { $0 == "M" }.count == 2)
        #expect(plot.svg == plot.svg)
        _ = try read(TimelinePlot(title: "Noise", panels: [.spectrogram(spectrogram)]).svg)
        _ = try read(TimelinePlot(title: "Nothing", panels: []).svg)
    }

    @Test("The raster is the PNG that Python's zlib and struct make of the same pixels")
    func png() {
        let bytes = PortableNetworkGraphic.bytes(width: 2, height: 2, pixels: [0, 1, 1, 0], palette: [(0, 0, 0), (255, 128, 1)])
        let expected =
            "89504e470d0a1a0a0000000d49484452000000020000000208030000004568fd1600000006504c5445000000ff8001577b25ff00000011494441547801010600f9ff000001000100000c000348bb623b0000000049454e44ae426082"
        #expect(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == expected)
    }

    @Test("The colour map grows steadily lighter; tones keep contrast with their ground")
    func colours() throws {
        func luminance(_ red: Double, _ green: Double, _ blue: Double) -> Double {
            func linear(_ value: Double) -> Double { value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4) }
            return 0.2126 * linear(red / 255) + 0.7152 * linear(green / 255) + 0.0722 * linear(blue / 255)
        }
        let steps = ColourMap.rain.map { luminance(Double($0.red), Double($0.green), Double($0.blue)) }
        #expect(steps.count == 256 && zip(steps, steps.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(steps[0] < 0.01 && steps[255] > 0.8)
        func tone(_ hex: String) throws -> Double {
            let number = try #require(Int(hex.dropFirst(), radix: 16))
            return luminance(Double(number >> 16), Double(number >> 8 & 255), Double(number & 255))
        }
        func contrast(_ a: String, _ b: String) throws -> Double {
            let (first, second) = (try tone(a), try tone(b))
            return (max(first, second) + 0.05) / (min(first, second) + 0.05)
        }
        for colour in PlotColour.allCases {
            #expect(try contrast(colour.light, "#ffffff") >= 3, "\(colour)")
            #expect(try contrast(colour.dark, "#1a1f26") >= 3, "\(colour)")
        }
        // Text: a contrast of at least 4.5 on the background of either theme.
        for (sheet, ground) in [(PlotStyle.tones(dark: false), "#fcfcfa"), (PlotStyle.tones(dark: true), "#14181d")] {
            for name in ["title", "text", "tick"] {
                let rule = try #require(sheet.range(of: ".\(name == "title" ? "title,.heading" : name){fill:"))
                let hex = String(sheet[rule.upperBound...].prefix(7))
                #expect(try contrast(hex, ground) >= 4.5, "\(name)")
            }
        }
    }

    /// The matrices of Machado, Oliveira and Fernandes (2009) for a complete lack of one cone, and distances in Oklab (Ottosson
    /// 2020).
    @Test("Tones are told apart without red, green or blue")
    func coloursForEveryEye() throws {
        let eyes: [[[Double]]] = [
            [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
            [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
            [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
            [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
        ]
        func linear(_ hex: String) throws -> [Double] {
            let number = try #require(Int(hex.dropFirst(), radix: 16))
            return [number >> 16, number >> 8 & 255, number & 255].map { byte in
                let value = Double(byte) / 255
                return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
            }
        }
        func multiply(_ matrix: [[Double]], _ vector: [Double]) -> [Double] {
            matrix.map { row in row[0] * vector[0] + row[1] * vector[1] + row[2] * vector[2] }
        }
        func oklab(_ colour: [Double]) -> [Double] {
            let cones = multiply(
                [
                    [0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
                    [0.0883024619, 0.2817188376, 0.6299787005],
                ],
                colour.map { min(max($0, 0), 1) }
            ).map { cbrt($0) }
            return multiply(
                [
                    [0.2104542553, 0.7936177850, -0.0040720468], [1.9779984951, -2.4285922050, 0.4505937099],
                    [0.0259040371, 0.7827717662, -0.8086757660],
                ],
                cones)
        }
        for tone in [\PlotColour.light, \PlotColour.dark] {
            for eye in eyes {
                let seen = try PlotColour.allCases.map { ($0, oklab(multiply(eye, try linear($0[keyPath: tone])))) }
                for (index, one) in seen.enumerated() {
                    for other in seen[(index + 1)...] {
                        let distance = zip(one.1, other.1).map { ($0 - $1) * ($0 - $1) }.reduce(0, +).squareRoot()
                        #expect(distance > 0.08, "\(one.0) and \(other.0)")
                    }
                }
            }
        }
    }

    @Test("A sheet of cards says the exact ends of each curve")
    func cards() throws {
        let cards: [CardSheet.Card] = [
            .init(
                heading: "speed → drops.rate", note: "Rain density is <speed>.",
                content: .curve(
                    x: .init(label: "speed (km/h)", lower: 0, upper: 120),
                    y: .init(label: "per minute", lower: 240, upper: 3600, isLogarithmic: true),
                    points: [(0, 240), (60, 929.5), (120, 3600)]),
                colour: .blue),
            .init(
                heading: "lost → drops.level", note: "",
                content: .curve(
                    x: .init(label: "lost", lower: 0, upper: 1, ends: ["off", "on"]), y: .init(label: "dB", lower: -10, upper: -10),
                    points: [(0, -10), (1, -10)]),
                colour: .orange),
            .init(
                heading: "line → drops.material", note: String(repeating: "a long sentence ", count: 20),
                content: .rows((0..<12).map { .init(value: "value \($0)", names: String(repeating: "name ", count: 30)) }), colour: .green),
            .init(heading: "csv.temperature_2m (°C) → rain.intensity", note: "", content: .rows([]), colour: .teal),
        ]
        let sheet = CardSheet(title: "All", summary: "what moves what", cards: cards)
        let reader = try read(sheet.svg)
        let texts = try #require(reader.texts["text"])
        for text in [
            "speed → drops.rate", "Rain density is <speed>.", "0", "60", "120", "240", "930", "3,600", "off", "on", "value 7", "and 4 more",
            "csv.temperat… → rain.intensity",
        ] {
            #expect(texts.contains(text), "\(text)")
        }
        // The straight line in equal ratios: its midpoint lies in the middle of the picture.
        let path = try #require(sheet.svg.split(separator: "\n").first { $0.contains("\"line s-blue\"") })
        let points = try #require(path.split(separator: "\"").last { $0.hasPrefix("M") }).split { "ML".contains($0) }
            .map { $0.split(separator: " ").compactMap { Double($0) } }
        #expect(abs(points[1][0] - (points[0][0] + points[2][0]) / 2) < 0.02)
        #expect(abs(points[1][1] - (points[0][1] + points[2][1]) / 2) < 0.1)
        _ = try read(CardSheet(title: "Nothing", summary: "", cards: []).svg)
    }

    @Test("A few stray values do not flatten a panel, and it says so")
    func strays() throws {
        var values = (0..<1000).map { 20 + 10 * sin(Double($0) / 30) }
        #expect(TimelinePlot.usualLimit(values) == nil)
        values[500] = 600
        let limit = try #require(TimelinePlot.usualLimit(values))
        #expect((30...40).contains(limit))
        let plot = TimelinePlot(
            title: "A ride",
            panels: [
                .curves(
                    label: "Speed (km/h)", curves: [.init(label: "speed", times: values.indices.map(Double.init), values: values)],
                    includesZero: true, limit: limit)
            ])
        let texts = try #require(try read(plot.svg).texts["text"])
        #expect(texts.contains("peaks up to 600 are cut off") && texts.contains("40") && !texts.contains("600"))
    }

    @Test("Ticks are round numbers within the range")
    func ticks() {
        #expect(PlotAxis(.linear, -0.8, 0.8, label: "").ticks(4).map(\.label) == ["\u{2212}0.5", "0", "0.5"])
        #expect(
            PlotAxis(.logarithmic, 20, 2000, label: "").ticks(8).map(\.label).filter { !$0.isEmpty } == [
                "20", "50", "100", "200", "500", "1k", "2k",
            ])
        #expect(PlotAxis(.time, 0, 180, label: "").ticks(6).map(\.label) == ["0:00", "0:30", "1:00", "1:30", "2:00", "2:30", "3:00"])
        #expect(PlotAxis(.time, 0, 7200, label: "").ticks(4).map(\.label) == ["0:00:00", "0:30:00", "1:00:00", "1:30:00", "2:00:00"])
        #expect(PlotAxis(.linear, 5, 5, label: "").upper > 5)
        #expect(PlotCanvas.number(-0.001) == "0" && PlotCanvas.number(-1.25) == "-1.25" && PlotCanvas.number(100) == "100")
        #expect(PlotCanvas.number(0.05, decimals: 2) == "0.05" && PlotCanvas.number(.nan) == "0")
    }
}
