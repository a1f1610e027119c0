// SPDX-License-Identifier: MIT
import Foundation
import Platform
import Synchronization
import Tracking

/// Moves the bytes of a serial line into a feed, on its own thread: raw, at one baud rate, and reopened when the device returns
/// after it was unplugged. `stop` from any thread ends it and restores the line's settings.
final class SerialPort: LiveClient, @unchecked Sendable {
    // Sendable is sound: `waking` is thread-safe and the lock guards the line; the rest belongs to the opening thread and then to
    // the reading thread.
    private let path: String
    private let rate: speed_t
    private let feed: LineQueue
    private let waking = WakeupDescriptor()
    private let line = Mutex(Line())
    private var input: ConnectedInput

    /// The line while it is open. The reading thread opens and closes it; a stopping thread restores its settings meanwhile.
    private struct Line {
        var descriptor: Int32 = -1
        /// The settings to restore, while the line has this program's.
        var before: termios?
        var isStopped = false

        mutating func restoreSettings() {
            guard var before = self.before.take() else { return }
            _ = ioctl(descriptor, UInt(TIOCNXCL))
            tcsetattr(descriptor, TCSANOW, &before)
        }
    }

    /// The supported baud rates.
    private static let rates: [(baud: Int, code: speed_t)] = [
        (1200, speed_t(B1200)), (2400, speed_t(B2400)), (4800, speed_t(B4800)), (9600, speed_t(B9600)), (19_200, speed_t(B19200)),
        (38_400, speed_t(B38400)), (57_600, speed_t(B57600)), (115_200, speed_t(B115200)), (230_400, speed_t(B230400)),
        (460_800, speed_t(B460800)), (921_600, speed_t(B921600)),
    ]

    /// - Parameters:
    ///   - baud: One of `rates`; NMEA 0183 specifies 4800, most receivers use 9600.
    ///   - warn: Receives that the device has disappeared, and that it is back.
    init(path: String, baud: Int, into feed: LineQueue, warn: @escaping @Sendable (String) -> Void) throws(InputFault) {
        guard let rate = Self.rates.first(where: { $0.baud == baud }) else {
            throw InputFault(
                opening: path, "\(baud) baud is not supported",
                "use one of these with -b: \(Self.rates.map { String($0.baud) }.joined(separator: ", "))")
        }
        self.path = path
        self.rate = rate.code
        self.feed = feed
        input = ConnectedInput(into: feed, ConnectionNotice(path, loss: "\(path) has disappeared; waiting for it", warn))
    }

    deinit { end() }

    /// Ends the reading. When this returns, the line's settings are restored and stay so: the program may end at once.
    func stop() {
        waking.stop()
        line.withLock { line in
            line.isStopped = true
            line.restoreSettings()
        }
    }

    /// Opens the line and reads from it until it is stopped. Call once.
    /// - Throws: Why the device cannot be opened.
    func begin() throws(InputFault) {
        try open()
        Thread { [self] in read() }.start()
    }

    private func read() {
        while input.read(from: line.withLock({ $0.descriptor }), waking) {
            end()
            input.lost()
            guard reopen() else { break }
        }
        end()
        feed.close()
    }

    private func reopen() -> Bool {
        while true {
            if waking.sleep(milliseconds: min(input.backOff.next(), 2_000)) { return false }
            if (try? open()) == true { return true }
        }
    }

    /// Opens the line and configures it.
    /// - Returns: False if it was stopped before; the line is then left alone.
    /// - Throws: Why the device cannot be opened.
    @discardableResult
    private func open() throws(InputFault) -> Bool {
        let opened = Glibc.open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard opened >= 0 else { throw fault(errno) }
        var settings = termios()
        guard tcgetattr(opened, &settings) == 0 else {
            close(opened)
            throw InputFault(opening: path, "not a serial device", "name a device such as /dev/ttyUSB0 or /dev/ttyACM0")
        }
        let before = settings
        cfmakeraw(&settings)
        settings.c_cflag |= tcflag_t(CLOCAL | CREAD)
        cfsetispeed(&settings, rate)
        cfsetospeed(&settings, rate)
        switch configure(opened, settings, before: before) {
        case 0:
            input.backOff.connected()
            return true
        case let cause:
            close(opened)
            if cause == ECANCELED { return false }
            throw fault(cause)
        }
    }

    /// Configures an open line and makes it the current one, in one step as seen by a stopping thread.
    /// - Returns: 0 or an error code; `ECANCELED` once stopped.
    private func configure(_ opened: Int32, _ settings: termios, before: termios) -> Int32 {
        line.withLock { line in
            guard !line.isStopped else { return ECANCELED }
            var settings = settings
            guard tcsetattr(opened, TCSANOW, &settings) == 0 else { return errno }
            // What a receiver sent at another rate, or before the line was opened, is only part of a sentence.
            tcflush(opened, TCIFLUSH)
            _ = ioctl(opened, UInt(TIOCEXCL))
            line.descriptor = opened
            line.before = before
            return 0
        }
    }

    /// Closes the line after its settings are restored.
    private func end() {
        let closed = line.withLock { line in
            line.restoreSettings()
            defer { line.descriptor = -1 }
            return line.descriptor
        }
        if closed >= 0 { close(closed) }
    }

    private func fault(_ cause: Int32) -> InputFault {
        let (message, remedy): (String, String) =
            switch cause {
            case EACCES, EPERM:
                ("cannot be opened: permission denied", Self.permissionRemedy(group: group))
            case ENOENT, ENODEV, ENXIO: ("is not there", "plug the receiver in; `ls /dev/ttyUSB* /dev/ttyACM*` lists the serial devices")
            case EBUSY: ("is in use", "end the program that reads it (gpsd, ModemManager), or read from gpsd://")
            default: ("cannot be opened: \(errnoText(cause))", "check the device")
            }
        return InputFault(opening: path, message, remedy)
    }

    /// The group that may open the device; nil if it is unknown.
    private var group: gid_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_gid : nil
    }

    /// What gives permission. Nobody should join the group root for it: such a device must change its group.
    static func permissionRemedy(group: gid_t?) -> String {
        if group == 0 { return "its group is root: let a udev rule give it the group dialout (GROUP=\"dialout\")" }
        let name = group.flatMap { getgrgid($0) }.map { String(cString: $0.pointee.gr_name) } ?? "dialout"
        return "join the group '\(name)': usermod -aG \(name) $USER, then log in again"
    }
}
