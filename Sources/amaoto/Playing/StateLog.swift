// SPDX-License-Identifier: MIT
import Platform
import RainSynthesis
import Sonification

/// The state log of a render: the events of the rain and, if requested, every drop and note, in the order of their samples.
/// Entries are written at the next `flush`, when no earlier one can follow.
final class StateLog {
    private let file: LineFile
    private var lines: [(sample: Int64, text: String)] = []

    /// - Parameter path: nil for no log.
    init?(_ path: String?, _ claims: OutputClaims, interrupts: Interrupts) throws {
        guard let path else { return nil }
        file = try LineFile(path, claims, interrupts: interrupts)
    }

    func append(_ record: StateRecord) {
        if record.silent.isEmpty { lines.append((record.sample, record.json)) }
    }

    func append(_ onset: SoundOnset) { lines.append((onset.sample, onset.json)) }

    func flush() {
        // Stable: at equal samples, events of the rain come before drops and notes.
        let order = lines.indices.sorted { (lines[$0].sample, $0) < (lines[$1].sample, $1) }
        for index in order { file.write(lines[index].text) }
        lines.removeAll(keepingCapacity: true)
    }

    func close(interrupted: Bool, reportingTo console: Console) throws {
        flush()
        try file.close(interrupted: interrupted, reportingTo: console)
    }
}
