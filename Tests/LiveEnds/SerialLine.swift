// SPDX-License-Identifier: MIT
import Foundation

/// A serial line, simulated by a pseudo-terminal.
package final class SerialLine: Sendable {
    /// The receiver's end. Unread bytes do not block the writer.
    package let master: FileHandle
    /// Held open, as the settings last only while the line is open.
    package let slave: Int32
    /// The path that a program opens.
    package let path: String

    /// - Throws: `POSIXError` if no pseudo-terminal is available.
    package init() throws {
        var master: Int32 = -1, slave: Int32 = -1
        var name = [CChar](repeating: 0, count: 128)
        guard openpty(&master, &slave, &name, nil, nil) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        for end in [master, slave] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(master, F_SETFL, O_NONBLOCK)
        // Not the defaults, so that they cannot be mistaken for the restored settings.
        var settings = termios()
        tcgetattr(slave, &settings)
        cfsetispeed(&settings, speed_t(B19200))
        cfsetospeed(&settings, speed_t(B19200))
        settings.c_lflag &= ~tcflag_t(ECHOE)
        settings.c_cc.0 = 0x18
        tcsetattr(slave, TCSANOW, &settings)
        self.master = FileHandle(fileDescriptor: master, closeOnDealloc: true)
        self.slave = slave
        path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { close(slave) }

    private var settings: termios {
        var settings = termios()
        tcgetattr(slave, &settings)
        return settings
    }

    /// All settings, for comparison.
    package var state: [UInt32] {
        var settings = self.settings
        let characters = withUnsafeBytes(of: settings.c_cc) { Array($0) }
        return [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag, cfgetispeed(&settings), cfgetospeed(&settings)]
            + characters.map { UInt32($0) }
    }

    /// The line is set to raw mode.
    package var isRaw: Bool { settings.c_lflag & tcflag_t(ICANON | ECHO) == 0 }
    /// In the system's coding: `B4800` for 4800 baud.
    package var speed: speed_t {
        var settings = self.settings
        return cfgetospeed(&settings)
    }

    /// - Throws: if the line is closed, or full of unread bytes.
    package func say(_ text: String) throws { try master.write(contentsOf: Data(text.utf8)) }

    /// A receiver's sentences for one moment, `second` seconds after ten o'clock: the position, with and without an altitude.
    package static func sentences(second: Int) -> String {
        let time = String(format: "%02d%02d%02d", 10 + second / 3600, second / 60 % 60, second % 60)
        let sentences: [String] = [
            "GPRMC,\(time),A,3541.0000,N,13946.0000,E,1.0,90.0,010126,,,A",
            "GPGGA,\(time),3541.0000,N,13946.0000,E,1,08,1.0,10.0,M,39.0,M,,",
        ]
        return sentences.map { (sentence: String) -> String in
            let sum = sentence.utf8.reduce(UInt8(0), ^)
            return "$\(sentence)*\(sum < 16 ? "0" : "")\(String(sum, radix: 16, uppercase: true))\r\n"
        }.joined()
    }
}
