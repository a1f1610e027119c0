// SPDX-License-Identifier: MIT
import Sonification

/// Sorts the records of several tracks by sample. Control side.
final class RecordOrder {
    private var records: [StateRecord] = []

    func take(_ record: StateRecord, of track: String?) {
        var record = record
        record.track = track ?? record.track
        records.append(record)
    }

    /// Passes on the collected records; those of equal samples in the order of the tracks.
    func give(to take: (StateRecord) -> Void) {
        let order = records.indices.sorted { (records[$0].sample, $0) < (records[$1].sample, $1) }
        for index in order { take(records[index]) }
        records.removeAll(keepingCapacity: true)
    }
}
