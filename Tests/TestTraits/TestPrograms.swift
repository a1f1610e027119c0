// SPDX-License-Identifier: MIT
import Foundation

/// The programs that tests start.
public enum TestPrograms {
    /// The Debian package of each program whose name differs.
    private static let packages = [
        "dbus-daemon": "dbus", "dbus-send": "dbus", "flac": "flac", "gpsdecode": "gpsd-clients", "gpsfake": "gpsd-clients",
        "gpspipe": "gpsd-clients", "mosquitto_pub": "mosquitto-clients", "objdump": "binutils", "oscsend": "liblo-tools",
        "osmium": "osmium-tool", "pkill": "procps", "man": "man-db", "rsvg-convert": "librsvg2-bin", "setpriv": "util-linux",
        "sox": "sox libsox-fmt-all",
        "soxi": "sox libsox-fmt-all", "strings": "binutils",
    ]

    /// The path of a program: on the PATH, or in Debian's folder of servers, which many PATHs omit.
    public static func path(of name: String) -> String? {
        let path = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin") + ":/usr/sbin:/sbin"
        let places = name.contains("/") ? [name] : path.split(separator: ":").map { "\($0)/\(name)" }
        return places.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    static func missing(_ names: [String]) -> String? {
        let missing = names.filter { path(of: $0) == nil }
        guard !missing.isEmpty else { return nil }
        let wanted = missing.map { $0.split(separator: "/").last.map(String.init) ?? $0 }.map { packages[$0] ?? $0 }
        return "there is no \(missing.joined(separator: ", no ")) (apt-get install \(Set(wanted).sorted().joined(separator: " ")))"
    }
}
