// SPDX-License-Identifier: MIT
import Glibc

extension AudioMachine {
    /// Checks which sound servers answer, and whether alsa-lib can reach them.
    func servers() -> [MachineFinding] {
        var findings: [MachineFinding] = []
        for server in SoundServer.allCases {
            let place = server.place(environment, userID: getuid(), files)
            let hasPlugin = hasPlugin(server)
            guard let place else {
                if hasPlugin { findings.append(MachineFinding(.server, .note, "\(server.rawValue) does not run; alsa-lib could reach it")) }
                continue
            }
            findings.append(
                hasPlugin
                    ? MachineFinding(.server, .good, "\(server.rawValue) runs (\(place)); -D \(server.device) plays on it")
                    : MachineFinding(
                        .server, .weak, "\(server.rawValue) runs (\(place)), but alsa-lib has no plugin for it",
                        remedy: "apt-get install \(server.package)"))
        }
        if findings.isEmpty { findings.append(MachineFinding(.server, .note, "no sound server runs, and none is needed")) }
        return findings
    }

    private func hasPlugin(_ server: SoundServer) -> Bool {
        let folders = ["/usr/lib/alsa-lib", "/usr/lib64/alsa-lib"] + files.names("/usr/lib").map { "/usr/lib/\($0)/alsa-lib" }
        return folders.contains { files.exists("\($0)/libasound_module_pcm_\(server.device).so") }
    }
}

/// A sound server.
enum SoundServer: String, CaseIterable {
    case pipeWire = "PipeWire", pulseAudio = "PulseAudio", jack = "JACK"

    /// The name of its alsa-lib plugin, and of the device in Debian's configuration.
    var device: String {
        switch self {
        case .pipeWire: "pipewire"
        case .pulseAudio: "pulse"
        case .jack: "jack"
        }
    }

    /// The Debian package of the plugin.
    var package: String {
        switch self {
        case .pipeWire: "pipewire-alsa"
        case .pulseAudio, .jack: "libasound2-plugins"
        }
    }

    /// The address or socket path at which it answers; nil when it does not.
    func place(_ environment: [String: String], userID: UInt32, _ files: SystemFiles) -> String? {
        let runtime = environment["XDG_RUNTIME_DIR"] ?? "/run/user/\(userID)"
        switch self {
        case .pipeWire:
            let path = (environment["PIPEWIRE_RUNTIME_DIR"] ?? runtime) + "/" + (environment["PIPEWIRE_REMOTE"] ?? "pipewire-0")
            return files.answers(path) ? path : nil
        case .pulseAudio:
            if let server = environment["PULSE_SERVER"], !server.isEmpty, !server.hasPrefix("unix:") { return server }
            let path = environment["PULSE_SERVER"].map { String($0.dropFirst("unix:".count)) } ?? runtime + "/pulse/native"
            return files.answers(path) ? path : nil
        case .jack:
            // jackd 2 names its socket jack_SERVER_USER_0.
            let name = "jack_\(environment["JACK_DEFAULT_SERVER"] ?? "default")_\(userID)_0"
            return ["/dev/shm/", "/tmp/"].map { $0 + name }.first { files.answers($0) }
        }
    }
}
