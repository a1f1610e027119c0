// SPDX-License-Identifier: MIT
import CLibXML2

/// Turns the elements of a Training Center document into fixes: each `Trackpoint` of an activity or a course. Each `Track` after the
/// first fix starts a segment, except that of a lap which goes on where the one before it ended.
final class TCXElements: XMLElements {
    /// The extra numbers of a trackpoint.
    static let extraNames = ["heart", "cadence", "watts"]
    private static let longestText = 128
    /// The maximum number of seconds between two laps without a pause.
    private static let longestStep = 10.0

    private var pointDepth: Int?
    private var buffer: [UInt8] = []
    private var overflow = false
    private var place: (line: Int, column: Int) = (0, 0)
    private var fix = Fix()
    private var isBroken = false
    private var segmentPending = false
    /// Whether a lap has begun, until it has a fix.
    private var lapPending = false
    private var lastTime: TrackTime?

    override var isForeign: Bool { rootName.map { $0 != "TrainingCenterDatabase" } ?? false }

    override func start(_ name: String, attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, count: Int) {
        if pointDepth != nil {
            buffer.removeAll(keepingCapacity: true)
            overflow = false
            place = startOfTag()
        } else if name == "Trackpoint" {
            pointDepth = path.count
            fix = Fix()
            fix.extras = [nil, nil, nil]
            isBroken = false
        } else if name == "Track" {
            segmentPending = fixCount > 0
        } else if name == "Lap" {
            lapPending = true
        } else if name == "Activity" || name == "Course" {
            beginTrack()
        }
    }

    override func text(_ bytes: UnsafeBufferPointer<xmlChar>) {
        guard let pointDepth, path.count > pointDepth else { return }
        if buffer.count + bytes.count > Self.longestText { overflow = true } else { buffer.append(contentsOf: bytes) }
    }

    override func end() {
        guard let pointDepth, let name = path.last else { return }
        if path.count == pointDepth {
            self.pointDepth = nil
            endPoint()
            return
        }
        if !overflow { buffer.withUnsafeBufferPointer { take(DecimalText.trimmed($0), as: name) } }
        // Any text that follows within the parent does not belong to this element.
        overflow = true
    }

    private func take(_ text: UnsafeBufferPointer<UInt8>, as name: String) {
        if text.isEmpty { return }
        if name == "Time" {
            fix.time = TimeText.iso8601(text)
            if fix.time == nil {
                let (kind, message) = TimeText.fault(text, quoted: quoted(text))
                breakPoint(kind, message)
            }
            return
        }
        let number = DecimalText.double(text)
        switch name {
        case "LatitudeDegrees", "LongitudeDegrees":
            let isLatitude = name == "LatitudeDegrees"
            guard let number, number.magnitude <= (isLatitude ? 90 : 180) else {
                return breakPoint(
                    number == nil ? .badValue : .outOfRange, "not a \(isLatitude ? "latitude" : "longitude"): \(quoted(text))")
            }
            if isLatitude { fix.latitude = number } else { fix.longitude = number }
        case "AltitudeMeters": fix.altitude = number
        case "Speed": fix.speed = number.flatMap { $0 >= 0 ? $0 : nil }
        case "Value" where path.dropLast().last == "HeartRateBpm": fix.extras[0] = number
        case "Cadence", "RunCadence": fix.extras[1] = number
        case "Watts": fix.extras[2] = number
        default: break
        }
    }

    private func breakPoint(_ kind: InputFault.Kind, _ message: String) {
        isBroken = true
        fault(kind, place, message, "the point is skipped")
    }

    private func endPoint() {
        guard !isBroken else { return }
        if (fix.latitude == nil) != (fix.longitude == nil) {
            return fault(.missing, startOfTag(), "a trackpoint with a latitude or a longitude, but not both", "the point is skipped")
        }
        // Indoors there is no position, but heart rate and speed still make a track. A point with only a time marks a pause.
        if fix.latitude == nil, fix.speed == nil, fix.extras.allSatisfy({ $0 == nil }) { return }
        let step = lastTime.flatMap { last in fix.time?.seconds(since: last) } ?? .infinity
        fix.startsSegment = segmentPending && !(lapPending && (0...Self.longestStep).contains(step))
        (segmentPending, lapPending, lastTime) = (false, false, fix.time)
        emit(fix)
    }
}
