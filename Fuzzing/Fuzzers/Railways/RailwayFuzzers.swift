// SPDX-License-Identifier: MIT
import Tracking

@testable import Railways

extension Fuzzer {
    /// The tables of a feed in sequence, each under a line `=== NAME`.
    static let gtfs = Fuzzer("gtfs", longest: 8192) { bytes in
        let names = [
            "stops.txt", "routes.txt", "trips.txt", "stop_times.txt", "shapes.txt", "agency.txt", "feed_info.txt",
            "translations.txt", "attributions.txt", "calendar.txt", "calendar_dates.txt",
        ]
        let folder = FuzzFolder.folder("gtfs", sections(bytes), of: names)
        MapProperties.check(GTFSImporter(path: folder))
    }
    static let gtfsZip = Fuzzer("gtfs-zip", longest: 8192) { bytes in
        MapProperties.check(GTFSImporter(path: FuzzFolder.file("feed.zip", bytes)))
    }
    static let openStreetMap = Fuzzer("osm", longest: 8192) { bytes in
        let path = FuzzFolder.file("map.osm", bytes), head = Array(bytes.prefix(4096))
        // Sources that need `osmium` go to another program.
        guard OSMImporter.reads(path, head: head), !OSMConversion.isNeeded(path, head: head) else { return }
        MapProperties.check(OSMImporter(path: path))
    }
    /// Sections and stations of MLIT's N02 in one file.
    static let geoJSON = Fuzzer("n02", longest: 8192) { bytes in
        MapProperties.check(N02Importer(path: FuzzFolder.file("n02.geojson", bytes)))
    }
    /// A damaged database, byte by byte.
    static let railwayFile = Fuzzer("railway-file", longest: 40_960) { bytes in
        let path = FuzzFolder.file("railways.sqlite", bytes)
        MapProperties.check(DatabaseImporter(path: path))
    }
    /// An intact database with rows that our writer never makes.
    static let railwayRows = Fuzzer("railway-rows", longest: 512) { bytes in
        let path = FuzzFolder.file("rows.sqlite", RowDamage.railways)
        guard RowDamage.apply(bytes, to: path) else { return }
        MapProperties.check(DatabaseImporter(path: path))
    }

    private static func sections(_ bytes: [UInt8]) -> [(name: String, bytes: ArraySlice<UInt8>)] {
        var sections: [(name: String, bytes: ArraySlice<UInt8>)] = []
        var rest = bytes[...]
        let mark = Array("=== ".utf8)
        while let start = rest.firstRange(of: mark) {
            let name = rest[start.upperBound...].prefix { $0 != 10 }
            let body = rest[name.endIndex...].dropFirst()
            let end = body.firstRange(of: mark)?.lowerBound ?? body.endIndex
            sections.append((String(decoding: name, as: UTF8.self), body[..<end]))
            rest = body[end...]
        }
        return sections
    }
}
