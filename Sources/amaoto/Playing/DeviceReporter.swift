// SPDX-License-Identifier: MIT
import AudioOutput
import PlainText

/// Reports changes of the device to the listener during playback.
struct DeviceReporter {
    private let console: Console
    private let settings: PlayerSettings
    private var condition = DeviceCondition.playing
    private var reported = DeviceLosses()
    /// When the next xruns may be reported: a machine that is too slow has several a second, for weeks.
    private var xrunsDue = ContinuousClock.now
    private static let xrunInterval = Duration.seconds(60)

    init(console: Console, settings: PlayerSettings) {
        self.console = console
        self.settings = settings
    }

    /// Reports changes since the last call.
    /// - Parameters:
    ///   - report: what the device grants now.
    ///   - waits: true for a track that waits for playback to resume, as a recorded one does.
    mutating func report(_ condition: DeviceCondition, _ losses: DeviceLosses, report: @autoclosure () -> DeviceReport, waits: Bool) {
        if losses.xruns > reported.xruns, ContinuousClock.now >= xrunsDue {
            console.warn("xrun \(losses.xruns): the device buffer ran empty; increase --buffer")
            reported.xruns = losses.xruns
            xrunsDue = .now + Self.xrunInterval
        }
        if condition != self.condition {
            let hasStalled = self.condition == .stalled
            self.condition = condition
            switch condition {
            case .playing: break
            case .asleep: console.warn("the device is suspended; the sound resumes when it wakes")
            case .stalled:
                console.warn("the device accepts no sound; it counts as lost after \(Self.seconds(settings.stallSeconds))")
            case .gone:
                let seconds = settings.reconnectSeconds(afterStall: hasStalled)
                console.warn("the device is lost; reopening it for up to \(Self.seconds(seconds))")
            }
        }
        if losses.reconnections > reported.reconnections {
            let report = report()
            console.warn(
                "the device is back: \(report.sampleRate) Hz, \(report.format.rawValue), period \(report.period), "
                    + "buffer \(report.buffer)")
        }
        let silence = losses.silence - reported.silence, lost = losses.framesLost - reported.framesLost
        if silence >= 0.1, condition == .playing {
            console.warn(
                "the sound resumed after \(FigureText.number(silence, 1)) s of silence\(lost > 0 ? ", \(CountText.of(lost, "frame is lost", "frames are lost"))" : ""); "
                    + (waits ? "the track waited" : "the track continued without sound"))
            reported.silence = losses.silence
            reported.framesLost = losses.framesLost
        }
        reported.reconnections = losses.reconnections
    }

    /// The total losses, for the last line; empty when there were none.
    static func summary(_ losses: DeviceLosses) -> String {
        var text = ""
        if losses.xruns > 0 { text += ", \(CountText.of(losses.xruns, "xrun"))" }
        if losses.silence >= 0.001 { text += ", the device was silent for \(FigureText.number(losses.silence, 3)) s" }
        if losses.framesLost > 0 { text += ", lost \(CountText.of(losses.framesLost, "frame"))" }
        return text
    }

    private static func seconds(_ value: Double) -> String { "\(FigureText.number(value)) s" }
}
