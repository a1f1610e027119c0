// SPDX-License-Identifier: MIT
import Foundation
import Platform
import TestTraits

/// One attempt at overwriting something: a folder in which each name is a file, a link or nothing, the writes of a command, and
/// an intruder that moves files about between the check and the renaming.
final class OutputAttempt {
    struct Outcome {
        let word: String
        /// Descriptions of what was lost.
        let harm: [String]
    }

    /// A file that is held open, so that its fate shows even when its last name is gone.
    private struct Held {
        let descriptor: Int32
        let identity: FileIdentity
        let content: String
        let links: Int
        /// Its names in the folder.
        let names: [String]

        init?(_ path: String, names: [String]) {
            descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
            var status = stat()
            guard descriptor >= 0, fstat(descriptor, &status) == 0 else { return nil }
            identity = FileIdentity(status)
            links = Int(status.st_nlink)
            self.names = names
            content = Self.read(descriptor)
        }

        /// Nil if everything is unchanged.
        /// - Parameter replaced: names that may have been given to another file.
        func loss(replaced: Set<String>) -> String? {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { return "\(names) cannot be looked at" }
            // A file kept from an earlier run may be rewritten where all of it may be replaced.
            if !names.isEmpty, names.allSatisfy(replaced.contains) { return nil }
            if Self.read(descriptor) != content { return "\(names) was written over" }
            return Int(status.st_nlink) < links - names.count(where: replaced.contains) ? "\(names) has lost a name" : nil
        }

        private static func read(_ descriptor: Int32) -> String {
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = pread(descriptor, &bytes, bytes.count, 0)
            return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        }
    }

    private let folder: String
    /// The files that were there, and those that the intruder has put there since.
    private var held: [Held] = []
    /// The files that the command itself made.
    private var made: [Held] = []
    /// The target of each link.
    private var links: [String: String] = [:]

    static let names = [
        "ride.gpx", "a.wav", "A.WAV", "a.partial.wav", "b.json", "b.partial.json", "c.yaml", "d.sqlite", "d.sqlite-wal", "inner/a.wav",
        "missing/n.wav",
    ]

