// SPDX-License-Identifier: MIT
import PlainText
import Sonification

extension PlainTuner {
    /// The current state of playback, in sentences.
    var now: [String] {
        guard let moment = desk.moment else { return ["Nothing plays."] }
        let status = moment.status, snapshot = desk.snapshot
        var lines: [String] = []
        var track = "Side \(snapshot.side.rawValue)."
        if let elapsed = moment.elapsed, let duration = moment.duration {
            track += " The track is at \(ClockText.text(elapsed)) of \(ClockText.text(duration))"
            track += status.isFrozen ? ", frozen." : status.isPaused ? ", paused." : ", at speed \(PlainNumber.display(status.speed))."
        }
        if status.isMuted { track += " Muted." }
        lines.append(track)
        if let update = status.update {
            let place = whereabouts(update)
            if !place.isEmpty { lines.append("\(place).") }
        }
        lines.append(
            "\(PlainNumber.display(moment.dropsPerSecond)) drops a second, level \(PlainNumber.display(moment.level.left)) dB left, "
                + "\(PlainNumber.display(moment.level.right)) dB right.")
        for (mapping, movement) in zip(snapshot.preset.mappings, status.movements) where movement.takesPart {
            let value = PresetDescription.output(movement.value, mapping), name = mapping.parameterName
            lines.append("\(mapping.channel.name) \(movement.isMoving ? "is moving \(name), now" : "holds \(name) at") \(value).")
        }
        return lines
    }
}
