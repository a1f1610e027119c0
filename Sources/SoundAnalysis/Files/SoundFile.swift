// SPDX-License-Identifier: MIT
import CSndFile
import Foundation
import PlainText

/// Reads a sound file block by block, so that its length does not matter. One thread at a time.
///
/// From a regular file, every format that libsndfile supports can be read. From standard input and pipes, only WAV, AU, AIFF and
/// Ogg can: libsndfile must seek in the others (it fails on FLAC, and reads parts of a W64 header as sound).
public struct SoundFile: ~Copyable {
    /// The file's path, or `stdin`.
    public let name: String
    public let sampleRate: Int
    /// The channels that are read: the file's, but for a sound field only its pressure W, which is what a listener hears.
    public let channelCount: Int
    /// True for this program's ambisonics (W Y Z X), which the file's comment states: FLAC and others have no other mark.
    public let isSoundField: Bool
    /// The length in frames according to the header; nil where it is not known in advance (a pipe).
    public let frames: Int64?
    /// Frames read so far.
    private(set) var position: Int64 = 0

    private let handle: OpaquePointer
    /// The seconds that the header announces, where the file breaks off before; libsndfile then reads what there is.
    private let announced: Double?
    /// The channels in the file.
    private let storedChannels: Int

    /// Opens `path`; `-` is standard input.
    /// - Parameter rereads: whether it will be opened again, which refuses a pipe.
    /// - Throws: `SoundFileError` when the file does not exist, is not readable or not a sound, or has more than 64 channels, a
    ///   rate below 16 Hz or above 2.8 MHz, or as many samples a second as 64 channels above 96 kHz.
    public init(path: String, rereads: Bool = false) throws(SoundFileError) {
        let fromStandardInput = path == "-"
        name = fromStandardInput ? "stdin" : path
        var status = stat()
        if fromStandardInput {
            guard fstat(STDIN_FILENO, &status) == 0 else { throw Self.systemFault(name, errno) }
        } else {
            guard stat(path, &status) == 0 else { throw Self.systemFault(name, errno) }
            guard status.st_mode & S_IFMT != S_IFDIR else {
                throw SoundFileError(place: name, cause: "this is a directory", remedy: "name a sound file in it")
            }
            guard access(path, R_OK) == 0 else { throw Self.systemFault(name, errno) }
        }
        let isRegular = status.st_mode & S_IFMT == S_IFREG
        guard !isRegular || status.st_size > 0 else {
            throw SoundFileError(place: name, cause: "the file is empty", remedy: "record or render it again")
        }
        guard isRegular || !rereads else {
            throw SoundFileError(
                place: name, cause: "it is read more than once, which a pipe cannot be",
                remedy: "save the sound as a file and give its name")
        }

        var info = SF_INFO()
        let opened =
            fromStandardInput ? sf_open_fd(STDIN_FILENO, Int32(SFM_READ), &info, 0) : sf_open(path, Int32(SFM_READ), &info)
        guard let opened else {
            let cause = sf_strerror(nil).map { String(cString: $0) } ?? "libsndfile could not open it"
            throw SoundFileError(
                place: name, cause: "not readable as sound (\(Self.sentence(cause)))",
                remedy: isRegular
                    ? "give a WAV, FLAC, Ogg or AIFF file" : "pipe WAV, or save the sound as a file and give its name")
        }
        let container = info.format & Int32(SF_FORMAT_TYPEMASK)
        guard isRegular || Self.streamable.contains(container) else {
            sf_close(opened)
            throw SoundFileError(
                place: name, cause: "\(Self.describe(container)) cannot be read from a pipe",
                remedy: "pipe WAV, or save the sound as a file and give its name")
        }
        guard info.channels > 0, info.samplerate > 0 else {
            sf_close(opened)
            throw SoundFileError(
                place: name, cause: "invalid header: \(info.channels) channels at \(info.samplerate) Hz",
                remedy: "export the file again with a valid header")
        }
        // The limits of libebur128, which measures most sounds; its memory grows with the samples a second.
        guard info.channels <= 64, (16...2_822_400).contains(info.samplerate),
            Int(info.channels) * Int(info.samplerate) <= 64 * 96_000
        else {
            sf_close(opened)
            throw SoundFileError(
                place: name, cause: "it has \(CountText.of(info.channels, "channel")) at \(info.samplerate) Hz",
                remedy: "convert it to at most 64 channels at a usual rate (sox IN.wav -r 48000 OUT.wav)")
        }
        handle = opened
        sampleRate = Int(info.samplerate)
        storedChannels = Int(info.channels)
        let comment = sf_get_string(opened, Int32(SF_STR_COMMENT)).map { String(cString: $0) }
        isSoundField = storedChannels == 4 && comment?.contains("layout ambisonic") == true
        channelCount = isSoundField ? 1 : storedChannels
        // A pipe's header may give any length; the real one is known only at its end.
        frames = isRegular && info.frames < Int64.max ? info.frames : nil
        announced = isRegular ? Self.announced(opened, info) : nil
    }

    deinit { sf_close(handle) }

