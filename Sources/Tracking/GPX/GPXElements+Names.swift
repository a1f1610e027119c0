// SPDX-License-Identifier: MIT
import CLibXML2

/// The elements' names and what they mean.
extension GPXElements {
    enum Role {
        case track, segment, point, waypoint, route, routePoint
        case time, elevation, speed, course, accuracy, dilution
        /// Text that is never shown as a number, even if it looks like one.
        case words
        case other
    }
    /// The meaning of an element's name. libxml2 keeps one copy of each name, so that its address identifies it.
    struct Name {
        let address: UnsafePointer<xmlChar>
        let role: Role
        var extra: Int?
    }
    /// The maximum number of element names that are distinguished; all others count as words.
    private static let mostNames = 1024

    func index(of name: UnsafePointer<xmlChar>) -> Int {
        if let known = names.firstIndex(where: { $0.address == name }) { return known }
        guard names.count < Self.mostNames else { return otherName }
        let role: Role =
            switch String(cString: name) {
            case "trk": .track
            case "trkseg": .segment
            case "trkpt": .point
            case "wpt": .waypoint
            case "rte": .route
            case "rtept": .routePoint
            case "time": .time
            case "ele": .elevation
            case "speed": .speed
            case "course", "bearing": .course
            case "accuracy", "hacc", "hAcc": .accuracy
            case "hdop": .dilution
            case "name", "cmt", "desc", "src", "link", "sym", "type", "fix", "url", "urlname", "text": .words
            default: .other
            }
        names.append(Name(address: name, role: role))
        return names.count - 1
    }

    /// The last entry, for all names beyond the maximum.
    private var otherName: Int {
        if names.last?.role != .words { names.append(Name(address: names[names.count - 1].address, role: .words)) }
        return names.count - 1
    }

    func called(_ index: Int) -> String { String(cString: names[index].address) }
}
