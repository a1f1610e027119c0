// SPDX-License-Identifier: MIT
import Foundation
import PlainText
import Sonification
import Tracking
import Tuning

extension Tune {
    /// Runs the line-based tuner: commands from standard input, answers to standard output, refusals and news to standard error.
    func tuneLineByLine(_ desk: TuningDesk) async throws {
        if let track = input.input, ByteSource.isStandardInput(track) {
            throw Failure("tune --plain reads its commands from standard input; give a file as the track", exitCode: ExitStatus.usage)
        }
        let console = Console(plain: true, quiet: messages.quiet)
        let interrupts = Interrupts(onExit: { try? desk.saveUnsaved(console) })
        let setup = try RideSetup(input: input, sound: sound, pace: pace, railway: railway, allowsLive: false, console: console)
        let playback = TunerPlayback(setup: setup, player: device.settings(sound), isDeviceChosen: device.choice.device != nil)
        async let playing: Void = playback.run(desk)
        let announcer = setup.announcer
        let isPrompted = isatty(STDIN_FILENO) == 1
        let news = Task {
            while !Task.isCancelled {
                for message in playback.notices.takeAll() { console.say(message) }
                do { if let taken = try desk.mergeOutsideChanges() { console.say("\(taken).") } } catch { console.warn("\(error)") }
                try? await Task.sleep(for: .milliseconds(250))
            }
        }
        let refusals = await withCheckedContinuation { continuation in
            // A separate thread, because it blocks on input, which a task must not.
            Thread.detachNewThread {
                let tuner = PlainTuner(desk, whereabouts: { announcer.whereabouts($0) })
                var refusals = 0
                while true {
                    if isPrompted { _ = try? FileHandle.standardOutput.write(contentsOf: Data("tune> ".utf8)) }
                    guard playback.failure == nil, let line = readLine() else { break }
                    let answer = tuner.answer(line)
                    if let refusal = answer.refusal {
                        refusals += 1
                        console.warn(refusal)
                    }
                    let text = answer.lines.map { $0 + "\n" }.joined().visibleLines
                    guard (try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))) != nil, !answer.ends else { break }
                }
                continuation.resume(returning: refusals)
            }
        }
        news.cancel()
        playback.stop(desk)
        await playing
        for message in playback.notices.takeAll() { console.say(message) }
        if let failure = playback.failure { throw failure }
        if desk.snapshot.isChanged { console.say("The changes were not saved.") }
        withExtendedLifetime(interrupts) {}
        // A script needs an exit code; a person has already read the refusals.
        if refusals > 0, !isPrompted { throw Failure("\(CountText.of(refusals, "command")) failed", exitCode: ExitStatus.preset) }
    }
}
