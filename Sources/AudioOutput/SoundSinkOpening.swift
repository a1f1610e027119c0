import Glibc

/// Opens the sink that a name on the command line means.
public enum SoundSinkOpening {
    /// `-` is standard output, `/dev/null` nowhere, a pipe or device a stream, anything else a file.
    public static func open(_ target: String, settings: SoundFileSettings) throws(AudioFileError) -> any SoundSink {
        if target == "-" { return try StreamWriter(descriptor: STDOUT_FILENO, place: "stdout", settings: settings) }
        var info = stat()
        guard stat(target, &info) == 0 else { return try SoundFileWriter(path: target, settings: settings) }
        switch info.st_mode & S_IFMT {
        case S_IFCHR where info.st_rdev == nullDevice: return NullOutput(place: target, layout: settings.layout)
        case S_IFCHR, S_IFIFO, S_IFBLK: return try StreamWriter(path: target, settings: settings)
        default: return try SoundFileWriter(path: target, settings: settings)
        }
    }

    /// Major 1, minor 3 (Linux, admin-guide/devices).
    private static var nullDevice: dev_t { 1 << 8 | 3 }
}
