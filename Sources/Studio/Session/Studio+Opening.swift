// SPDX-License-Identifier: MIT
import Foundation
import Sonification
import Tuning

/// Opens presets and tracks that pages choose or send.
extension Studio {
    /// The track that is played; nil for the rain at rest.
    var track: StudioTrack? { state.withLock { $0.track } }

    /// Opens a preset in place of the present one, whose unsaved changes are lost.
    func openPreset(_ choice: PageRequest.PresetChoice) throws {
        do {
            switch choice {
            case .shipped(let name):
                // A page names presets, never paths.
                guard desk.shippedNames.contains(name) else { throw PageFault("There is no shipped preset of that name.", "") }
                try desk.open(name)
            case .upload(let number):
                guard let file = uploads.take(number) else { throw Self.notArrived }
                guard file.bytes.count <= PresetLibrary.longestFile, let text = String(validating: file.bytes, as: UTF8.self) else {
                    throw PageFault("\(file.name) is not a preset: it is too long, or not text.", "Open a preset, a .yaml file.")
                }
                try desk.open(text: text, named: file.name)
            }
        } catch let error as PresetError {
            throw PageFault(error)
        }
    }

    /// Plays other tracks together from their start, or none.
    /// - Returns: what was opened, in words.
    func openTracks(_ numbers: [Int]) throws -> String {
        let opened = numbers.isEmpty ? nil : try read(numbers)
        begin(opened)
        guard let opened else { return "No track: the rain at rest." }
        return (["Opened \(opened.title)."] + opened.notes).joined(separator: " ")
    }

    /// Plays the preset at rest, even where a mapping would hold the last value of its channel.
    func rest() {
        tests.clear()
        if track == nil { begin(nil) }
    }

    /// Plays from the start of a track, or from rest.
    private func begin(_ track: StudioTrack?) {
        let former = state.withLock { state in
            defer { state.track = track }
            state.trackNumber += 1
            state.riders = [:]
            return state.track
        }
        endPlayback(of: former)
        let snapshot = desk.snapshot
        // A domain from the track may have changed with it.
        hub.send(presetMessage(snapshot))
        hub.send(rideMessage)
        hub.send(testsMessage(snapshot))
    }

    /// Sets a channel in place of a track, in the unit and with the names that the pages have; nil makes it unknown.
    func test(_ name: String, _ text: String?) throws(PageFault) {
        let snapshot = desk.snapshot
        guard let channel = MappedChannel.all(of: snapshot.preset).first(where: { $0.name == name }) else {
            throw PageFault("The preset maps no channel \(name).", "")
        }
        let value = text.flatMap { text in channel.value(text).map { (text, $0) } }
        guard (value == nil) == (text == nil) else { throw PageFault("\(name) cannot have this value.", "") }
        tests.set(name, value)
        hub.send(testsMessage(snapshot))
    }

    private static let notArrived = PageFault("The file has not arrived.", "Open it again.")

    private func read(_ numbers: [Int]) throws -> StudioTrack {
        let files = numbers.compactMap { uploads.take($0) }
        guard let open = settings.openTracks, files.count == numbers.count else { throw Self.notArrived }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("amaoto-\(UUID().uuidString)")
        do {
            // What is read is kept by the track itself.
            defer { try? FileManager.default.removeItem(at: folder) }
            let paths = try files.enumerated().map { number, file in
                // Files of one name stay apart.
                let place = folder.appendingPathComponent("\(number)")
                try FileManager.default.createDirectory(
                    at: place, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
                let path = place.appendingPathComponent(file.name)
                try Data(file.bytes).write(to: path)
                return path.path
            }
            return try open(paths, desk.snapshot.preset)
        } catch {
            let words = files.indices.reduce("\(error)") { $0.replacing("\(folder.path)/\($1)/", with: "") }
            throw PageFault("\(words).", "")
        }
    }
}
