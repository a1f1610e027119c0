// SPDX-License-Identifier: MIT
import ArgumentParser
import Platform

/// Whether the fixes and the tracker's results are recorded.
struct SessionOptions: ParsableArguments, FileDeclaring {
    @Option(
        name: .customLong("session"),
        help: ArgumentHelp("Session file to append the fixes and results to (see `amaoto sessions`).", valueName: "file"),
        completion: .file(extensions: ["sqlite"]))
    var path: String?

    func declareFiles(in claims: inout OutputClaims) { claims.add(to: path, as: "--session") }
}
