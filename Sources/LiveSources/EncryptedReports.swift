// SPDX-License-Identifier: MIT

/// Drops the reports that OwnTracks has encrypted, with a key that only its user has, and says once what they are: the senders
/// seem to work, and no position comes. Any thread.
struct EncryptedReports: Sendable {
    private let drops: DropCounter

    init(title: String, notice: @escaping @Sendable (String) -> Void) {
        drops = DropCounter(title: title, items: "encrypted messages of OwnTracks", notice: notice)
    }

    /// The reports without the encrypted ones.
    func removed(from reports: [[UInt8]]) -> [[UInt8]] {
        let readable = reports.filter { !Self.isEncrypted($0) }
        if readable.count < reports.count {
            drops.add(
                "an encrypted message of OwnTracks was dropped; delete the encryption key in the app's settings",
                times: reports.count - readable.count)
        }
        return readable
    }

    func reportTotal() { drops.reportTotal() }

    /// `{"_type":"encrypted","data":"..."}` (https://owntracks.org/booklet/features/encrypt/); the data is Base64.
    private static func isEncrypted(_ report: [UInt8]) -> Bool {
        report.contains("\"_type\"".utf8) && report.contains("\"encrypted\"".utf8)
    }
}
