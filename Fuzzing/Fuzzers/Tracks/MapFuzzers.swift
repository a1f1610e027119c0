@testable import Tracking

extension Fuzzer {
    static let geoJSONTrack = Fuzzer("geojson") { bytes in
        ReaderProperties.check(bytes) { source throws(InputFault) in GeoJSONReader(source) }
    }
    static let google = Fuzzer("google") { bytes in
        ReaderProperties.check(bytes) { source throws(InputFault) in GoogleReader(source) }
    }
    static let kml = Fuzzer("kml") { bytes in
        ReaderProperties.check(bytes, places: false) { source throws(InputFault) in try KMLReader(source) }
    }
    static let tcx = Fuzzer("tcx") { bytes in
        ReaderProperties.check(bytes, places: false) { source throws(InputFault) in try TCXReader(source) }
    }
    /// The MOT challenge's boxes, at any number of frames a second.
    static let mot = Fuzzer("mot") { bytes in
        var input = FuzzBytes(bytes.suffix(9))
        let rate = input.optional()
        ReaderProperties.check(bytes) { source throws(InputFault) in MOTReader(source, frameRate: rate) }
    }
}
