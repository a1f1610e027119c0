// SPDX-License-Identifier: MIT
/// An export format for a session.
public enum SessionFormat: String, Sendable, CaseIterable {
    /// GPX 1.1 of one track; reading it back restores every field that GPX can hold.
    case gpx
    /// A table with a header: the fix without its segment, its further columns, and the tracker's results.
    case csv
    /// The lines that `track` printed during the recording, byte for byte.
    case jsonl
}
