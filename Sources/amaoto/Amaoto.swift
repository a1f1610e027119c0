// SPDX-License-Identifier: MIT
import ArgumentParser
import AudioOutput
import Foundation
import Notifications
import Platform
import Railways
import RainSynthesis
import Sessions
import Sonification
import SoundAnalysis
import Studio
import Tracking

@main
struct Amaoto: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "amaoto",
        abstract: "Turn the position and speed of a moving thing into the sound of rain.",
        discussion: """
            EXAMPLES
              amaoto demo                          an example ride in one minute
              amaoto play ride.gpx --fit 60        a ride of yours in one minute
              amaoto render ride.gpx -o ride.flac  the ride as a sound file
              amaoto track ride.gpx                one JSON line of results per fix
              amaoto where gpsd://                 where the first accurate fix is
              amaoto ride --from Ueno --to Ebisu   a simulated train ride
              amaoto preset describe commuter      the preset's mappings, in words
              amaoto tune my.yaml ride.gpx         tune a preset while it plays
              amaoto analyse ride.flac             rain statistics of a sound file
              amaoto devices                       the ALSA devices
              amaoto doctor                        what is missing for real-time sound

            ENVIRONMENT
              AMAOTO_PRESETS  folder in which presets are looked up first
              AMAOTO_ISA      instruction set of the engine's inner loops
                              (default: the fastest of the machine)
              TERM            dumb redraws no line, as --plain, for screen readers

            EXIT CODES
              0 ok, 1 runtime, 2 usage, 3 preset, 4 input data, 5 audio device,
              129 hangup (SIGHUP), 130 Ctrl-C (SIGINT), 143 SIGTERM,
              141 closed pipe on standard output.
            """,
        version: Version.text,
        subcommands: [
            Demo.self, Play.self, Render.self, Track.self, Where.self, AudioKeyCommand.self, PresetCommand.self, Tune.self,
            StudioCommand.self,
            Devices.self, Doctor.self,
            Plot.self, Analyse.self, Listen.self, Ride.self, RailwaysCommand.self, SessionsCommand.self,
        ])

    /// Without a command: what the program does, and what to try first.
    func run() { print(Self.introduction) }

    private static let introduction = """
        Amaoto turns the position of a moving thing into the sound of rain: faster is
        harder rain, standing still is thin rain. It reads recorded tracks and live
        receivers, plays through ALSA and writes sound files.

        Try:
          amaoto demo                                 an example ride in one minute
          amaoto play ride.gpx --fit 60               a track of your own in one minute
          amaoto render -p storm -d 60 -o storm.flac  a minute of a storm, as a file

        amaoto --help lists all commands; amaoto help COMMAND explains one.
        """

    static func main() async {
        StandardStreams.secure()
        // The parent may ignore SIGCHLD, which is inherited: failures of commands would then go unnoticed.
        signal(SIGCHLD, SIG_DFL)
        atexit { ChildProcess.endAll() }
        do {
            try refuseForeignBytes()
            try refuseUnknownCommand(CommandLine.arguments.dropFirst())
            var command = try parseAsRoot()
            do {
                _ = try InstructionSet.chosen(by: ProcessInfo.processInfo.environment[InstructionSet.variable])
            } catch {
                throw Failure(error.description, .usage)
            }
            if let asynchronous = command as? any AsyncParsableCommand {
                // Unsafe in name only: nothing else uses it, and this call waits for its end.
                nonisolated(unsafe) var command = asynchronous
                // Playback must not be delayed: from here to the exit it needs nothing from the shared thread pool.
                let thread = command is Play || command is Demo ? TaskThread() : nil
                try await withTaskExecutorPreference(thread) { try await command.run() }
            } else {
                try command.run()
            }
            try StandardStreams.flushOutput()
        } catch {
            exit(with: error)
        }
    }

    /// Prints the error in the form for its kind and exits with its code.
    private static func exit(with error: any Error) -> Never {
        let status: ExitStatus
        switch error {
        case is ReaderGone: Foundation.exit(ExitStatus.readerGone.rawValue)
        case let file as AudioFileError where file.kind == .readerGone: Foundation.exit(ExitStatus.readerGone.rawValue)
        case let code as ExitCode:
            // Findings that cannot be written must not be lost silently.
            do { try StandardStreams.flushOutput() } catch { exit(with: error) }
            Foundation.exit(code.rawValue)
        case let failure as Failure: status = failure.status
        case is InputFault, is SoundFileError: status = .input
        case let railway as RailwayError: status = railway.kind == .unwritable ? .runtime : .input
        case let session as SessionError: status = session.isOfInput ? .input : .runtime
        case let edit as PresetEditError: status = edit.kind == .file || edit.kind == .taken ? .runtime : .preset
        case let refusal as OutputRefusal: status = refusal.isOfUsage ? .usage : .runtime
        case is PresetError: status = .preset
        case is AudioDeviceError: status = .device
        case let file as AudioFileError: status = file.kind == .unsupported ? .usage : .runtime
        case is SocketFault, is StudioError, is DesktopNotifications.Failure: status = .runtime
        default:
            // Help, version and completion scripts arrive as errors too; bad usage is 2, as documented.
            let text = fullMessage(for: error)
            guard exitCode(for: error) == .success else {
                StandardStreams.say(text + "\n")
                Foundation.exit(ExitStatus.usage.rawValue)
            }
            // A script is printed unchanged, control characters included.
            StandardStreams.output(NameCompletion.patched(text) + "\n")
            do { try StandardStreams.flushOutput() } catch { exit(with: error) }
            Foundation.exit(0)
        }
        let text = "\(error)"
        // An empty name, as of an unset variable, is shown as the shell writes it.
        StandardStreams.say("amaoto: \(text.hasPrefix(": ") ? "''" : "")\(text)\n")
        Foundation.exit(status.rawValue)
    }
}

extension Amaoto {
    /// Swift replaces bytes that are not UTF-8, so such a name would name another file.
    private static func refuseForeignBytes() throws {
        for (index, argument) in CommandLine.arguments.enumerated().dropFirst()
        where CommandLine.unsafeArgv[index].flatMap({ String(validatingCString: $0) }) == nil {
            throw Failure("the argument \(argument) is not in UTF-8; give the file a name in UTF-8", .usage)
        }
    }

    /// Looks for a word of a command line that names no command.
    /// - Throws: `Failure` with the nearest command, or with all of them.
    private static func refuseUnknownCommand(_ arguments: some Sequence<String>) throws {
        var command: any ParsableCommand.Type = Amaoto.self, path = "amaoto"
        for word in arguments {
            let known = command.configuration.subcommands
            guard !known.isEmpty, !word.hasPrefix("-") else { return }
            if word == "help", path == "amaoto" { continue }
            guard let next = known.first(where: { $0._commandName == word }) else {
                let names = known.map { $0._commandName }
                let remedy =
                    if path == "amaoto", word.contains(where: "./:".contains) {
                        "`amaoto play \(word)` plays a track"
                    } else if path == "amaoto", word == "version" {
                        "`amaoto --version` prints the version"
                    } else {
                        NearestName.remedy(word, in: names, else: "the commands are \(names.joined(separator: ", "))")
                    }
                throw Failure("there is no command \(path) \(word); \(remedy)", .usage)
            }
            (command, path) = (next, "\(path) \(word)")
        }
    }
}