    /// Reads the next `count` frames, fewer at the end; nil after the last.
    /// - Throws: `SoundFileError` when the file is truncated or empty, its data cannot be decoded, or a sample is not a number or
    ///   beyond 1e9.
    mutating func read(frames count: Int) throws(SoundFileError) -> Sound? {
        var got: Int64 = 0
        let channelCount = storedChannels
        let interleaved = [Float](unsafeUninitializedCapacity: count * channelCount) { [handle] samples, filled in
            if let base = samples.baseAddress { got = sf_readf_float(handle, base, Int64(count)) }
            filled = Int(max(got, 0)) * channelCount
        }
        guard sf_error(handle) == Int32(SF_ERR_NO_ERROR) else {
            let cause = sf_strerror(handle).map { String(cString: $0) } ?? "unknown error"
            throw SoundFileError(
                place: place, cause: Self.sentence(cause),
                remedy: "the file is damaged from here on; use the part before it, or export it again")
        }
        guard got > 0 else {
            if let announced, position > 0 {
                throw SoundFileError(
                    place: place, cause: "the file breaks off; its header announces \(announced) s",
                    remedy: "copy or export it again, or use the part before it (sox IN.wav OUT.wav)")
            }
            if position > 0 { return nil }
            throw SoundFileError(place: name, cause: "the file contains no sound", remedy: "record or render it again")
        }
        if let bad = interleaved.firstIndex(where: { !(abs($0) <= 1e9) }) {
            throw SoundFileError(
                place: "\(name), frame \(position + Int64(bad / channelCount)), channel \(bad % channelCount + 1)",
                cause: interleaved[bad].isNaN ? "a sample is NaN" : "a sample is \(interleaved[bad])",
                remedy: "export the file again, or trim it before this point")
        }
        position += got
        let sound = Sound(sampleRate: sampleRate, interleaved: interleaved, channelCount: channelCount)
        return isSoundField ? Sound(sampleRate: sampleRate, channels: [sound.channels[0]]) : sound
    }

    /// The file and the second up to which it was read.
    private var place: String { "\(name) at \((Double(position) / Double(sampleRate) * 1000).rounded() / 1000) s" }

    /// Passes the rest of the file to `body`, block by block.
    /// - Throws: `SoundFileError`, as `read(frames:)`.
    public mutating func forEachBlock(_ body: (Sound) -> Void) throws(SoundFileError) {
        while let block = try read(frames: 32_768) { body(block) }
    }

    /// Refuses a sound that lasts longer than some hours, for measures whose memory grows with it.
    /// - Throws: `SoundFileError`.
    public func check(lastsAtMost hours: Int) throws(SoundFileError) {
        guard let frames, frames > Int64(hours) * 3600 * Int64(sampleRate) else { return }
        throw SoundFileError(
            place: name, cause: "it lasts longer than \(CountText.of(hours, "hour")), which would take too much memory",
            remedy: "give a part of it (sox IN.wav OUT.wav trim 0 \(hours):00:00)")
    }

    /// Reads the rest of the file into memory; for short sounds.
    /// - Throws: `SoundFileError`, as `read(frames:)`.
    public mutating func readAll() throws(SoundFileError) -> Sound {
        var channels = [[Float]](repeating: [], count: channelCount)
        while let block = try read(frames: 65_536) {
            for channel in 0..<channelCount { channels[channel] += block.channels[channel] }
        }
        return Sound(sampleRate: sampleRate, channels: channels)
    }
}

extension SoundFile {
    /// Containers that libsndfile reads without seeking.
    private static let streamable = [SF_FORMAT_WAV, SF_FORMAT_WAVEX, SF_FORMAT_AU, SF_FORMAT_AIFF, SF_FORMAT_OGG].map {
        Int32($0)
    }

    /// Only libsndfile's log says what a WAV, AU or AIFF file lacks, in bytes: `data : 5760000 (should be 2879885)`. A header of some 2 or
    /// 4 GB was written before the length was known, and one of a little too much by a program that counts wrongly.
    private static func announced(_ handle: OpaquePointer, _ info: SF_INFO) -> Double? {
        var log = [UInt8](repeating: 0, count: 16_384)
        let length = sf_command(handle, Int32(SFC_GET_LOG_INFO), &log, Int32(log.count))
        let text = String(decoding: log.prefix(Int(max(length, 0))), as: UTF8.self)
        guard let sizes = text.firstMatch(of: /(?:data|Data Size|SSND) *: (\d+) \(should be (\d+)\)/),
            let wanted = Double(sizes.1), let held = Double(sizes.2), held > 0, wanted < 0x7FF0_0000
        else { return nil }
        let seconds = Double(info.frames) / Double(info.samplerate), announced = seconds * wanted / held
        return announced - seconds > 0.1 ? (announced * 1000).rounded() / 1000 : nil
    }

    private static func systemFault(_ place: String, _ code: Int32) -> SoundFileError {
        let remedy =
            switch code {
            case ENOENT, ENOTDIR: "check the path"
            case EACCES: "allow reading it (chmod +r), or run as its owner"
            default: "check that the file can be opened"
            }
        return SoundFileError(place: place, cause: String(cString: strerror(code)).lowercased(), remedy: remedy)
    }

    /// libsndfile's message without its prefix and full stop, so that it fits into a sentence.
    private static func sentence(_ message: String) -> String {
        let bare = message.trimmingCharacters(in: CharacterSet(charactersIn: " .\n"))
        return bare.hasPrefix("Error : ") ? String(bare.dropFirst(8)) : bare
    }

    /// Container and encoding as libsndfile names them: `WAV (Microsoft), Signed 16 bit PCM`.
    private static func describe(_ format: Int32) -> String {
        let masks = [Int32(SF_FORMAT_TYPEMASK), Int32(SF_FORMAT_SUBMASK)]
        return masks.compactMap { mask in
            var info = SF_FORMAT_INFO()
            info.format = format & mask
            let size = Int32(MemoryLayout<SF_FORMAT_INFO>.size)
            guard sf_command(nil, Int32(SFC_GET_FORMAT_INFO), &info, size) == 0 else { return nil }
            return info.name.map { String(cString: $0) }
        }.joined(separator: ", ")
    }
}
