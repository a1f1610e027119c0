// SPDX-License-Identifier: MIT
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
}
