// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation
import PlainText
import Railways
import RainSynthesis
import Sonification

/// The shell's completions for options that take the name of something shipped with the program.
enum NameCompletion {
    /// The shipped presets, and files that may be presets.
    static let presets = CompletionKind.custom { _, _, word in
        PresetLibrary.standard.names.filter { $0.hasPrefix(word) } + presetFiles(word)
    }

    /// The parameters, as NAME=.
    static let parameters = CompletionKind.custom { _, _, word in
        ParameterTable.all.map { $0.name + "=" }.filter { $0.hasPrefix(word) }
    }

    /// The completion script, changed so that bash completes NAME= unquoted and without a space after it.
    static func patched(_ script: String) -> String {
        let loop = "    done < <(IFS=$'\\n' compgen \"${@}\" -- \"${cur}\")\n"
        return script.replacing(
            loop, with: loop + "    [[ \"${COMPREPLY[*]-}\" != *= ]] || compopt -o nospace +o filenames\n")
    }

    /// The stations of the map named by `--railways`, by default of the shipped one.
    static let stations = CompletionKind.custom { words, _, word in names(words, word) { $0.stations.map(\.name) } }

    /// The lines of that map.
    static let lines = CompletionKind.custom { words, _, word in names(words, word) { [$0.name] } }

    /// The YAML files and the folders at the path of which `word` is the beginning.
    private static func presetFiles(_ word: String) -> [String] {
        let folder = word.lastIndex(of: "/").map { String(word[...$0]) } ?? ""
        let start = word.dropFirst(folder.count)
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
        return entries.sorted().compactMap { entry in
            guard entry.hasPrefix(start), !entry.hasPrefix(".") || start.hasPrefix(".") else { return nil }
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: folder + entry, isDirectory: &isFolder)
            if isFolder.boolValue { return folder + entry + "/" }
            return PresetLibrary.isFileName(entry) ? folder + entry : nil
        }
    }

    private static func names(_ words: [String], _ word: String, of kind: (Railway) -> [LocalizedName]) -> [String] {
        let database = words.firstIndex(of: "--railways").flatMap { words.indices.contains($0 + 1) ? words[$0 + 1] : nil }
        guard let map = try? RailwayOptions.load(database, nil).map else { return [] }
        // Quotes of a name that the shell has not closed yet.
        let start = word.drop { $0 == "'" || $0 == "\"" }.lowercased()
        return map.railways.flatMap(kind).flatMap(\.entries).map(\.text)
            .filter { $0.lowercased().hasPrefix(start) }.uniqued().sorted()
    }
}
