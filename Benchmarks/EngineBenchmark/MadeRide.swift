// SPDX-License-Identifier: MIT
import Glibc
import PlainText

/// A made-up train ride: a CSV with one fix per second, stops, tunnels without fixes, and a constantly changing speed.
final class MadeRide {
    let path: String
    let seconds: Int

    /// Seconds from one stop to the next.
    private static let leg = 300
    /// Seconds of a leg without fixes.
    private static let tunnel = 140..<180

    /// Writes the ride to a temporary file, which is removed with this value; nil if it cannot be written.
    init?(seconds: Int) {
        self.seconds = seconds
        var template = Array("/tmp/amaoto-ride-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0, let file = fdopen(descriptor, "w") else { return nil }
        path = String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        var metres = 0.0
        var chance: UInt32 = 1
        var written = fputs("time,lat,lon,speed,accuracy\n", file) >= 0
        for second in 0...seconds {
            chance = chance &* 1_664_525 &+ 1_013_904_223
            let place = second % Self.leg
            let speed = Self.speed(place, ripple: Double(chance >> 16) / 65_536)
            metres += speed
            // Poor reception at both ends of a tunnel.
            let isVague = place >= Self.tunnel.lowerBound - 10 && place < Self.tunnel.upperBound + 10
            if Self.tunnel.contains(place), second != seconds { continue }
            let row =
                "\(1_767_225_600 + second),\(DecimalFormat.fixed(45 + metres / 111_320, 7)),14.5000000,"
                + "\(DecimalFormat.fixed(speed, 2)),\(isVague ? 60 : 5 + Int(chance >> 29))\n"
            if fputs(row, file) < 0 { written = false }
        }
        if fclose(file) != 0 || !written {
            unlink(path)
            return nil
        }
    }

    deinit { unlink(path) }

    /// Metres per second: half a minute standing, then up to 115 km/h and down again.
    private static func speed(_ place: Int, ripple: Double) -> Double {
        if place < 30 { return 0 }
        let up = Double(place - 30) / 60
        let down = Double(leg - place) / 70
        let wave = Double(abs(place % 46 - 23)) / 23
        return max(0.5, min(1, up, down) * (26 + 4 * wave + 2 * ripple))
    }
}
