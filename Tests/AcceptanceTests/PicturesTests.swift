// SPDX-License-Identifier: MIT
import Foundation
import FoundationXML
import TestTraits
import Testing

/// The pictures of the README and the docs: current, readable, and accepted by another renderer.
@Suite(.waiting) struct PicturesTests {
    /// The texts of a picture and their positions.
    private final class Reader: NSObject, XMLParserDelegate {
        struct Word {
            var text = ""
            let x: Double, y: Double, anchor: String, size: Double, isTurned: Bool

            /// An approximate bounding box: a browser's font is unknown here.
            var box: CGRect {
                let width = text.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x2E80 ? 1 : 0.5) } * size
                let left = anchor == "middle" ? x - width / 2 : anchor == "end" ? x - width : x
                return CGRect(x: left, y: y - 0.7 * size, width: width, height: 0.8 * size)
            }
        }
        private(set) var words: [Word] = []
        private(set) var size = CGSize.zero
        private(set) var described: Set<String> = []
        private var element = ""

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?, attributes: [String: String]
        ) {
            element = name
            if name == "svg" {
                size = CGSize(width: Double(attributes["width"] ?? "") ?? 0, height: Double(attributes["height"] ?? "") ?? 0)
            }
            guard name == "text" else { return }
            let style = attributes["class"] ?? ""
            let points =
                style.contains("title") && !style.contains("subtitle")
                ? 17.0 : style.contains("heading") ? 13 : style.contains("tick") ? 11 : 12
            words.append(
                Word(
                    x: Double(attributes["x"] ?? "") ?? 0, y: Double(attributes["y"] ?? "") ?? 0, anchor: attributes["text-anchor"] ?? "",
                    size: points, isTurned: attributes["transform"] != nil))
        }
        func parser(_ parser: XMLParser, foundCharacters characters: String) {
            if element == "text" { words[words.count - 1].text += characters }
            if ["title", "desc"].contains(element), !characters.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty {
                described.insert(element)
            }
        }
        func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) { element = "" }
    }

    private static let folder = Program.root.appendingPathComponent("docs/pictures")
    private static let pictures = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter {
        $0.hasSuffix(".svg")
    }.sorted()

    private static func check(_ picture: URL) throws {
        let reader = Reader()
        let parser = XMLParser(data: try Data(contentsOf: picture))
        parser.delegate = reader
        #expect(parser.parse())
        #expect(reader.described == ["title", "desc"])
        let words = reader.words.filter { !$0.isTurned && !$0.text.isEmpty }
        #expect(!words.isEmpty)
        for (index, word) in words.enumerated() {
            #expect(
                word.box.minX >= 0 && word.box.maxX <= reader.size.width && word.box.minY >= 0 && word.box.maxY <= reader.size.height,
                "\(picture.lastPathComponent): \(word.text) is outside")
            for other in words[(index + 1)...] {
                #expect(!word.box.intersects(other.box), "\(picture.lastPathComponent): \(word.text) over \(other.text)")
            }
        }
        try Program.shellMustSucceed("rsvg-convert -w 900 \(picture.path) > /dev/null")
    }

    /// The terminal's picture consists of adjacent cells; the others are plots.
    @Test(.needs("rsvg-convert"), arguments: pictures.filter { $0 != "tune.svg" }) func wordsAreReadableAndApart(name: String) throws {
        try Self.check(Self.folder.appendingPathComponent(name))
    }

    @Test(.needs("rsvg-convert"), arguments: ["classic", "commuter", "downpour", "drizzle", "hiker", "noise", "storm", "tent", "tone"])
    func everyPresetHasItsSheet(preset: String) throws {
        let folder = try Folder()
        for (kind, name) in [("mapping", "mapping.svg"), ("drop", "drop.svg")] {
            let file = folder.file(name)
            try Program.mustSucceed("plot", kind, "-p", preset, "-o", file.path)
            try Self.check(file)
        }
    }

    /// Draws the pictures again and compares them with those in the docs.
    private static func redraw(_ environment: [String: String], atLeast count: Int) throws {
        let folder = try Folder()
        let program = Program.products.appendingPathComponent("amaoto").path
        try Program.shellMustSucceed(
            "Scripts/make-pictures \(folder.url.path)", environment: environment.merging(["AMAOTO": program]) { $1 })
        #expect(folder.names.count >= count)
        for name in folder.names {
            let kept = try Data(contentsOf: Self.folder.appendingPathComponent(name))
            #expect(try Data(contentsOf: folder.file(name)) == kept, "docs/pictures/\(name): run Scripts/make-pictures")
        }
    }

    @Test func thePicturesThatNeedNoSoundAreCurrent() throws { try Self.redraw(["QUICK": "1"], atLeast: 5) }

    @Test(.tags(.program)) func thePicturesOfRidesAndSoundsAreCurrent() throws { try Self.redraw([:], atLeast: 10) }

    /// The terminal's picture moves with the ride; what stands still in it must be what the preset has now.
    @Test(.tags(.program)) func theTerminalsPictureHasThePresetsValues() throws {
        let picture = try String(contentsOf: Self.folder.appendingPathComponent("tune.svg"), encoding: .utf8)
        var rows: [String: [String]] = [:]
        for match in picture.matches(of: /y="([0-9.]+)"[^>]*>([^<>]+)<\/text>/) {
            rows[String(match.1), default: []].append(String(match.2))
        }
        let run = try Program.shellMustSucceed("printf 'list drops\\n' | amaoto tune commuter --plain -D null")
        var values: [String: String] = [:]
        for match in run.text.matches(of: /drops\.([a-z]+) = ([^,\n]+)/) { values[String(match.1)] = String(match.2) }
        // A star marks what was changed for the picture.
        let still = rows.values.filter { $0.count > 1 && values[$0[0]] != nil && !$0.contains("*") }
        #expect(still.count >= 6 && rows.values.contains { $0.contains("*") })
        for row in still { #expect(values[row[0]] == row[1], "docs/pictures/tune.svg: \(row[0]); run Scripts/draw-tuner") }
    }

    @Test func whatTheDocsShowIsThere() throws {
        let docs = ["README.md"] + ["control", "key", "parameters", "presets", "railways", "sessions", "tuning"].map { "docs/\($0).md" }
        var shown: Set<String> = []
        for doc in docs {
            let place = Program.root.appendingPathComponent(doc)
            for picture in try String(contentsOf: place, encoding: .utf8).matches(of: /!\[[^\]]+\]\(([^)]+)\)/) {
                let file = place.deletingLastPathComponent().appendingPathComponent(String(picture.1)).standardizedFileURL
                #expect(FileManager.default.fileExists(atPath: file.path), "\(doc): \(picture.1)")
                shown.insert(file.lastPathComponent)
            }
        }
        #expect(!Self.pictures.isEmpty && shown.isSuperset(of: Self.pictures), "nobody shows \(Set(Self.pictures).subtracting(shown))")
    }
}
