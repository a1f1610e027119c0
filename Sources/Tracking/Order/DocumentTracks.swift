// SPDX-License-Identifier: MIT
/// One of the tracks of a document that may hold several: a `trk` of GPX, a `Placemark` with tracks of KML, an `Activity` of TCX, a
/// line of GeoJSON.
public struct DocumentTrack: Equatable, Sendable {
    /// Its name in the document; nil if it has none.
    var name: String?
    /// The number of fixes in the document before it.
    var start = 0
}

/// Distinguishes the objects of a document with several tracks. Tracks one after the other are parts of one journey; tracks at the same
/// time are those of several objects, such as two riders whose rides were merged into one file.
struct DocumentTracks {
    /// The maximum number of tracks of a document that are distinguished.
    static let most = 4096
    /// Two tracks are at the same time if they share over half of the shorter one, or over this many seconds.
    private static let longestShared = 60.0

    private struct Span {
        let track: DocumentTrack
        /// The place of its first fix among those that are kept.
        let place: Int
        var first, last: TrackTime

        func isBeside(_ other: Span) -> Bool {
            let shared = min(last, other.last).seconds(since: max(first, other.first))
            let shorter = min(last.seconds(since: first), other.last.seconds(since: other.first))
            return shared > min(longestShared, shorter / 2)
        }
    }

    private var spans: [Span] = []
    private var fixCount = 0

    /// Takes the next fix of a document.
    /// - Parameters:
    ///   - tracks: the document's tracks, at least up to this fix.
    ///   - place: its place among the fixes that are kept.
    mutating func take(_ fix: Fix, of tracks: [DocumentTrack], at place: Int) {
        defer { fixCount += 1 }
        guard let time = fix.time, let track = tracks.last(where: { $0.start <= fixCount }) else { return }
        if let span = spans.last, span.track == track {
            spans[spans.count - 1].first = min(span.first, time)
            spans[spans.count - 1].last = max(span.last, time)
        } else {
            spans.append(Span(track: track, place: place, first: time, last: time))
        }
    }

    /// The places of fixes from which on the object is another one, and its id: the name of its first track, or its number. Empty if
    /// all tracks are of one object.
    var objects: [(place: Int, id: String)] {
        var objects: [[Span]] = []
        let chosen = spans.map { span in
            let free = objects.indices.filter { object in !objects[object].contains(where: span.isBeside) }
            let sameName = free.first { span.track.name != nil && objects[$0][0].track.name == span.track.name }
            let object = sameName ?? free.first ?? objects.count
            if object == objects.count { objects.append([]) }
            objects[object].append(span)
            return object
        }
        guard objects.count > 1 else { return [] }
        var ids: [String] = []
        for object in objects {
            let name = object[0].track.name.flatMap { ids.contains($0) ? nil : $0 }
            ids.append(name ?? "\(ids.count + 1)")
        }
        return zip(spans, chosen).map { ($0.place, ids[$1]) }
    }
}
