// SPDX-License-Identifier: MIT
import Glibc

/// Files for readers that require a path.
enum FuzzFolder {
    /// The folder that Scripts/fuzz makes in memory for each fuzzer; a test has one for each run.
    @TaskLocal static var path = getenv("AMAOTO_FUZZ_FOLDER").map { String(cString: $0) } ?? "/tmp"

    /// Writes one file and returns its path.
    static func file(_ name: String, _ bytes: some Collection<UInt8>) -> String {
        let place = "\(path)/\(name)"
        let descriptor = open(place, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        expect(descriptor >= 0, "\(place) cannot be made")
        let contents = Array(bytes)
        var done = 0
        while done < contents.count {
            let count = contents[done...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            expect(count > 0, "no room for \(place)")
            done += count
        }
        close(descriptor)
        return place
    }

    /// A folder of files. Existing files with these names that are not given are removed.
    static func folder(_ name: String, _ files: [(name: String, bytes: ArraySlice<UInt8>)], of names: [String]) -> String {
        let place = "\(path)/\(name)"
        mkdir(place, 0o700)
        for name in names where !files.contains(where: { $0.name == name }) { unlink("\(place)/\(name)") }
        for file in files where names.contains(file.name) { _ = self.file("\(name)/\(file.name)", file.bytes) }
        return place
    }
}
