// SPDX-License-Identifier: MIT

/// The written form of a host name or address. Any thread.
package enum HostText {
    /// A host as it stands in front of a port: an IPv6 address is put in brackets.
    package static func beforePort(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }

    /// Whether only programs on this machine can reach a socket that listens at the host.
    package static func isLoopback(_ host: String) -> Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }
}
