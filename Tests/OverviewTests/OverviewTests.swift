// SPDX-License-Identifier: MIT
import Foundation
import Testing

/// The code that a module's overview shows is the code that this target compiles and runs.
struct OverviewTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
        .standardizedFileURL

    private static func overviews() throws -> [(module: String, text: String)] {
        try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent("Sources").path).sorted().compactMap { module in
            let file = root.appendingPathComponent("Sources/\(module)/\(module).docc/\(module).md")
            guard FileManager.default.fileExists(atPath: file.path) else { return nil }
            return (module, try String(contentsOf: file, encoding: .utf8))
        }
    }

    /// The lines between two markers, exclusive.
    private static func lines(of text: String, from start: String, to end: String) -> [Substring] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let first = lines.firstIndex(where: { $0.hasSuffix(start) }) else { return [] }
        return Array(lines[(first + 1)...].prefix { !$0.hasSuffix(end) })
    }

    @Test func everyExampleIsTheOneThatIsCompiled() throws {
        let overviews = try Self.overviews()
        #expect(overviews.count >= 20)
        for (module, text) in overviews {
            let shown = Self.lines(of: text, from: "```swift", to: "```").filter { !$0.hasPrefix("import ") }.drop { $0.isEmpty }
            let file = Self.root.appendingPathComponent("Tests/OverviewTests/\(module)Overview.swift")
            let source = try String(contentsOf: file, encoding: .utf8)
            let compiled = Self.lines(of: source, from: "// example begins", to: "// example ends").map { $0.dropFirst(min(8, $0.count)) }
            #expect(!compiled.isEmpty && Array(shown) == compiled, "\(module)")
        }
    }

    /// The page lists every Swift module, and each imports only modules below it in that list.
    @Test func theArchitecturePageOrdersTheModules() throws {
        let page = try String(contentsOf: Self.root.appendingPathComponent("docs/architecture.md"), encoding: .utf8)
        let rows = page.components(separatedBy: "## Modules").last?.split(separator: "\n") ?? []
        let order = rows.compactMap { $0.firstMatch(of: /^\| `(\w+)` \|/).map { String($0.1) } }
        #expect(Set(order).isSuperset(of: try Self.overviews().map(\.module) + ["amaoto"]))
        let sources = Self.root.appendingPathComponent("Sources")
        for (place, module) in order.enumerated() {
            let folder = sources.appendingPathComponent(module)
            for case let file as URL in FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil) ?? .init()
            where file.pathExtension == "swift" {
                for match in try String(contentsOf: file, encoding: .utf8).matches(of: /(?m)^(?:[@\w()]+ )*import (\w+)/) {
                    guard let other = order.firstIndex(of: String(match.1)) else { continue }
                    #expect(other > place, "\(module) imports \(match.1): \(file.lastPathComponent)")
                }
            }
        }
    }

    /// What an overview links is public in its module, and each public type stands under a topic.
    @Test func everyLinkHasItsSymbolAndEveryTypeItsTopic() throws {
        for (module, text) in try Self.overviews() {
            let folder = Self.root.appendingPathComponent("Sources/\(module)")
            var symbols = Set([module]), types: Set<String> = []
            for case let file as URL in FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil) ?? .init()
            where file.pathExtension == "swift" {
                let source = try String(contentsOf: file, encoding: .utf8)
                symbols.formUnion(
                    source.matches(of: /public (?:[a-z]+ )*?(?:struct|class|enum|protocol|typealias|actor|func|var|let) (\w+)/)
                        .map { String($0.1) })
                types.formUnion(
                    source.matches(of: /(?m)^(?:@\w+ )*public (?:[a-z]+ )*?(?:struct|class|enum|protocol|typealias|actor) (\w+)/)
                        .map { String($0.1) })
            }
            let topics = try #require(text.firstRange(of: "## Topics"))
            var listed: Set<String> = []
            for link in text.matches(of: /``([\w\/]+)``/) {
                let name = String(link.1.split(separator: "/").last ?? "")
                #expect(symbols.contains(name), "\(module) links \(link.1)")
                if link.range.lowerBound > topics.upperBound { listed.insert(name) }
            }
            #expect(types.isSubset(of: listed), "\(module): no topic lists \(types.subtracting(listed).sorted())")
        }
    }

    /// Every Swift module but the program has an overview.
    @Test func everyModuleHasOne() throws {
        let sources = Self.root.appendingPathComponent("Sources")
        let modules = try FileManager.default.contentsOfDirectory(atPath: sources.path).filter { module in
            guard module != "amaoto", let files = FileManager.default.enumerator(atPath: sources.appendingPathComponent(module).path) else {
                return false
            }
            return files.contains { ($0 as? String)?.hasSuffix(".swift") == true }
        }
        #expect(Set(modules) == Set(try Self.overviews().map(\.module)))
    }
}
