// SPDX-License-Identifier: MIT
import CSndFile
import Glibc

/// One open libsndfile writer: takes engine frames, writes the container's bytes.
struct SoundFileEncoder: ~Copyable {
    private let file: OpaquePointer
    private let place: String
    /// Where an encoder's bytes go; nil where libsndfile writes to the file itself.
    private let output: ByteOutput?
    /// False if the converter's bytes are the file's.
    private let isEncoded: Bool
    private var converter: SampleConverter
    /// Converted frames; those of a file without an encoding are written once the block is full, as a system call for each few
    /// frames would cost more than their conversion.
    private let scratch: UnsafeMutableRawPointer
    private var held = 0
    private(set) var framesWritten: Int64 = 0
    private var isOpen = true
    /// True once an error was thrown; what follows it is not reported.
    private var hasFailed = false

    /// Frames converted and written at a time.
    private static var block: Int { 16_384 }

    /// Writes to an open file; the caller keeps the descriptor.
    init(descriptor: Int32, place: String, container: SoundContainer, format: SampleFormat, settings: SoundFileSettings)
        throws(AudioFileError)
    {
        if container.isEncoded {
            let output = ByteOutput(descriptor: descriptor, isFile: true, place: place)
            try self.init(to: output, container: container, format: format, settings: settings)
        } else {
            var info = Self.info(container, format, settings)
            let file = sf_open_fd(descriptor, Int32(SFM_WRITE), &info, 0)
            try self.init(file, nil, place, container, format, settings)
        }
    }

    /// Writes to `output`.
    init(to output: ByteOutput, container: SoundContainer, format: SampleFormat, settings: SoundFileSettings) throws(AudioFileError) {
        var info = Self.info(container, format, settings), functions = ByteOutput.functions
        let file = sf_open_virtual(&functions, Int32(SFM_WRITE), &info, Unmanaged.passUnretained(output).toOpaque())
        try self.init(file, output, output.place, container, format, settings)
    }

    private static func info(_ container: SoundContainer, _ format: SampleFormat, _ settings: SoundFileSettings) -> SF_INFO {
        var info = SF_INFO()
        info.samplerate = Int32(clamping: settings.sampleRate)
        info.channels = Int32(clamping: settings.layout.channels)
        info.format = container.code(format)
        return info
    }

    private init(
        _ opened: OpaquePointer?, _ output: ByteOutput?, _ place: String, _ container: SoundContainer, _ format: SampleFormat,
        _ settings: SoundFileSettings
    ) throws(AudioFileError) {
        guard let opened else {
            let code = errno
            if let failure = output?.failure { throw failure }
            // libsndfile writes the header as it opens the file: the disk may be full.
            if sf_error(nil) == Int32(SF_ERR_SYSTEM), code != 0 { throw .system(code, place: place, doing: "cannot write") }
            var info = Self.info(container, format, settings)
            guard sf_format_check(&info) != 0 else {
                throw AudioFileError(
                    kind: .unsupported, place: place, cause: "the installed libsndfile cannot write \(container.rawValue)",
                    remedy: "install version 1.1 or later, or choose a .flac file")
            }
            throw AudioFileError(
                kind: .unsupported, place: place, cause: "libsndfile: \(String(cString: sf_strerror(nil)))",
                remedy: "choose another container, format or rate")
        }
        file = opened
        self.place = place
        self.output = output
        isEncoded = container.isEncoded
        converter = SampleConverter(
            format: format, layout: settings.layout, order: container == .ogg || container == .opus ? .vorbis(settings.layout) : nil,
            ditherSeed: settings.ditherSeed, widens24: container.isEncoded)
        scratch = .allocate(byteCount: Self.block * converter.bytesPerFrame, alignment: 16)

        // The PEAK chunk contains the time of day, so two equal renders would differ.
        sf_command(opened, Int32(SFC_SET_ADD_PEAK_CHUNK), nil, Int32(SF_FALSE))
        if container == .wav { sf_command(opened, Int32(SFC_RF64_AUTO_DOWNGRADE), nil, Int32(SF_TRUE)) }
        if container == .mp3 {
            var mode = Int32(SF_BITRATE_MODE_VARIABLE)
            sf_command(opened, Int32(SFC_SET_BITRATE_MODE), &mode, Int32(MemoryLayout<Int32>.size))
        }
        if var quality = settings.quality ?? container.quality {
            sf_command(opened, Int32(SFC_SET_VBR_ENCODING_QUALITY), &quality, Int32(MemoryLayout<Double>.size))
        } else if container == .flac {
            // flac's level 4 instead of 5: rain takes as many bytes, in four fifths of the time.
            var level = 0.5
            sf_command(opened, Int32(SFC_SET_COMPRESSION_LEVEL), &level, Int32(MemoryLayout<Double>.size))
        }
        if container.holdsText {
            let texts = [(SF_STR_TITLE, settings.title), (SF_STR_SOFTWARE, settings.software), (SF_STR_COMMENT, settings.comment)]
            for case (let kind, let text?) in texts {
                // The encoder of MP3 takes the bytes as Latin-1; other letters become question marks there.
                let letters = text.unicodeScalars.map { UInt8(exactly: $0.value) ?? UInt8(ascii: "?") }
                let bytes = (container == .mp3 ? letters : Array(text.utf8)).map { CChar(bitPattern: $0) } + [0]
                sf_set_string(opened, Int32(kind), bytes)
            }
        }
    }

