// SPDX-License-Identifier: MIT
@testable import Tracking

extension Fuzzer {
    /// A file of regions is accepted completely or refused with a position; then a path through and around it.
    static let regions = Fuzzer("regions") { bytes in
        let file = FuzzFolder.file("zones.any", bytes)
        var landmarks = Landmarks()
        do throws(LandmarkError) {
            try landmarks.add(region: file)
        } catch {
            guard case .file(let fault) = error else { return expect(false, "no fault of the file: \(error)") }
            expect(!fault.message.isEmpty && fault.source.hasPrefix(file), "\(fault)")
            return
        }
        expect(!landmarks.regions.isEmpty, "neither regions nor a fault")
        walk(landmarks, bytes.suffix(200))
    }

    /// Points and regions as typed, one per line, and fixes after the last line.
    static let landmarks = Fuzzer("landmarks", longest: 1024) { bytes in
        let lines = bytes.split(separator: 0x0A, maxSplits: 16, omittingEmptySubsequences: false)
        var landmarks = Landmarks()
        for line in lines.prefix(16) {
            let text = String(decoding: line.dropFirst(), as: UTF8.self)
            do throws(LandmarkError) {
                // A path could name any file.
                if line.first == UInt8(ascii: "p") {
                    try landmarks.add(point: text)
                } else if !text.contains("/") {
                    try landmarks.add(region: text)
                }
            } catch {
                expect(!error.description.isEmpty, "a fault without words")
            }
        }
        walk(landmarks, lines.last ?? [])
    }

    private static func walk(_ landmarks: Landmarks, _ bytes: ArraySlice<UInt8>) {
        expect(landmarks.points.count <= Landmarks.mostPoints && landmarks.regions.count <= Landmarks.mostRegions, "too many")
        let insides = Set(landmarks.regions.map { LandmarkChannel.inside.name($0.name) })
        for region in landmarks.regions {
            for border in region.borders {
                expect(border.allSatisfy { $0.latitude.isFinite && $0.longitude.isFinite }, "a border at \(border)")
            }
        }
        var tracker = LandmarkTracker.maker(landmarks, around: MotionTracker.maker)([])
        var input = FuzzBytes(Array(bytes))
        var last = Fix()
        for _ in 0..<16 where !input.isEmpty {
            let fix = input.fix(after: last, columns: 0)
            let step = tracker.step(to: fix)
            for update in step.prefix(2) + [step.update] {
                UpdateProperties.check(update)
                for (name, value) in update.channels.entries where insides.contains(name) {
                    expect(value.number == 0 || value.number == 1, "\(name) is \(value)")
                }
            }
            last = fix
        }
    }
}
