// SPDX-License-Identifier: MIT
import Foundation
import LiveSources
import Platform
import Tracking
import Transport

extension InputOptions {
    /// Returns the live source that the input names; nil for a file and standard input.
    func live(_ console: Console) throws -> LiveSource? {
        try refuseControllers()
        guard let input else { return nil }
        do {
            guard let address = try LiveAddress.read(input, isDevice: Self.isDevice) else {
                guard baud == nil, !secrets.namesToken, !secrets.namesPassword else {
                    throw Failure(
                        "--baud is for serial lines, --token for http://, --password-file for mqtt://; none applies to \(input)", .usage)
                }
                return nil
            }
            var settings = LiveSource.Settings()
            settings.baud = baud
            switch address {
            case .http: settings.token = try secrets.readToken()
            case .mqtt: settings.password = try secrets.readPassword()
            default: break
            }
            settings.reading = reading
            return LiveSource(address, settings, notice: { console.say($0) }, warn: { console.warn($0) })
        } catch let error as LiveAddressError {
            throw Failure("\(error)", .usage)
        }
    }

    /// Returns the track that the input names.
    /// - Parameter together: true makes one track of all fixes.
    func ride(
        _ live: LiveSource?, rereads: Bool, together: Bool = false, tracker: @escaping TrackerMaker = MotionTracker.maker
    ) throws -> RideInput {
        guard let live else { return try file(input ?? "-", rereads: rereads, together: together, tracker: tracker) }
        var ride = RideInput(
            live: live.title, reading: reading, assumedSpeed: assumeSpeed?.metresPerSecond, tracker: tracker
        ) { () throws(InputFault) in try live.open() }
        // A receiver on a serial line is one track.
        let isReceiver = if case .serial = live.address { format == nil } else { false }
        ride.choice = choice(together: together || isReceiver)
        return ride
    }

    /// Returns the track of one of the inputs that are files or standard input.
    func file(
        _ path: String, rereads: Bool, together: Bool = false, tracker: @escaping TrackerMaker
    ) throws -> RideInput {
        var ride = try RideInput(
            path, reading: reading, assumedSpeed: assumeSpeed?.metresPerSecond, rereads: rereads, tracker: tracker,
            opener: sessionOpener(of: path))
        ride.choice = choice(together: together)
        return ride
    }

    private static func isDevice(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else {
            // A receiver that is not plugged in.
            return errno == ENOENT && ["/dev/tty", "/dev/gnss", "/dev/gps", "/dev/serial/"].contains(where: path.hasPrefix)
        }
        guard FileKind(status) == .characterDevice else { return false }
        // True for terminals and serial lines; not for /dev/null, which is an empty file.
        let major = status.st_rdev >> 8 & 0xfff
        return major != 1
    }
}
