// SPDX-License-Identifier: MIT
import CompanionDevice
import Foundation
import RainSynthesis
import RealtimeExchange
import Synchronization

@testable import AudioOutput

/// Devices without hardware, from a configuration of our own. alsa-lib reads the path once per process, so every test that uses
/// ALSA calls this first.
enum ALSAFixture {
    private static let folder: String = {
        var template = Array((NSTemporaryDirectory() + "amaoto-alsa-XXXXXX").utf8CString)
        let path = mkdtemp(&template).map { String(cString: $0) } ?? NSTemporaryDirectory()
        let text = """
            </usr/share/alsa/alsa.conf>
            pcm.capture {
                @args [ FILE ]
                @args.FILE { type string }
                type file
                slave.pcm { type null }
                file $FILE
                format raw
            }
            pcm.nothing { type null hint { show on description "Nothing at all" } }
            \(CompanionDevice.definition)
            """
        try? text.write(toFile: path + "/asound.conf", atomically: true, encoding: .utf8)
        setenv("ALSA_CONFIG_PATH", path + "/asound.conf", 1)
        // Not before: every test of the process may open a device.
        atexit { try? FileManager.default.removeItem(atPath: ALSAFixture.folder) }
        return path
    }()

    /// Settings for a device that writes its input to `path`.
    static func capture(_ path: String) -> PlayerSettings { settings(device: "capture:" + path) }
    /// Settings for the companion, which provides the timing; a lost device is not searched for again.
    static func companion(_ device: CompanionDevice) -> PlayerSettings {
        var settings = settings(device: device.name)
        settings.pacing = .device
        settings.reconnectSeconds = 0
        return settings
    }
    static func null() -> PlayerSettings { settings(device: "nothing") }
    static func settings(device: String) -> PlayerSettings {
        _ = folder
        var settings = PlayerSettings()
        settings.device = device
        settings.locksMemory = false
        return settings
    }
}

extension ALSAPlayer {
    /// A player whose playback ends after `frames` frames.
    convenience init(_ settings: PlayerSettings, frames: Int64) throws(AudioDeviceError) {
        try self.init(settings)
        end(afterFrames: frames)
    }
}

extension LatestValueReader<PlayerStatistics> {
    /// Frames written to the device so far, without the trimmed head.
    var framesWritten: Int64 {
        mutating get {
            _ = refresh()
            return value.framesWritten
        }
    }
}

/// Frames that contain their number: left = n, right = -n, exactly, with a head that must not be played.
struct CountingSource: FrameSource, ~Copyable, Sendable {
    let latency: Int
    var channels: Int { 2 }
    private var next: Int
    private let counter: Counter

    init(latency: Int, counter: Counter) {
        self.latency = latency
        next = -latency
        self.counter = counter
    }

    mutating func render(into output: UnsafeMutablePointer<Float>, frames: Int) {
        for index in 0..<frames {
            output[2 * index] = Self.left(next + index)
            output[2 * index + 1] = -Self.left(next + index)
        }
        next += frames
        counter.rendered.store(next, ordering: .releasing)
    }

    static func left(_ frame: Int) -> Float { Float(frame) * 0x1p-24 }

    /// Frames 0 ..< count as they should be played.
    static func expected(_ count: Int) -> [Float] { (0..<count).flatMap { [left($0), -left($0)] } }
}

/// Provides a counting source and tracks how far it has rendered (the head counts below 0).
final class Counter: Sendable {
    let rendered = Atomic<Int>(0)
    func source(latency: Int = 100) -> CountingSource { CountingSource(latency: latency, counter: self) }
}

/// A real engine with its gain set, and the producers that feed it.
func engine(seed: UInt64, parameters: SynthParameters, layout: SpeakerLayout = .stereo) throws -> RainEngine {
    var configuration = EngineConfiguration()
    configuration.seed = seed
    configuration.layout = layout
    configuration.parameters = parameters
    let timeline = EventQueue<TimelineEntry>(capacity: 16)
    var knobs = Knobs()
    knobs.gain = -6
    var producer = timeline.takeProducer()
    _ = producer.push(TimelineEntry(sample: 0, payload: .event(SynthEvent(kind: .start))))
    return try RainEngine(
        configuration, timelines: [timeline], knobs: LatestValue(knobs).takeReader(),
        telemetry: LatestValue(Telemetry()).takeWriter())
}

/// The state of the audio thread when it renders its first frame.
final class FirstFrame: Sendable {
    let seen = Mutex<(policy: Int32, lockedBytes: Int)?>(nil)
    func source() -> FirstFrameSource { FirstFrameSource(frame: self) }
}

struct FirstFrameSource: FrameSource, ~Copyable, Sendable {
    var latency: Int { 0 }
    var channels: Int { 2 }
    let frame: FirstFrame

    mutating func render(into output: UnsafeMutablePointer<Float>, frames: Int) {
        for index in 0..<2 * frames { output[index] = 0 }
        frame.seen.withLock { seen in
            guard seen == nil else { return }
            let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
            let locked = status.split(separator: "\n").first { $0.hasPrefix("VmLck:") }
            let kilobytes = locked.flatMap { Int($0.filter(\.isNumber)) } ?? 0
            seen = (sched_getscheduler(0), 1024 * kilobytes)
        }
    }
}
