import Foundation
import Tracking

/// Reads the railway data of Japan's National Land Numerical Information (MLIT N02) in GeoJSON.
///
/// Every line of every company becomes a railway. Its stations are put in order along its track, which comes without: the
/// longest run first, branches as railways of their own. Colours, stop patterns and tunnels are not in the source.
public struct N02Importer: RailwayImporter {
    /// Bytes of a file, which is read as a whole: several times what the whole country takes.
    static let longestFile = 128 << 20

    private let path: String

    /// - Parameter path: a folder with the file of sections and the file of stations, either of both (the other is looked for
    ///   beside it), or one file that holds both.
    public init(path: String) { self.path = path }

    /// Whether a path looks like such a file, or a folder with one.
    /// - Parameter head: the first bytes of the file; empty for a folder.
    public static func reads(_ path: String, head: [UInt8]) -> Bool {
        if head.isEmpty { return !files(in: path).isEmpty }
        let text = String(decoding: head, as: UTF8.self)
        return text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.hasPrefix("{")
            && (text.contains("FeatureCollection") || text.contains("N02"))
    }

    public func read(progress: (ImportProgress) -> Void) throws(RailwayError) -> RailwayImport {
        var lines = N02Lines()
        for file in try files() {
            progress(ImportProgress(stage: "reading \((file as NSString).lastPathComponent)"))
            lines.add(try features(file))
        }
        guard !lines.isEmpty else {
            throw RailwayError(
                kind: .unknownFormat, source: path, message: "its features have no N02_003 and N02_004 (line and company)",
                remedy: "take the N02 data of nlftp.mlit.go.jp in GeoJSON")
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
                remedy: "take sections and stations of the same year")
        }
        result.map.credits = ["国土数値情報（鉄道データ）国土交通省 / National Land Numerical Information (railways), MLIT of Japan, processed"]
        return result
    }

    // MARK: Files

    private static func files(in folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.lowercased().hasSuffix(".geojson") }.sorted().map { (folder as NSString).appendingPathComponent($0) }
    }

    private func files() throws(RailwayError) -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw RailwayError(kind: .unreadable, source: path, message: "no such file or folder", remedy: "check the name and the folder")
        }
        if isFolder.boolValue {
            let files = Self.files(in: path)
            if !files.isEmpty { return files }
            throw RailwayError(
                kind: .missing, source: path, message: "the folder has no .geojson file",
                remedy: "unpack the N02 archive and name the folder with its GeoJSON files")
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
        let data: Data
        do throws(InputFault) { data = Data(try ByteSource(path: file).whole(atMost: Self.longestFile)) } catch {
            throw RailwayError(error, source: file)
        }
        func broken(_ message: String, at path: [any CodingKey] = []) -> RailwayError {
            let place = path.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
            return RailwayError(
                kind: .malformed, source: file, place: place.isEmpty ? nil : place, message: message,
                remedy: "take the file from nlftp.mlit.go.jp again")
        }
        do {
            let collection = try JSONDecoder().decode(N02Collection.self, from: data)
            guard collection.type == "FeatureCollection" else {
                throw broken("the GeoJSON is a \(collection.type), not a FeatureCollection")
            }
            return collection.features
        } catch let error as RailwayError {
            throw error
        } catch DecodingError.keyNotFound(let key, let context) {
            throw broken("no \(key.stringValue)", at: context.codingPath)
        } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
            throw broken("a value of another kind than GeoJSON has here", at: context.codingPath)
        } catch DecodingError.dataCorrupted(let context) {
            let cause = context.underlyingError.map { "\($0)" } ?? context.debugDescription
            throw broken("the JSON is broken: \(cause)", at: context.codingPath)
        } catch {
            throw broken("the JSON is broken: \(error)")
        }
    }
}
