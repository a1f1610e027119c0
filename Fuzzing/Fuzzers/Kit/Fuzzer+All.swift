extension Fuzzer {
    /// Every fuzzer. One more is a file of its own and a line here.
    static let all: [Fuzzer] = [
        .gpx, .csv, .jsonLines, .anyTrack, .numbers,
        .nmea, .post, .geoJSONTrack, .google, .kml, .tcx, .mot,
        .liveAddress, .liveMessages,
        .gtfs, .gtfsZip, .openStreetMap, .geoJSON, .railwayFile, .railwayRows,
        .sessionFile, .sessionRows,
        .preset, .presetEditing,
        .openSoundControl, .studio, .keys, .appliedLog,
        .soundFile, .waveHead,
        .motion, .ride, .sonifier, .engine,
    ]
}
