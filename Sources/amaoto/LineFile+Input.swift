import Foundation

extension LineFile {
    /// Refuses to replace what is being read: the only copy of a log would be gone.
    static func refuse(_ output: String, asInput input: String) throws {
        guard output != "-", isSame(output, input) else { return }
        throw Failure("\(output): it is the input too; write to another file", exitCode: ExitStatus.usage)
    }

    /// Whether two paths lead to one file.
    static func isSame(_ a: String, _ b: String) -> Bool {
        var first = stat(), second = stat()
        guard stat(a, &first) == 0, stat(b, &second) == 0 else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino && first.st_mode & S_IFMT == S_IFREG
    }
}