    deinit {
        if isOpen { sf_close(file) }
        scratch.deallocate()
    }

    /// Writes complete frames.
    mutating func write(_ frames: UnsafeBufferPointer<Float>) throws(AudioFileError) {
        guard var input = frames.baseAddress else { return }
        let channels = converter.inputChannels
        var remaining = frames.count / channels
        while remaining > 0 {
            let count = min(remaining, Self.block - held)
            converter.convert(input, frames: count, to: scratch + held * converter.bytesPerFrame)
            held += count
            input += count * channels
            remaining -= count
            if isEncoded || held == Self.block { try flush() }
        }
    }

    /// Writes the frames that are held; after an error they are lost.
    private mutating func flush() throws(AudioFileError) {
        let count = held
        guard count > 0 else { return }
        held = 0
        errno = 0
        let isWritten = encode(count) == sf_count_t(count) && sf_error(file) == 0
        try check(isWritten, "cannot write", sf_strerror(file))
        framesWritten += Int64(count)
    }

    /// Passes converted frames on; returns how many were taken.
    private func encode(_ frames: Int) -> sf_count_t {
        let count = sf_count_t(frames)
        if !isEncoded {
            let frame = sf_count_t(converter.bytesPerFrame)
            return sf_write_raw(file, scratch, count * frame) / frame
        }
        switch converter.format {
        case .float32: return sf_writef_float(file, scratch.assumingMemoryBound(to: Float.self), count)
        case .signed16: return sf_writef_short(file, scratch.assumingMemoryBound(to: Int16.self), count)
        case .signed24, .signed32: return sf_writef_int(file, scratch.assumingMemoryBound(to: Int32.self), count)
        }
    }

    /// Flushes the encoder and completes the header. After an error, a second call completes what came before it.
    mutating func close() throws(AudioFileError) {
        try flush()
        guard isOpen else { return }
        isOpen = false
        errno = 0
        let code = sf_close(file)
        try check(code == 0, "cannot complete the file", sf_error_number(code))
    }

    /// Throws the first error: the output's, the system's, or libsndfile's in its own words.
    private mutating func check(_ hasSucceeded: Bool, _ doing: String, _ words: UnsafePointer<CChar>?) throws(AudioFileError) {
        let code = errno
        var failure = output?.failure
        if !hasSucceeded, failure == nil {
            failure =
                code != 0
                ? .system(code, place: place, doing: doing)
                : AudioFileError(
                    kind: .failed, place: place, cause: "libsndfile: \(words.map { String(cString: $0) } ?? "")", remedy: "check the disk")
        }
        guard let failure, !hasFailed else { return }
        hasFailed = true
        throw failure
    }
}
