// SPDX-License-Identifier: MIT
import ArgumentParser
import Tracking

extension Amaoto {
    /// Looks for a word of a command line that names no command.
    /// - Throws: `Failure` with the nearest command, or with all of them.
    static func refuseUnknownCommand(_ arguments: some Sequence<String>) throws {
        var command: any ParsableCommand.Type = Amaoto.self, path = "amaoto"
        for word in arguments {
            let known = command.configuration.subcommands
            guard !known.isEmpty, !word.hasPrefix("-") else { return }
            if word == "help", path == "amaoto" { continue }
            guard let next = known.first(where: { $0._commandName == word }) else {
                let names = known.map { $0._commandName }
                let remedy =
                    if path == "amaoto", word.contains(where: "./:".contains) {
                        "`amaoto play \(word)` plays a track"
                    } else {
                        NearestName.remedy(word, in: names, else: "the commands are \(names.joined(separator: ", "))")
                    }
                throw Failure("there is no command \(path) \(word); \(remedy)", exitCode: ExitStatus.usage)
            }
            (command, path) = (next, "\(path) \(word)")
        }
    }
}
