/// A format in which a session is given to other programs.
public enum SessionFormat: String, Sendable, CaseIterable {
    /// GPX 1.1, read back with every field that GPX can hold.
    case gpx
    /// A table with a header: the fix, its further columns, and what the tracker said.
    case csv
    /// The lines of `track`, byte for byte as they were when it was recorded.
    case jsonl
}
