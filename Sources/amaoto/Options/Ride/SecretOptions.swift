// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation
import HTTPListening
import Platform

/// The secrets of live sources. Each may come from a file, the environment or the command line, in decreasing order of safety:
/// everyone on the machine can read the command line.
struct SecretOptions: ParsableArguments {
    private static let longest = 4096

    @Option(help: ArgumentHelp("Shared secret for posts to http://; required beyond loopback (or $AMAOTO_TOKEN).", valueName: "secret"))
    var token: String?

    @Option(help: ArgumentHelp("File whose first line is the shared secret.", valueName: "file"))
    var tokenFile: String?

    @Option(help: ArgumentHelp("File whose first line is the password for mqtt://USER@HOST (or $AMAOTO_MQTT_PASSWORD).", valueName: "file"))
    var passwordFile: String?

    /// Whether one is given on the command line, directly or as a file.
    var namesToken: Bool { token != nil || tokenFile != nil }
    var namesPassword: Bool { passwordFile != nil }

    func validate() throws {
        if token != nil, tokenFile != nil { throw ValidationError("Give --token or --token-file, not both.") }
        if token == "" { throw ValidationError("--token is empty, which would admit everyone; give a secret, or --token-file FILE.") }
    }

    /// Nil where there is none.
    func readToken() throws -> Secret? {
        if let token { return Secret(token) }
        return try read(tokenFile, of: "--token-file", else: "AMAOTO_TOKEN")
    }

    func readPassword() throws -> Secret? {
        try read(passwordFile, of: "--password-file", else: "AMAOTO_MQTT_PASSWORD")
    }

    /// The secret in a file, or else in a variable of the environment.
    private func read(_ file: String?, of option: String, else variable: String) throws -> Secret? {
        if let file {
            // `read` returns nil for an empty file.
            guard let handle = FileHandle(forReadingAtPath: file),
                let bytes = try? handle.read(upToCount: Self.longest) ?? Data()
            else {
                throw Failure("\(option): \(file) cannot be read (\(errnoText(errno))); check its name and permissions", .usage)
            }
            let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
            guard let secret = Secret(String(decoding: line, as: UTF8.self)) else {
                throw Failure("\(option): the first line of \(file) is empty; write the secret there", .usage)
            }
            return secret
        }
        guard let text = ProcessInfo.processInfo.environment[variable] else { return nil }
        guard let secret = Secret(text) else {
            throw Failure("\(variable) is empty; set it to the secret, or unset it", .usage)
        }
        return secret
    }
}
