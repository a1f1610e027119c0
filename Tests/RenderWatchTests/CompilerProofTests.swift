// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// The compiler detects what `@_noLocks` forbids: violations are planted into a function of the synthesiser's mathematics, which
/// is then compiled with the build's flags.
@Suite(.computing) struct CompilerProofTests {
    private static let sources = TestData.root.appending(path: "Sources")
    /// A violation is planted before this line of van der Corput's sequence.
    private static let line = "digit /= 2"

    /// The compiler's messages for the module with `deed` in it, and whether it accepts the module.
    private static func compiled(with deed: String) throws -> (isTaken: Bool, said: String) {
        let folder = try Folder()
        let header = sources.appending(path: "CPlatform/include/realtime.h").path
        try folder.write("module CPlatform { header \"\(header)\" }\n", to: "module.modulemap")
        let module = sources.appending(path: "DeterministicMath")
        var planted = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: module.path) where name.hasSuffix(".swift") {
            var text = try String(contentsOf: module.appending(path: name), encoding: .utf8)
            if name == "DeterministicMath+Sequences.swift" {
                planted = text.components(separatedBy: line).count - 1
                text = text.replacing(line, with: "\(deed); \(line)")
                text += "import Synchronization\nlet guarded = Mutex(0.0)\nfinal class Held { var number = 1.0 }\n"
            }
            try folder.write(text, to: name)
        }
        #expect(planted == 1)
        let line = "swiftc -swift-version 6 -wmo -parse-as-library -module-name Proof -emit-sil -o sil -I . *.swift"
        let compiler = try ProgramRun(["sh", "-c", line], in: folder.url)
        return (compiler.status == 0, compiler.errors)
    }

    @Test func `the module is compiled as it is`() throws {
        let result = try Self.compiled(with: "value += 0")
        #expect(result.isTaken && !result.said.contains("error:"), "\(result.said)")
    }

    @Test(arguments: [
        ("let copies = [Double](repeating: digit, count: 4); value += copies[index & 3]", "can cause locking"),
        ("value += Held().number", "can cause metadata allocation or locks"),
        ("value += guarded.withLock { $0 }", "can cause locking"),
        ("print(value)", "can cause"),
    ])
    func `what allocates, locks or calls out is refused`(deed: String, words: String) throws {
        let result = try Self.compiled(with: deed)
        #expect(!result.isTaken)
        #expect(result.said.contains("DeterministicMath+Sequences.swift") && result.said.contains(words), "\(result.said)")
    }
}
