// SPDX-License-Identifier: MIT
import PlainText

/// The rail routes of a feed, with the routes that passengers consider one line merged.
struct GTFSRoutes {
    /// In the order of the table, without trains.
    private(set) var lines: [LineSource] = []
    /// The index in `lines` for the id of each rail route.
    private(set) var numbers: [String: Int] = [:]
    private(set) var notes: [String] = []

    init(_ feed: GTFSFeed, names: GTFSNames) throws(RailwayError) {
        guard let table = try feed.table("routes.txt", needs: ["route_id", "route_type"]) else { return }
        let id = table.column("route_id")
        let type = table.column("route_type")
        let short = table.column("route_short_name")
        let long = table.column("route_long_name")
        let agency = table.column("agency_id")
        let color = table.column("route_color")
        var others: [Int: Int] = [:]
        var indices: [[String]: Int] = [:]
        var merged: [Int: [String]] = [:]
        while try table.next() {
            let route = table.text(id)
            guard let kind = table.csv.integer(type), !route.isEmpty else {
                notes.append("routes.txt:\(table.csv.line): a route without id or type was ignored")
                continue
            }
            if numbers[route] != nil {
                notes.append("routes.txt:\(table.csv.line): duplicate id \(route); the first one is used")
                continue
            }
            guard let mode = RailwayMode(routeType: kind) else {
                others[kind, default: 0] += 1
                continue
            }
            let code = table.text(short)
            let title = table.text(long)
            // Feeds split a line into routes by season or operator's contract; passengers know it by its number.
            let line =
                code.isEmpty ? [table.text(agency), "", title.isEmpty ? route : title] : [table.text(agency), code, "\(kind)"]
            if let known = indices[line] {
                numbers[route] = known
                merged[known, default: []].append(route)
                continue
            }
            indices[line] = lines.count
            numbers[route] = lines.count
            lines.append(
                LineSource(
                    id: route, name: Self.name(code, title, route, names), code: code.isEmpty ? nil : code,
                    color: Self.color(table.text(color)), mode: mode, specifiesDirections: true))
        }
        for index in merged.keys.sorted() {
            notes.append("\(lines[index].id) and \((merged[index] ?? []).joined(separator: ", ")) were merged into one line")
        }
        if !others.isEmpty {
            let kinds = others.keys.sorted().map { "\(others[$0] ?? 0) of type \($0)" }.joined(separator: ", ")
            notes.append("routes other than rail were ignored: \(kinds)")
        }
        if lines.isEmpty {
            throw RailwayError(
                kind: .empty, source: feed.path, place: "routes.txt",
                message: others.isEmpty
                    ? "the feed has no routes" : "the feed has no rail routes, only \(others.values.reduce(0, +)) others",
                remedy: "rail routes have the types 0, 1, 2, 5, 7, 12, 100-117, 400-405, 900-906 and 1400")
        }
    }

    /// `U1 Langwasser – Fürth`: the number and the name, in every language.
    private static func name(_ short: String, _ long: String, _ id: String, _ names: GTFSNames) -> LocalizedName {
        let shorts = names.name(short, table: "routes", field: "route_short_name", record: id)
        let longs = names.name(long, table: "routes", field: "route_long_name", record: id)
        if short.isEmpty, long.isEmpty { return LocalizedName([.init(language: names.language, text: id)]) }
        if long.isEmpty || long == short { return shorts }
        if short.isEmpty { return longs }
        let languages = (longs.entries + shorts.entries).map(\.language)
        return LocalizedName(
            languages.uniqued().map { language in
                let code = shorts[language] ?? short
                let title = longs[language] ?? long
                return LocalizedName.Entry(language: language, text: hasWord(title, code) ? title : "\(code) \(title)")
            })
    }

    /// Whether a title contains a code as a word of its own: `Line B` does, `Ciudad Azteca - Buenavista` does not.
    private static func hasWord(_ title: String, _ code: String) -> Bool {
        func words(_ text: String) -> [Substring] { text.split { !$0.isLetter && !$0.isNumber } }
        let wanted = words(code)
        let all = words(title)
        guard !wanted.isEmpty, all.count >= wanted.count else { return title.contains(code) }
        return (0...all.count - wanted.count).contains { all[$0..<$0 + wanted.count].elementsEqual(wanted) }
    }

    /// `#` and six hexadecimal digits; grey if the text is not a colour.
    private static func color(_ text: String) -> String {
        let digits = text.hasPrefix("#") ? String(text.dropFirst()) : text
        guard digits.count == 6, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return Railway.unknownColor }
        return "#" + digits.uppercased()
    }
}
