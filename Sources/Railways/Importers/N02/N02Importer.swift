// SPDX-License-Identifier: MIT
import Foundation
import PlainText
import Tracking

/// Reads the railway data of Japan's National Land Numerical Information (MLIT N02) in GeoJSON.
///
/// Each line of each company becomes a railway. The source does not order the stations; they are ordered along the track: the
/// longest run first, and branches as separate railways. The source has no colours, stop patterns or tunnels.
public struct N02Importer: RailwayImporter {
    /// The maximum size of a file in bytes, as a file is read in full: several times the size for all of Japan.
    private static let longestFile = 128 << 20

    private let path: String

    /// - Parameter path: A folder with the file of sections and the file of stations, one of these two files (the other is
    ///   expected next to it), or one file that holds both.
    public init(path: String) { self.path = path }

    /// Whether a path looks like such a file, or a folder with one.
    /// - Parameter head: The first bytes of the file; empty for a folder.
    static func reads(_ path: String, head: [UInt8]) -> Bool {
        if head.isEmpty { return !files(in: path).isEmpty }
        let text = String(decoding: head, as: UTF8.self)
        return text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.hasPrefix("{")
            && (text.contains("FeatureCollection") || text.contains("N02"))
    }

    public var sources: [String] { (try? files()) ?? [path] }

    public func read(progress: (ImportProgress) -> Void) throws(RailwayError) -> RailwayImport {
        var lines = N02Lines()
        for file in try files() {
            progress(ImportProgress(stage: "reading \((file as NSString).lastPathComponent)"))
            lines.add(try features(file))
        }
        guard !lines.isEmpty else {
            throw RailwayError(
                kind: .unknownFormat, source: path, message: "its features have no N02_003 and N02_004 (line and company)",
                remedy: "only MLIT's N02 (nlftp.mlit.go.jp) is read as GeoJSON; give OpenStreetMap's data as .osm or .osm.pbf")
        }
        guard lines.hasSections, lines.hasStations else {
            throw RailwayError(
                kind: .missing, source: path, message: lines.hasSections ? "it has track and no stations" : "it has stations and no track",
                remedy: "put N02-YY_RailroadSection.geojson and N02-YY_Station.geojson in one folder and name that")
        }
        var result = lines.railways(progress)
        guard !result.map.railways.isEmpty else {
            throw RailwayError(
                kind: .empty, source: path, message: "no line has two stations near its track",
                remedy: "use sections and stations of the same year")
        }
        result.map.credits = ["国土数値情報（鉄道データ）国土交通省 / National Land Numerical Information (railways), MLIT of Japan, processed"]
        return result
    }

    // MARK: Files

    /// The files of a folder; if it has none itself, as in the unpacked archive, those of its folder `UTF-8`.
    private static func files(in folder: String) -> [String] {
        let own = geoJSON(in: folder)
        return own.isEmpty ? geoJSON(in: (folder as NSString).appendingPathComponent("UTF-8")) : own
    }

    private static func geoJSON(in folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.lowercased().hasSuffix(".geojson") }.sorted().map { (folder as NSString).appendingPathComponent($0) }
    }

    private func files() throws(RailwayError) -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { throw .nothing(at: path) }
        if isFolder.boolValue {
            let files = Self.files(in: path)
            if !files.isEmpty { return files }
            throw RailwayError(
                kind: .missing, source: path, message: "the folder has no .geojson file",
                remedy: Self.unpacked)
        }
        let name = (path as NSString).lastPathComponent
        let folder = (path as NSString).deletingLastPathComponent
        for (one, other) in [("RailroadSection", "Station"), ("Station", "RailroadSection")] where name.contains(one) {
            let partner = (folder as NSString).appendingPathComponent(name.replacingOccurrences(of: one, with: other))
            if FileManager.default.fileExists(atPath: partner) { return [path, partner] }
        }
        return [path]
    }

    private func features(_ file: String) throws(RailwayError) -> [N02Feature] {
        let read: Result<[N02Feature], RailwayError>
        do throws(InputFault) {
            let whole = try ByteSource(path: file).whole(atMost: Self.longestFile)
            guard String(validating: whole, as: UTF8.self) != nil else {
                throw InputFault(
                    kind: .malformed, source: file, line: 0, message: "its text is not in UTF-8",
                    remedy: "use the files in the archive's folder UTF-8")
            }
            read = try features(JSONReader(ByteSource(name: file, bytes: whole)), file)
        } catch {
            var fault = error
            if fault.line > 0 { fault.remedy = Self.again }
            throw RailwayError(fault, source: file)
        }
        return try read.get()
    }

    static let unpacked = "unpack the N02 archive and name the folder with its GeoJSON files"
    private static let again = "download the file from nlftp.mlit.go.jp again"

    /// Reads feature by feature, so that at most one is held as JSON.
    private func features(_ reader: JSONReader, _ file: String) throws(InputFault) -> Result<[N02Feature], RailwayError> {
        func broken(_ message: String, _ place: [String] = []) -> Result<[N02Feature], RailwayError> {
            .failure(
                RailwayError(
                    kind: .malformed, source: file, place: place.isEmpty ? nil : place.joined(separator: "."), message: message,
                    remedy: Self.again))
        }
        guard try reader.next() == .beginObject else { return broken("the GeoJSON is not an object") }
        var features: [N02Feature]?
        var type: String?
        while let event = try reader.next(), event != .endObject {
            let key = reader.string
            guard let event = try reader.next() else { break }
            if key == "features", event == .beginArray {
                var read: [N02Feature] = []
                while let event = try reader.next(), event != .endArray {
                    let feature = try JSONValue(event, from: reader)
                    do throws(N02Feature.Fault) { read.append(try N02Feature(feature)) } catch {
                        return broken(error.message, ["features", "[\(read.count)]"] + error.place)
                    }
                }
                features = read
            } else if key == "type", event == .string {
                type = reader.string
            } else if event == .beginObject || event == .beginArray {
                try reader.skipContainer()
            }
        }
        _ = try reader.next()
        guard let features else { return broken("the FeatureCollection has no features") }
        guard type == "FeatureCollection" else {
            return broken("the GeoJSON is \(type.map { "a \($0)" } ?? "of no type"), not a FeatureCollection")
        }
        return .success(features)
    }
}
