// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing

/// The report of `amaoto doctor` for users and scripts.
@Suite(.waiting) struct DoctorTests {
    @Test func itTellsWhatThereIs() throws {
        let folder = try Folder()
        let (captured, environment) = try SoundDevices.capturing(in: folder)
        let run = try Program.mustSucceed("doctor", "-D", "cap", "--measure", "0.2", environment: environment)
        for topic in ["device", "server", "scheduling", "memory", "timer", "processor"] {
            #expect(run.text.split(separator: "\n").contains { $0.contains(" \(topic) ") }, "\(topic): \(run.text)")
        }
        #expect(run.text.contains("'cap' opens: 48000 Hz"))
        #expect(run.text.contains("woken every 5.33 ms at normal priority"))
        #expect(run.errors.isEmpty)
        // It makes no sound.
        #expect(((try? Data(contentsOf: captured)) ?? Data()).isEmpty)
    }

    @Test func withoutADeviceItIsAnError() throws {
        let run = try Program.amaoto("doctor", "-D", "hw:7", "--measure", "0")
        #expect(run.status == 5)
        let line = try #require(run.text.split(separator: "\n").first { $0.hasPrefix("MISSING") })
        #expect(line.contains("'hw:7' cannot be opened"))
        #expect(run.text.contains("-> choose a device with -D"))
    }

    @Test func scriptsReadJSON() throws {
        let folder = try Folder()
        let (_, environment) = try SoundDevices.capturing(in: folder)
        let run = try Program.amaoto("doctor", "-D", "cap", "--json", "--measure", "0.1", environment: environment)
        let document = try PrintedJSON.object(run.output)
        let findings = try #require(document["findings"] as? [[String: Any]])
        #expect(findings.contains { $0["topic"] as? String == "scheduling" })
        let measures = try #require(document["wakeUps"] as? [[String: Any]])
        #expect(measures.first?["realtime"] as? Bool == false)
        #expect((measures.first?["latenessMaximum"] as? Double ?? -1) > 0)
    }

    /// Each missing privilege is reported with the way to get it.
    @Test(.needs("setpriv")) func withoutTheRightsItSaysHowToGetThem() throws {
        let folder = try Folder()
        let (_, environment) = try SoundDevices.capturing(in: folder)
        // Root has these privileges regardless of its limits, so it drops them first.
        let run = try Program.shellMustSucceed(
            """
            drop=
            [ "$(id -u)" != 0 ] || drop="setpriv --bounding-set=-sys_nice,-ipc_lock --inh-caps=-sys_nice,-ipc_lock"
            $drop prlimit --memlock=65536 --rtprio=0 amaoto doctor -D cap --measure 0
            """, environment: environment)
        #expect(run.text.contains("rtprio limit 0") && run.text.contains("limit 64 KiB"), "\(run.text)")
        let lines = run.text.split(separator: "\n").map(String.init)
        for (fault, right) in [("no SCHED_FIFO", "rtprio 95"), ("memory cannot be locked", "memlock unlimited")] {
            let place = try #require(lines.firstIndex { $0.contains(fault) }, "\(run.text)")
            let remedy = lines.dropFirst(place + 1).first ?? ""
            #expect(!lines[place].hasPrefix("good"), "\(run.text)")
            #expect(remedy.contains("-> put '@audio - \(right)' into /etc/security/limits.d/audio.conf"), "\(run.text)")
        }
    }

    @Test(arguments: [["--measure", "61"], ["--measure", "-1"], ["--period", "3"]])
    func mistakesAreSaid(arguments: [String]) throws {
        #expect(try Program.amaoto(["doctor"] + arguments).status == 2)
    }
}
