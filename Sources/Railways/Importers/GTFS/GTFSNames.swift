// SPDX-License-Identifier: MIT
/// The translations of translations.txt in both its forms: by record id or by the text itself.
struct GTFSNames {
    private struct Key: Hashable {
        var table, field, key: String
    }
    private var byRecord: [Key: [LocalizedName.Entry]] = [:]
    private var byValue: [Key: [LocalizedName.Entry]] = [:]
    /// The language of the feed's own texts; empty if it does not specify one.
    private(set) var language = ""

    init(_ feed: GTFSFeed) throws(RailwayError) {
        // `mul` means that the texts are in several languages.
        for (name, column) in [("feed_info.txt", "feed_lang"), ("agency.txt", "agency_lang")] where language.isEmpty {
            guard let table = try feed.table(name, needs: []), try table.next() else { continue }
            let text = table.text(table.column(column))
            if text != "mul" { language = text }
        }
        guard let table = try feed.table("translations.txt", needs: ["translation"]) else { return }
        let translation = table.column("translation")
        let subject = table.column("table_name")
        let field = table.column("field_name")
        let record = table.column("record_id")
        let value = table.column("field_value")
        // The form used before 2019, where trans_id is the text.
        let old = table.column("trans_id")
        let language = table.column("language") ?? table.column("lang")
        while try table.next() {
            let entry = LocalizedName.Entry(language: table.text(language), text: table.text(translation))
            if entry.language.isEmpty || entry.text.isEmpty { continue }
            if old != nil {
                byValue[Key(table: "", field: "", key: table.text(old)), default: []].append(entry)
                continue
            }
            let key = Key(table: table.text(subject), field: table.text(field), key: table.text(record))
            if key.key.isEmpty {
                byValue[Key(table: key.table, field: key.field, key: table.text(value)), default: []].append(entry)
            } else {
                byRecord[key, default: []].append(entry)
            }
        }
    }

    /// A text in all languages, the feed's own first.
    func name(_ text: String, table: String, field: String, record: String) -> LocalizedName {
        var entries = [LocalizedName.Entry(language: language, text: text)]
        let found =
            (byRecord[Key(table: table, field: field, key: record)] ?? [])
            + (byValue[Key(table: table, field: field, key: text)] ?? []) + (byValue[Key(table: "", field: "", key: text)] ?? [])
        for entry in found {
            if entry.language == language {
                continue
            } else if language.isEmpty, entry.text == text {
                // This reveals the language of the text itself.
                entries[0].language = entry.language
            } else if !entries.contains(where: { $0.language == entry.language }) {
                entries.append(entry)
            }
        }
        return LocalizedName(entries)
    }
}
