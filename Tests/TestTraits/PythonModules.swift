// SPDX-License-Identifier: MIT
import Foundation

/// The modules that tests import in Python.
enum PythonModules {
    /// The command that installs each module.
    private static let packages = [
        "axe_core_python": "pip install axe-core-python",
        "dbus": "apt-get install python3-dbus", "dbusmock": "apt-get install python3-dbusmock", "gpxpy": "pip install gpxpy",
        "jsonschema": "pip install jsonschema", "numpy": "pip install numpy", "scipy": "pip install scipy",
        "shapely": "pip install shapely",
        "websocket": "pip install websocket-client", "yaml": "pip install pyyaml",
    ]

    /// The modules that each interpreter finds; it is started once.
    private static let found = Cache()

    static func missing(_ modules: [String], interpreter: String) -> String? {
        if let missing = TestPrograms.missing([interpreter]) { return missing }
        let found = Self.found.modules(of: interpreter)
        let missing = modules.filter { !found.contains($0) }
        guard !missing.isEmpty else { return nil }
        let ways = missing.map { packages[$0] ?? "pip install \($0)" }
        return
            "\(interpreter) has no \(missing.joined(separator: ", no ")) (\(ways.joined(separator: "; ")); PYTHONPATH says where it looks)"
    }

    private final class Cache: @unchecked Sendable {
        private let lock = NSLock()
        /// Protected by the lock.
        private var kept: [String: Set<String>] = [:]

        func modules(of interpreter: String) -> Set<String> {
            lock.withLock {
                if let known = kept[interpreter] { return known }
                let found = Self.ask(interpreter)
                kept[interpreter] = found
                return found
            }
        }

        /// Looks for all known modules, without importing them.
        private static func ask(_ interpreter: String) -> Set<String> {
            let script = "import sys, importlib.util as u\nprint(*(m for m in sys.argv[1:] if u.find_spec(m)))"
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = [interpreter, "-c", script] + packages.keys
            let output = Pipe()
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            guard (try? process.run()) != nil else { return [] }
            let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            return Set(said.split(whereSeparator: \.isWhitespace).map(String.init))
        }
    }
}
