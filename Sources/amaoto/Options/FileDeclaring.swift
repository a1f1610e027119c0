// SPDX-License-Identifier: MIT
import ArgumentParser
import Platform
import Sonification

/// Options that name files: declares in one place which are read and which are written. Every option that completes a file or a
/// folder is named here or in its command; a test compares the two.
protocol FileDeclaring {
    func declareFiles(in claims: inout OutputClaims)
}

/// A command that writes files.
protocol FileWritingCommand: ParsableCommand, FileDeclaring {
    var writing: WritingOptions { get }
}

extension FileWritingCommand {
    /// The files that the command reads and writes, unchecked.
    var claims: OutputClaims {
        var claims = OutputClaims(overwrites: writing.overwrites)
        declareFiles(in: &claims)
        return claims
    }

    /// The files that the command reads and writes, checked for conflicts before any work is done.
    /// - Throws: `OutputRefusal`.
    func checkedClaims() throws -> OutputClaims {
        let claims = claims
        try claims.check()
        return claims
    }
}

extension OutputClaims {
    /// Adds a preset and everything that it extends.
    mutating func read(preset reference: String) {
        for file in PresetLibrary.standard.files(of: reference) { read(file) }
    }
}
