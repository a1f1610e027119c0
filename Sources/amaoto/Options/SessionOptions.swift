import ArgumentParser
import WholeFiles

/// Whether the fixes and what the tracker says of them are kept.
struct SessionOptions: ParsableArguments, FileNaming {
    @Option(
        name: .customLong("session"),
        help: ArgumentHelp("Also keep the fixes and results in this file (see `amaoto sessions`); it is added to.", valueName: "file"),
        completion: .file(extensions: ["sqlite"]))
    var path: String?

    func name(in claims: inout OutputClaims) { claims.add(to: path, as: "--session") }
}
