/// The name among `names` that is fewest edits away (Levenshtein), when at most `edits`, or else a third of its letters, differ.
func nearestName(to wanted: String, among names: [String], edits: Int? = nil) -> String? {
    var best: (name: String, distance: Int)?
    for name in names {
        let distance = editDistance(Array(wanted.lowercased().utf8), Array(name.lowercased().utf8))
        if distance < best?.distance ?? .max { best = (name, distance) }
    }
    guard let best, best.distance <= edits ?? max(2, wanted.utf8.count / 3), best.distance < wanted.utf8.count else { return nil }
    return best.name
}

private func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var row = Array(0...b.count)
    for (i, x) in a.enumerated() {
        var diagonal = row[0]
        row[0] = i + 1
        for (j, y) in b.enumerated() {
            let above = row[j + 1]
            row[j + 1] = min(above + 1, row[j] + 1, diagonal + (x == y ? 0 : 1))
            diagonal = above
        }
    }
    return row[b.count]
}
