// SPDX-License-Identifier: MIT
import Glibc
import Platform
import RainSynthesis

/// A folder with one sound file for each layer: `drops.wav`, `bed.wav`, ... in 32-bit float, since a layer may exceed full scale
/// before the limiter. All files are created at once, so that a conflicting name is reported before any work is done.
public final class StemFolder {
    public let folder: String
    /// The files, each to be written by one task.
    public private(set) var stems: [StemFile] = []
    private let isNew: Bool

    /// Creates the folder if necessary, and all files.
    /// - Parameter settings: those of the mix; container and format are overridden.
    /// - Throws: `AudioFileError` when the folder or a file cannot be created.
    public init(_ folder: String, settings: SoundFileSettings) throws(AudioFileError) {
        let folder = Self.plain(folder)
        self.folder = folder
        isNew = mkdir(folder, 0o777) == 0
        if !isNew, errno != EEXIST { throw .system(errno, place: folder, doing: "cannot create the folder") }
        if isNew {
            // The files' names are synced with the files; this does the same for the folder's name.
            do throws(SystemFault) { try AtomicFile.sync(folder: folder + "/..") } catch {
                throw .system(error.code, place: folder, doing: "cannot sync the folder")
            }
        }
        if let frames = settings.expectedFrames {
            let frame = SoundLayer.allCases.count * settings.layout.channels * SampleFormat.float32.bytesPerSample
            try DiskSpace.check(Double(frames) * Double(frame), for: folder, on: folder, smaller: "a shorter part")
        }
        // If one cannot be created, `deinit` removes those before it and the folder.
        for layer in SoundLayer.allCases {
            var own = settings
            own.container = .wav
            own.format = .float32
            own.cues = []
            own.title = settings.title.map { "\($0): \(layer.name)" }
            stems.append(StemFile(layer, try SoundFileWriter(path: Self.path(of: layer, in: folder), settings: own)))
        }
    }

    /// The paths of the layers' files.
    public static func paths(in folder: String) -> [String] { SoundLayer.allCases.map { path(of: $0, in: plain(folder)) } }

    private static func path(of layer: SoundLayer, in folder: String) -> String { "\(folder)/\(layer.name).wav" }

    private static func plain(_ folder: String) -> String {
        folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    }

    deinit { abandon() }

    /// Removes everything that is not finished.
    public func abandon() {
        for stem in stems { stem.abandon() }
        // Only an empty folder can be removed.
        if isNew { rmdir(folder) }
    }
}

/// The file of one layer.
// Sendable is sound: one task writes it, and the folder touches it only before that task begins or after it has ended.
public final class StemFile: SoundSink, @unchecked Sendable {
    public let layer: SoundLayer
    /// The largest sample so far; 0 for a layer that is silent.
    public private(set) var peak: Float = 0
    private let file: SoundFileWriter

    init(_ layer: SoundLayer, _ file: SoundFileWriter) {
        self.layer = layer
        self.file = file
    }

    public var place: String { file.place }
    public var framesWritten: Int64 { file.framesWritten }
    public func write(_ frames: UnsafeBufferPointer<Float>) throws(AudioFileError) {
        var peak = peak
        for sample in frames { peak = max(peak, sample.magnitude) }
        self.peak = peak
        try file.write(frames)
    }
    public func finish() throws(AudioFileError) -> String { try file.finish() }
    public func interrupt() throws(AudioFileError) -> String { try file.interrupt() }
    public func abandon() { file.abandon() }
}
