// SPDX-License-Identifier: MIT
import PlainText

/// The names of columns and keys that name the track of a position.
enum TrackNames {
    /// Keys (`ColumnMeaning.key`) that mean it in every source; the first one present wins.
    static let certain = [
        "trackid", "objectid", "personid", "vehicleid", "deviceid", "tid", "mmsi", "vehicle", "device", "icao24", "taxiid",
        "trainnumber",
        "individuallocalidentifier", "taglocalidentifier",
    ]
    /// The maximum length of a track's name in bytes.
    static let longest = 128

    /// The name that a text in UTF-8 gives a track: as much of it as a name may have.
    static func name(_ text: some RandomAccessCollection<UInt8>) -> String { String(utf8: text, atMost: longest) }
}
