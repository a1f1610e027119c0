// SPDX-License-Identifier: MIT
/// An event of a ride, as reported to other programs.
public struct NotifiedEvent: Sendable {
    /// The name in the event table: `arrived`, `speed crosses 80 km/h up`.
    var name: String
    /// The id of the station, line or region that the event concerns.
    var subject: String?
    /// The event's track, if several tracks are followed.
    var track: String?
    /// A sentence about the event, without the full stop.
    var text: String
    /// The track time in ISO 8601.
    var time: String?
    /// Additional values by channel name, such as `speed`.
    var figures: [(name: String, value: String)]

    public init(
        name: String, subject: String? = nil, track: String? = nil, text: String, time: String? = nil,
        figures: [(name: String, value: String)] = []
    ) {
        self.name = name
        self.subject = subject
        self.track = track
        self.text = text
        self.time = time
        self.figures = figures
    }
}
