import ArgumentParser
import Sonification
import WholeFiles

/// Options that name files: what of them is read and what is written, said in one place. Every option that completes a file or a
/// folder is named here or in the command that has it; a test holds them against each other.
protocol FileNaming {
    func name(in claims: inout OutputClaims)
}

/// A command that writes files.
protocol FileWritingCommand: ParsableCommand, FileNaming {
    var writing: WritingOptions { get }
}

extension FileWritingCommand {
    /// What it reads and writes, whether that goes together or not.
    var claims: OutputClaims {
        var claims = OutputClaims(overwrites: writing.overwrites)
        name(in: &claims)
        return claims
    }

    /// The same, looked at before any work is done.
    /// - Throws: `OutputRefusal`.
    func checkedClaims() throws -> OutputClaims {
        let claims = claims
        try claims.check()
        return claims
    }
}

extension OutputClaims {
    /// A preset with all that it extends.
    mutating func read(preset reference: String) {
        for file in PresetLibrary.standard.files(of: reference) { read(file) }
    }
}
