/// Something that happened on a ride, for whoever is told of it outside.
public struct Happening: Sendable, Equatable {
    /// By the name of the event table: `arrived`, `speed crosses 80 km/h up`.
    public var event: String
    /// The id of the station, line or region it is about.
    public var subject: String?
    /// Whose event it is, where several tracks are followed.
    public var track: String?
    /// A sentence about it, without its full stop.
    public var text: String
    /// Track time, ISO 8601.
    public var time: String?
    /// Further figures by their channel's name, such as `speed`.
    public var figures: [(name: String, value: String)]

    public init(
        event: String, subject: String? = nil, track: String? = nil, text: String, time: String? = nil,
        figures: [(name: String, value: String)] = []
    ) {
        self.event = event
        self.subject = subject
        self.track = track
        self.text = text
        self.time = time
        self.figures = figures
    }

    public static func == (a: Happening, b: Happening) -> Bool {
        a.event == b.event && a.subject == b.subject && a.track == b.track && a.text == b.text && a.time == b.time
            && a.figures.elementsEqual(b.figures) { $0 == $1 }
    }
}
