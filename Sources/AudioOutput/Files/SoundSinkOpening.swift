// SPDX-License-Identifier: MIT
import Glibc
import Platform

/// Opens the sink for a name on the command line.
public enum SoundSinkOpening {
    /// Opens a sink: `-` is standard output, `/dev/null` discards, a pipe or device is a stream, anything else a file.
    /// - Throws: `AudioFileError` when the output cannot be opened.
    public static func open(_ target: String, settings: SoundFileSettings) throws(AudioFileError) -> any SoundSink {
        switch OutputTarget(target) {
        case .descriptor(let number):
            return try StreamWriter(descriptor: number, place: number == STDOUT_FILENO ? "stdout" : target, settings: settings)
        case .stream:
            var info = stat()
            let isNowhere = stat(target, &info) == 0 && FileKind(info) == .characterDevice && info.st_rdev == nullDevice
            return isNowhere ? NullOutput(place: target, layout: settings.layout) : try StreamWriter(path: target, settings: settings)
        case .file:
            let file = try SoundFileWriter(path: target, settings: settings)
            return file.container.isEncoded ? try EncodingThread(file, channels: settings.layout.engineChannels) : file
        }
    }

    /// Major 1, minor 3 (Linux, admin-guide/devices).
    private static var nullDevice: dev_t { 1 << 8 | 3 }
}
