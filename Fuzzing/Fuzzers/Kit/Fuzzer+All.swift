// SPDX-License-Identifier: MIT
extension Fuzzer {
    /// Every fuzzer. A new one needs a file and a line here.
    static let all: [Fuzzer] = [
        .gpx, .csv, .jsonLines, .anyTrack, .numbers,
        .nmea, .post, .geoJSONTrack, .google, .kml, .kmz, .tcx, .igc, .mot,
        .liveAddress, .liveMessages, .regions, .landmarks,
        .gtfs, .gtfsZip, .openStreetMap, .geoJSON, .railwayFile, .railwayRows,
        .sessionFile, .sessionRows,
        .preset, .presetEditing,
        .openSoundControl, .remote, .studio, .socket, .keys, .appliedLog,
        .soundFile, .waveHead,
        .motion, .ride, .liveTracks, .sonifier, .engine, .ensemble,
    ]
}
