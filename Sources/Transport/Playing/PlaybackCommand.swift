// SPDX-License-Identifier: MIT
import RainSynthesis
import Sonification
import Tracking

/// A listener's command during playback.
public enum PlaybackCommand: Equatable, Sendable {
    case togglePause
    /// Seeks by seconds of playback, back or forth.
    case seek(Double)
    /// Multiplies the speed of the track.
    case changeSpeed(Double)
    /// Changes the volume by dB.
    case changeVolume(Double)
    case toggleMute
    /// Ducks the rain while a voice speaks, or restores it.
    case duck(Bool)
    /// Freezes the track, or resumes it; the rain of that moment continues to sound.
    case freeze(Bool)
    /// Seeks to a time in seconds of track time after the track's start.
    case seekTo(Double)
    case setPaused(Bool)
    /// Sets the speed in track seconds per second of playback.
    case setSpeed(Double)
    /// Sets the volume in dB.
    case setVolume(Double)
    case setMuted(Bool)
    /// Strikes the sound of one of the preset's events, by index.
    case strike(Int)
    /// Switches to another preset from the next samples on, without a click.
    case use(Preset)
    /// Holds a parameter at a value in its unit, overriding its mapping, until it is released.
    case override(ParameterID, Float)
    /// Lets a parameter, or every one (nil), follow the preset again.
    case release(ParameterID?)
    /// Sets channels from outside the track, such as a controller's; each keeps its value until it is set again.
    case control(ChannelValues)
    case quit
}

extension PlaybackCommand {
    /// The range of speeds that commands can reach, in track seconds per second of playback.
    public static let speeds = 0.05...1000.0
    /// The range of volumes that commands can reach, in dB.
    public static let gains = -60.0...12.0

    /// True if it jumps to another part of the track.
    public var isSeek: Bool {
        switch self {
        case .seek, .seekTo: true
        default: false
        }
    }

    /// Reduces simultaneous commands: quit overrides all others, and steps of speed in one direction are merged.
    static func due(of commands: [PlaybackCommand]) -> [PlaybackCommand] {
        if commands.contains(.quit) { return [.quit] }
        return commands.reduce(into: []) { due, command in
            if case .changeSpeed(let step) = command, case .changeSpeed(let last)? = due.last, (step > 1) == (last > 1) {
                due[due.count - 1] = .changeSpeed(last * step)
            } else {
                due.append(command)
            }
        }
    }
}
