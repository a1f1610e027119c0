// SPDX-License-Identifier: MIT
@testable import Tracking

extension Fuzzer {
    static let geoJSONTrack = Fuzzer("geojson", also: [fixtures("geojson")]) { bytes in
        ReaderProperties.check(bytes) { source throws(InputFault) in GeoJSONReader(source) }
    }
    static let google = Fuzzer("google", also: [fixtures("google")]) { bytes in
        ReaderProperties.check(bytes) { source throws(InputFault) in GoogleReader(source) }
    }
    static let kml = Fuzzer("kml", also: [fixtures("kml")]) { bytes in
        ReaderProperties.check(bytes, places: false) { source throws(InputFault) in try KMLReader(source) }
    }
    static let tcx = Fuzzer("tcx", also: [fixtures("tcx")]) { bytes in
        ReaderProperties.check(bytes, places: false) { source throws(InputFault) in try TCXReader(source) }
    }
    static let igc = Fuzzer("igc", also: [fixtures("igc")]) { bytes in
        ReaderProperties.check(bytes) { source throws(InputFault) in try IGCReader(source) }
    }
    /// The MOT challenge's boxes, at any frame rate.
    static let mot = Fuzzer("mot", also: [fixtures("mot")]) { bytes in
        var input = FuzzBytes(bytes.suffix(9))
        let rate = input.optional()
        ReaderProperties.check(bytes) { source throws(InputFault) in MOTReader(source, frameRate: rate) }
    }
    /// A zip archive that contains a KML, as a file and through a pipe: the same fixes or the same fault.
    static let kmz = Fuzzer("kmz", longest: 2048, also: [fixtures("kmz")]) { bytes in
        let path = FuzzFolder.file("track.kmz", bytes)
        // Recognised by its first bytes, or named explicitly.
        let sniffed = try? TrackFormat.sniff(head: bytes.prefix(TrackFormat.headSize), source: path)
        let format: TrackFormat? = sniffed == .kmz ? nil : .kmz
        let file = unpack { () throws(InputFault) in try TrackInput.open(ByteSource(path: path), reading: TrackReading(format: format)) }
        let pipe = unpack { () throws(InputFault) in
            try TrackInput.open(ByteSource(name: path, bytes: bytes), reading: TrackReading(format: format))
        }
        expect(
            file.items == pipe.items && file.thrown == pipe.thrown,
            "\(file.items.count) items of a file, \(pipe.items.count) of a pipe, or another end")
    }

    /// Lines and lengths refer to the content of the archive, which the input does not show.
    private static func unpack(_ open: () throws(InputFault) -> any FixReader) -> (items: [ReaderItem], thrown: InputFault?) {
        func check(_ fault: InputFault) {
            expect(!fault.message.isEmpty && !fault.source.isEmpty && fault.line >= 0, "a fault without words: \(fault)")
        }
        var items: [ReaderItem] = []
        do throws(InputFault) {
            var reader = try open()
            let names = reader.extraNames
            while let item = try reader.next() {
                items.append(item)
                switch item {
                case .fix(let fix): ReaderProperties.check(fix, names)
                case .fault(let fault): check(fault)
                }
            }
            expect(try reader.next() == nil, "it goes on after its end")
            return (items, nil)
        } catch {
            check(error)
            return (items, error)
        }
    }
}
