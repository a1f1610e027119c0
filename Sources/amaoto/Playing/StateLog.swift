import RainSynthesis
import Sonification
import WholeFiles

/// The state log of a render: what the rain does and, where that is wanted, every drop and note, in the order of their
/// samples. What comes in is written at the next `flush`, when nothing before it can come any more.
final class StateLog {
    private let file: LineFile
    private var lines: [(sample: Int64, text: String)] = []

    /// - Parameter path: nil for no log.
    init?(_ path: String?, _ claims: OutputClaims, interrupts: Interrupts) throws {
        guard let path else { return nil }
        file = try LineFile(path, claims, interrupts: interrupts)
    }

    func take(_ record: StateRecord) {
        if record.silent.isEmpty { lines.append((record.sample, record.json)) }
    }

    func take(_ onset: SoundOnset) { lines.append((onset.sample, onset.json)) }

    /// Writes what has come in.
    func flush() {
        // Stable: of equal samples what the rain does comes before what it sounds like.
        let order = lines.indices.sorted { (lines[$0].sample, $0) < (lines[$1].sample, $1) }
        for index in order { file.write(lines[index].text) }
        lines.removeAll(keepingCapacity: true)
    }

    func close(interrupted: Bool) throws {
        flush()
        try file.close(interrupted: interrupted)
    }
}
