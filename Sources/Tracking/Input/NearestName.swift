// SPDX-License-Identifier: MIT
/// Finds the known name that was probably meant.
package enum NearestName {
    /// The closest of `names` by edit distance (insert, delete, change, swap), or nil if none is close: at most `edits` away, or
    /// else two or a third of the word's letters, and never more than half of them. Of equally close names one with the same first
    /// letter is preferred. The `key` of a name is what is compared.
    package static func of(
        _ word: String, in names: [String], edits: Int? = nil, key: (String) -> String = { $0.lowercased() }
    ) -> String? {
        let letters = Array(key(word).unicodeScalars.prefix(64))
        let limit = edits ?? max(2, letters.count / 3)
        var best: (name: String, score: Int)?
        for name in names {
            let other = Array(key(name).unicodeScalars)
            let distance = distance(letters, other)
            let score = 2 * distance + (letters.first == other.first ? 0 : 1)
            if distance <= limit, 2 * distance <= max(letters.count, other.count), score < best?.score ?? .max { best = (name, score) }
        }
        return best?.name
    }

    /// The column that was probably meant, whose header may also have a unit: `rain (mm)` or `Rain mm` for `rain`.
    package static func column(_ name: String, in columns: [String]) -> String? {
        of(name, in: columns) { $0.prefix { $0 != "(" && $0 != "[" }.lowercased() }
            ?? columns.first { $0.lowercased().hasPrefix(name.lowercased() + " ") }
    }

    /// The advice that goes with an unknown name: the name that was probably meant, or else `other`.
    package static func remedy(_ word: String, in names: [String], else other: @autoclosure () -> String) -> String {
        of(word, in: names).map { "did you mean \($0)?" } ?? other()
    }

    private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
        if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
        var beforeLast = [Int](repeating: 0, count: b.count + 1)
        var last = Array(0...b.count)
        for i in 1...a.count {
            var row = [i] + [Int](repeating: 0, count: b.count)
            for j in 1...b.count {
                row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
                if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
                    row[j] = min(row[j], beforeLast[j - 2] + 1)
                }
            }
            (beforeLast, last) = (last, row)
        }
        return last[b.count]
    }
}
