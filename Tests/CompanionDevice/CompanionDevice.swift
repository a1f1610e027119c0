// SPDX-License-Identifier: MIT
import Foundation

/// The tests' playback device (Tests/CompanionSink) for one test: its script, and what it did.
package struct CompanionDevice: Sendable {
    /// The folder of its output files.
    private let folder: String
    /// The device name for `-D`, under a configuration that contains `definition`.
    package let name: String

    /// - Parameters:
    ///   - folder: of the test; must not contain anything else named `played` or `log`.
    ///   - script: the events of the device, as its README documents.
    ///   - options: any of its other options, by their names in capitals: `["FORMATS": "S16_LE"]`.
    package init(in folder: String, _ script: String = "", options: [String: String] = [:]) {
        self.folder = folder
        let words = (["DIR": folder, "SCRIPT": script].merging(options) { $1 }).filter { !$1.isEmpty }
        name = "companion:" + words.sorted { $0.key < $1.key }.map { "\($0.key)='\($0.value)'" }.joined(separator: ",")
    }

    /// The library, rebuilt when its source is newer.
    package static let library: String = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let process = Process()
        process.executableURL = root.appendingPathComponent("Scripts/build-library")
        process.arguments = ["companion"]
        let output = Pipe()
        process.standardOutput = output
        guard (try? process.run()) != nil else { return "" }
        let text = String(decoding: (try? output.fileHandleForReading.readToEnd()) ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }()

    /// The definition that an ALSA configuration needs for it.
    package static var definition: String {
        let options = ["SCRIPT", "FORMATS", "RATES", "CHANNELS", "PERIODS", "BUFFERS", "MAP", "WAKES", "PLANTED"]
        return """
            pcm_type.companion { lib "\(library)" }
            pcm.companion {
                @args [ DIR SPEED \(options.joined(separator: " ")) ]
                @args.DIR { type string }
                @args.SPEED { type real default 1.0 }
                \(options.map { "@args.\($0) { type string default \"\" }" }.joined(separator: "\n    "))
                type companion
                played { @func concat strings [ $DIR "/played" ] }
                log { @func concat strings [ $DIR "/log" ] }
                speed $SPEED
                \(options.map { "\($0.lowercased()) $\($0)" }.joined(separator: "\n    "))
            }

            """
    }

    /// A complete configuration, written to the device's folder: for `ALSA_CONFIG_PATH`.
    package func writeConfiguration() throws -> String {
        let path = folder + "/asound.conf"
        try Data("</usr/share/alsa/alsa.conf>\n\(Self.definition)".utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    /// The bytes it played.
    package var played: Data { (try? Data(contentsOf: URL(fileURLWithPath: folder + "/played"))) ?? Data() }

    /// One line of its log.
    package struct Happening: Sendable {
        /// CLOCK_MONOTONIC in nanoseconds.
        package var instant: Int64
        /// Frames played or dropped by then.
        package var frame: Int64
        /// The first word, and the rest.
        package var kind: String
        package var details: String
    }

    /// The log so far.
    package var log: [Happening] {
        let text = (try? String(contentsOfFile: folder + "/log", encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ", maxSplits: 3).map(String.init)
            guard words.count >= 3, let instant = Int64(words[0]), let frame = Int64(words[1]) else { return nil }
            return Happening(instant: instant, frame: frame, kind: words[2], details: words.count > 3 ? words[3] : "")
        }
    }

    /// The dropped frames, counted from the first frame it received.
    package var dropped: [Range<Int64>] {
        log.filter { $0.kind == "dropped" }.map { $0.frame..<$0.frame + (Int64($0.details) ?? 0) }
    }
}