    /// One of the names, in one of its spellings.
    static func name(in folder: String, using random: inout SplitMix) -> String {
        let name = names[Int.random(in: 0..<names.count, using: &random)]
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return folder + "/./" + name
        case 1: return folder + "/inner/../" + name
        case 2: return folder + "//" + name
        case 3: return folder + "/way/../" + name
        case 4 where name.hasPrefix("inner/"): return folder + "/way/" + name.dropFirst(6)
        default: return folder + "/" + name
        }
    }

    /// Recreates the folder.
    init(in folder: String, _ number: Int, using random: inout SplitMix) throws {
        self.folder = folder
        try? FileManager.default.removeItem(atPath: folder)
        try FileManager.default.createDirectory(atPath: folder + "/inner", withIntermediateDirectories: true)
        symlink("inner", folder + "/way")
        var files: [String] = []
        for name in Self.names where !name.hasPrefix("missing/") {
            let path = folder + "/" + name
            switch Int.random(in: 0..<10, using: &random) {
            case 0...4:
                Self.put(
                    name == "c.yaml" ? "preset: 1\nplace: outdoor\n" : name == "ride.gpx" ? Self.track : "\(name) of try \(number)", path)
                files.append(path)
            case 5: if let other = files.randomElement(using: &random), link(other, path) == 0 { files.append(path) }
            case 6: if let other = files.randomElement(using: &random) { leads(path, to: other) }
            case 7: leads(path, to: folder + "/" + Self.names[Int.random(in: 0..<Self.names.count, using: &random)])
            default: break
            }
        }
        var leftovers: Set<FileIdentity> = []
        // The leftover of a killed run: it may be lost.
        if let path = files.first(where: { $0.hasSuffix("a.partial.wav") }), Bool.random(using: &random), let identity = FileIdentity(path)
        {
            chmod(path, 0o1644)
            leftovers.insert(identity)
        }
        for (identity, paths) in Dictionary(grouping: files, by: { FileIdentity($0) }) {
            guard let identity, !leftovers.contains(identity) || paths.count > 1, let file = Held(paths[0], names: paths) else { continue }
            held.append(file)
        }
    }

    deinit { for file in held { close(file.descriptor) } }

    private func leads(_ path: String, to target: String) {
        if path != target, symlink(target, path) == 0 { links[path] = target }
    }

    private static func put(_ text: String, _ path: String) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { return }
        _ = text.withCString { write(descriptor, $0, strlen($0)) }
        close(descriptor)
    }

    private static let track = """
        <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg><trkpt lat="35" lon="139"><time>2026-01-01T00:00:00Z</time>\
        </trkpt><trkpt lat="35.0001" lon="139"><time>2026-01-01T00:00:05Z</time></trkpt></trkseg></trk></gpx>
        """

    // MARK: As a command does it

    func run(_ claims: OutputClaims, using random: inout SplitMix) -> Outcome {
        let inputs = Self.inputs(of: claims)
        do throws(OutputRefusal) { try claims.check() } catch {
            return Outcome(word: error.isOfUsage ? "clash" : "in the way", harm: harm(claims, inputs, mayReplace: false))
        }
        for folder in claims.added where claims.written.contains(where: { $0.hasPrefix(folder + "/") }) { mkdir(folder, 0o755) }
        var word = "written"
        var harm: [String] = []
        // Some are open together, such as a sound and its logs; some come at the end, such as the figures.
        var open: [AtomicFile] = []
        for path in claims.written where path.hasPrefix(folder + "/") && OutputTarget(path) == .file {
            guard let file = try? AtomicFile(path, claims) else {
                word = "in the way"
                continue
            }
            try? file.write(Self.wanted(path).utf8)
            open.append(file)
            if Bool.random(using: &random) { end(open.removeLast(), claims, &word, &harm, using: &random) }
        }
        for file in open.shuffled(using: &random) { end(file, claims, &word, &harm, using: &random) }
        return Outcome(word: word, harm: harm + self.harm(claims, inputs, mayReplace: claims.overwrites))
    }

    private static func wanted(_ path: String) -> String { "what \(path) is to hold" }

    private func end(_ file: AtomicFile, _ claims: OutputClaims, _ word: inout String, _ harm: inout [String], using random: inout SplitMix)
    {
        meddle(file.path, claims, using: &random)
        var place: String?
        if Int.random(in: 0..<4, using: &random) == 0 {
            place = try? file.keep()
        } else {
            do throws(SystemFault) {
                try file.finish()
                place = file.path
            } catch { place = error.kept }
        }
        guard let place else { return word = "in the way" }
        if place != file.path { word = "kept beside" }
        guard let whole = Held(place, names: [place]), whole.content == Self.wanted(file.path) else {
            return harm.append("\(place) does not hold what was written")
        }
        made.append(whole)
    }

    /// The intruder takes the name just before it is assigned.
    private func meddle(_ name: String, _ claims: OutputClaims, using random: inout SplitMix) {
        let victim = (claims.inputPaths + claims.written).randomElement(using: &random) ?? name
        var status = stat()
        // Only onto a free name, so that the intruder itself destroys nothing.
        guard lstat(name, &status) != 0 else { return }
        switch Int.random(in: 0..<8, using: &random) {
        case 0:
            Self.put("a stranger", name)
            if let stranger = Held(name, names: [Self.canonical(name)]) { held.append(stranger) }
        case 1: link(victim, name)
        case 2: symlink(victim, name)
        case 3:
            links[Self.canonical(victim)] = nil
            rename(victim, name)
        default: break
        }
    }

    // MARK: What became of it

    /// The files that a command reads, before the intruder moves them.
    static func inputs(of claims: OutputClaims) -> Set<FileIdentity> { Set(claims.inputPaths.compactMap { FileIdentity($0) }) }

    /// The losses among the original files.
    /// - Parameter mayReplace: whether -y let the outputs take their names from other files; never from an input.
    func harm(_ claims: OutputClaims, _ inputs: Set<FileIdentity>, mayReplace: Bool) -> [String] {
        let own = mayReplace ? Set(claims.written.flatMap { [Self.canonical($0), Self.canonical(Self.partial($0))] }) : []
        var harm =
            held.compactMap { $0.loss(replaced: inputs.contains($0.identity) ? [] : own) } + made.compactMap { $0.loss(replaced: []) }
        for (path, target) in links where !own.contains(path) {
            if (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != target {
                harm.append("\(path) leads to \(target) no more")
            }
        }
        for file in made { close(file.descriptor) }
        made = []
        return harm
    }

    /// The canonical path of the name itself, in its real folder.
    private static func canonical(_ path: String) -> String {
        let name = (path as NSString).lastPathComponent
        guard let folder = realpath((path as NSString).deletingLastPathComponent, nil) else { return path }
        defer { free(folder) }
        return String(cString: folder) + "/" + name
    }

    private static func partial(_ path: String) -> String {
        let name = (path as NSString).lastPathComponent as NSString
        let beside = name.pathExtension.isEmpty ? "\(name).partial" : "\(name.deletingPathExtension).partial.\(name.pathExtension)"
        return ((path as NSString).deletingLastPathComponent as NSString).appendingPathComponent(beside)
    }
}
