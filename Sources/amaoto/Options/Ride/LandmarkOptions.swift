// SPDX-License-Identifier: MIT
import ArgumentParser
import Foundation
import PlainText
import Platform
import Sonification
import Tracking

/// The points and regions that a track is compared with.
struct LandmarkOptions: ParsableArguments, FileDeclaring {
    @Option(
        help: ArgumentHelp(
            "Point for the channels distance.NAME, bearing.NAME and approach.NAME: LAT,LON, or X,Y in metres in a plane, or start; repeat for more.",
            valueName: "name=place"))
    var point: [String] = []

    @Option(
        help: ArgumentHelp(
            "Region for the channel in.NAME and the events 'entered NAME' and 'left NAME': LAT,LON,RADIUS, LAT,LON..LAT,LON, or a GeoJSON or KML file; a file without a name adds each of its polygons by its own name; repeat for more.",
            valueName: "name=region"),
        completion: .file(extensions: ["geojson", "json", "kml"]))
    var region: [String] = []

    var isEmpty: Bool { point.isEmpty && region.isEmpty }

    func declareFiles(in claims: inout OutputClaims) {
        for text in region {
            claims.read(text)
            if let sign = text.firstIndex(of: "=") { claims.read(text[text.index(after: sign)...].trimmingCharacters(in: .whitespaces)) }
        }
    }

    func read() throws -> Landmarks {
        var landmarks = Landmarks()
        for text in point { try naming("--point") { () throws(LandmarkError) in try landmarks.add(point: text) } }
        for text in region { try naming("--region") { () throws(LandmarkError) in try landmarks.add(region: text) } }
        return landmarks
    }

    private func naming(_ option: String, _ add: () throws(LandmarkError) -> Void) throws {
        do throws(LandmarkError) {
            try add()
        } catch {
            switch error {
            case .usage: throw Failure("\(option): \(error)", .usage)
            case .file(let fault): throw fault
            }
        }
    }
}

extension Landmarks {
    /// Lists, one sentence each, what a preset refers to and these landmarks lack.
    func missing(in preset: Preset) -> [String] {
        var sentences: [String] = []
        func miss(_ what: String, _ option: String, _ name: String) {
            sentences.append("\(what) has no position: give it with \(option) '\(name)=...'")
        }
        for (kind, name) in preset.channelNames.compactMap(LandmarkChannel.read) {
            if kind == .inside {
                if !regions.contains(where: { $0.name == name }) { miss("the preset's region \(name)", "--region", name) }
            } else if !points.contains(where: { $0.name == name }) {
                miss("the preset's point \(name)", "--point", name)
            }
        }
        for rule in preset.events {
            if case .reported(let event) = rule.trigger, event.kind.need == .region, let name = event.subject,
                !regions.contains(where: { $0.name == name })
            {
                miss("the preset's region \(name)", "--region", name)
            }
        }
        return sentences.uniqued()
    }

    /// Advice on landmarks whose coordinates do not fit the track's; nil when all do.
    func misplaced(inPlane: Bool) -> String? {
        let names = placeless(inPlane: inPlane)
        guard !names.isEmpty else { return nil }
        return
            "\(names.joined(separator: ", ")): not a position on Earth, where the track is; latitude comes first in --point and --region, longitude in GeoJSON"
    }
}
