// SPDX-License-Identifier: MIT

extension Railway {
    /// The id of a part of a line that is not its main run: `U2:2`.
    static func id(ofPart number: Int, of line: String) -> String { "\(line):\(number)" }

    /// The id of the line of which this is a part, if its own id is that of a part.
    var lineId: String? {
        guard let colon = id.lastIndex(of: ":"), Int(id[id.index(after: colon)...]) != nil else { return nil }
        return String(id[..<colon])
    }
}

extension RailwayMap {
    /// The lines that branch: the railways that an importer made of each, the main run first, as indexes into `railways`.
    var branchedLines: [[Int]] {
        let numbers = Dictionary(railways.enumerated().map { ($1.id, $0) }) { first, _ in first }
        var parts: [Int: [Int]] = [:]
        for (number, railway) in railways.enumerated() {
            guard let main = railway.lineId.flatMap({ numbers[$0] }), railways[main].code == railway.code else { continue }
            parts[main, default: [main]].append(number)
        }
        return parts.keys.sorted().compactMap { parts[$0] }
    }

    /// The railways that make up a line: its main run with its branches. Another railway, such as a branch, is alone.
    func parts(of railway: Int) -> [Int] { branchedLines.first { $0.first == railway } ?? [railway] }

    /// The given railways without the branches of lines whose main run is given too.
    func withoutBranches(_ railways: [Int]) -> [Int] {
        guard railways.count > 1 else { return railways }
        let branches = branchedLines.filter { $0.first.map(railways.contains) ?? false }.flatMap { $0.dropFirst() }
        return railways.filter { !branches.contains($0) }
    }
}
