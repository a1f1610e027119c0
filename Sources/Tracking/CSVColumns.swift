/// Decides which column of a header is which.
struct CSVColumns {
    struct Choice {
        var meanings: [ColumnMeaning?]
        var time: Int
        var date: Int?
        /// Columns read into the fix itself.
        var used: [Int]
        var hasPositions: Bool
        /// The columns of a position that is not on Earth; they are extra columns as well.
        var plane: (x: Int, y: Int, scale: PlaneScale?)?
        /// Whose position it is.
        var track: Int?
    }

    let names: [String]
    var source = ""
    var line = 1

    init(names: [String]) { self.names = names }

    var listed: String { Self.listed(names) }

    /// Names as a message lists them: the first of them, each cut where nobody would read on.
    static func listed(_ names: [String]) -> String {
        let shown = names.prefix(40).map { $0.isEmpty ? "(blank)" : String($0.prefix(60)) }.joined(separator: ", ")
        return names.count > 40 ? "\(shown) and \(names.count - 40) more" : shown
    }

    /// Names of columns that hold words or numbers of no use over time.
    static func isWords(_ name: String) -> Bool {
        ["id", "name", "provider", "annotation", "profilename", "comment", "description", "timeoffset", "starttimestampms"]
            .contains(ColumnMeaning.key(name))
    }

    func choose() throws(InputFault) -> Choice {
        let meanings = names.map { ColumnMeaning(named: $0) }
        if names.allSatisfy({ var name = $0; return name.withUTF8 { DecimalText.double($0) != nil || TimeText.iso8601($0) != nil } }) {
            throw fault("the first line holds values, not the names of columns", "give it a header such as time,lat,lon,speed")
        }
        if names.count == 1 {
            throw fault(
                "one column alone, \(listed)", "separate the columns by comma, semicolon or tab and name them, such as time,lat,lon")
        }
        let date = meanings.firstIndex(of: .date)
        guard let time = timeColumn(meanings) ?? date else { throw missing("time") }
        var used: [Int] = []
        func take(_ matches: (ColumnMeaning) -> Bool) -> Bool {
            guard let index = meanings.firstIndex(where: { $0.map(matches) ?? false }) else { return false }
            used.append(index)
            return true
        }
        let latitude = take { $0 == .latitude }
        let longitude = take { $0 == .longitude }
        if latitude != longitude { throw missing(latitude ? "lon" : "lat") }
        if !latitude, let like = likeness(of: ["lat", "latitude", "lon", "lng", "longitude"]) {
            // A misspelt position must not turn the ride into a table of numbers.
            throw missing(like.wanted)
        }
        var plane: (x: Int, y: Int, scale: PlaneScale?)?
        if !latitude, let x = meanings.firstIndex(where: { if case .planeX? = $0 { true } else { false } }),
            let y = meanings.firstIndex(where: { if case .planeY? = $0 { true } else { false } }), case .planeX(let scale)? = meanings[x]
        {
            plane = (x, y, scale)
        }
        _ = take { if case .speed = $0 { true } else { false } }
        let track = trackColumn(meanings, isPlane: plane != nil)
        if let course = meanings.indices.first(where: { meanings[$0] == .course && $0 != track }) { used.append(course) }
        let accuracy = take { $0 == .accuracy }
        if !accuracy { _ = take { $0 == .dilution } }
        _ = take { if case .altitude = $0 { true } else { false } }
        return Choice(
            meanings: meanings.enumerated().map { index, meaning in
                index == time && meaning == .date ? .time(unit: nil) : meaning
            },
            time: time, date: time == date ? nil : date, used: used, hasPositions: latitude || plane != nil, plane: plane, track: track)
    }

    /// The column that says whose position it is. `track` is mostly a course, and `id` mostly counts rows, but beside x and y.
    private func trackColumn(_ meanings: [ColumnMeaning?], isPlane: Bool) -> Int? {
        let keys = names.map { ColumnMeaning.key($0) }
        for name in ["trackid", "objectid", "personid", "vehicleid", "deviceid", "tid", "mmsi", "vehicle", "device"] {
            if let index = keys.firstIndex(of: name) { return index }
        }
        for name in ["id", "track", "name"] where isPlane { if let index = keys.firstIndex(of: name) { return index } }
        guard let index = keys.firstIndex(of: "track") else { return nil }
        return meanings.indices.contains { meanings[$0] == .course && $0 != index } ? index : nil
    }

    /// The first plain time column, else the first with a unit of its own.
    private func timeColumn(_ meanings: [ColumnMeaning?]) -> Int? {
        meanings.firstIndex { $0 == .time(unit: nil) }
            ?? meanings.firstIndex { if case .time? = $0 { true } else { false } }
    }

    private func likeness(of wanted: [String]) -> (wanted: String, found: String)? {
        for want in wanted where want.utf8.count > 3 {
            let free = names.filter { ColumnMeaning(named: $0) == nil }
            if let found = NearestName.of(want, in: free, edits: 1) { return (want, found) }
        }
        return nil
    }

    private func missing(_ name: String) -> InputFault {
        let synonyms: [String] =
            switch name {
            case "time": ["time", "timestamp", "datetime"]
            case "lat", "latitude": ["lat", "latitude"]
            default: ["lon", "lng", "longitude"]
            }
        let free = names.filter { ColumnMeaning(named: $0) == nil }
        let near = synonyms.lazy.compactMap { NearestName.of($0, in: free) }.first
        let remedy = near.map { "rename '\($0)' to \(name) if that is what it holds" } ?? "add a column \(name)"
        return fault("no column \(name); the columns are \(listed)", remedy)
    }

    private func fault(_ message: String, _ remedy: String) -> InputFault {
        InputFault(kind: .missing, source: source, line: line, column: 1, message: message, remedy: remedy)
    }
}
