import Foundation
import Testing

/// The ALSA thread plays what the exporter writes.
@Suite(.serialized) struct LivePlayTests {
    /// An ALSA configuration whose device `cap` keeps what is played in a file.
    static func configuration(_ folder: Folder) throws -> (file: URL, environment: [String: String]) {
        let captured = folder.file("captured.raw")
        let text = """
            </usr/share/alsa/alsa.conf>
            pcm.cap { type file slave.pcm null file "\(captured.path)" format raw }
            """
        let configuration = folder.file("asound.conf")
        try Data(text.utf8).write(to: configuration)
        return (captured, ["ALSA_CONFIG_PATH": configuration.path])
    }

    @Test func playingEqualsRendering() throws {
        let folder = try Folder()
        let (captured, environment) = try Self.configuration(folder)
        let statistics = folder.file("stats.json")
        let common = ["examples/visnjan-drive.gpx", "-f", "FLOAT_LE", "--seed", "7", "--speed", "20", "-d", "20"]
        let play = try Program.amaoto(
            ["play"] + common + ["-D", "cap", "--stats", statistics.path], environment: environment)
        #expect(play.status == 0, "\(play.errors)")
        let render = try Program.amaoto(["render"] + common + ["-o", "-", "--container", "raw"])
        #expect(render.status == 0, "\(render.errors)")
        let played = try Data(contentsOf: captured)
        #expect(played.count == 20 * 48_000 * 8)
        #expect(played == render.output)
        #expect(Set(played).count > 200, "a silent capture proves nothing")

        let json = try JSONSerialization.jsonObject(with: Data(contentsOf: statistics)) as? [String: Any] ?? [:]
        let publisher = json["publisherThread"] as? Int, renderer = json["rendererThread"] as? Int
        #expect(publisher != nil && renderer != nil && publisher != renderer)
        #expect(json["lateEntries"] as? Int == 0)
        #expect(json["xruns"] as? Int == 0)
    }

    @Test func withoutADeviceItSaysSoAndListsThem() throws {
        let folder = try Folder()
        let configuration = folder.file("asound.conf")
        try Data("</usr/share/alsa/alsa.conf>\n".utf8).write(to: configuration)
        let run = try Program.amaoto(
            "play", "examples/visnjan-drive.gpx", "-D", "hw:7", environment: ["ALSA_CONFIG_PATH": configuration.path])
        #expect(run.status == 5)
        #expect(run.errors.contains("hw:7"))
        #expect(run.errors.contains("evice"))
    }
}
