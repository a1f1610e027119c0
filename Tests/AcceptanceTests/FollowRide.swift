// SPDX-License-Identifier: MIT
import Foundation

/// A made-up ride of plateaus, one minute each, one fix per second, along a meridian.
struct FollowRide {
    /// km/h for each minute; nil is a minute without fixes, in which it stands still.
    let plateaus: [Double?]
    static let minute = 60

    /// Standing, three speeds, standing, a lost fix, and on at the first of the speeds.
    static let forward = FollowRide(plateaus: [0, 40, 80, 120, 0, nil, 40])
    static let backward = FollowRide(plateaus: forward.plateaus.reversed())

    /// The length of one degree of the meridian at 35 degrees north on WGS 84, in metres (Snyder 1987).
    private static let degree = 110_941.0

    /// Positions only, so that the tracker computes the speed.
    var csv: String {
        var text = "time,lat,lon\n"
        var metres = 0.0
        for second in 0..<plateaus.count * Self.minute {
            let speed = plateaus[second / Self.minute]
            if speed != nil {
                let clock = String(format: "%02d:%02d:%02d", 8 + second / 3600, second / 60 % 60, second % 60)
                let latitude = String(format: "%.8f", 35 + metres / Self.degree)
                text += "2026-04-01T\(clock)Z,\(latitude),139.70000000\n"
            }
            metres += (speed ?? 0) / 3.6
        }
        return text
    }

    /// The drops per second that the preset defines: 240 to 3600 per minute over 0 to 120 km/h in equal ratios; none when lost.
    static func promisedRate(_ speed: Double?) -> Double {
        guard let speed else { return 0 }
        return 4 * pow(15, min(speed, 120) / 120)
    }

    /// The speed in km/h for a counted rate; nil (lost) below half of the standing rate.
    static func speed(countedRate: Double) -> Double? {
        countedRate < promisedRate(0) / 2 ? nil : 120 * log(countedRate / 4) / log(15)
    }
}
