// SPDX-License-Identifier: MIT
import Dispatch
import Platform

/// Another program that converts an input into a supported format.
struct InputConversion {
    /// The maximum size in bytes of an input to convert: a FIT file of a week is below ten million.
    private static let largest = 256 << 20
    /// The timeout of a conversion in seconds.
    private static let timeout: Double = 120

    let program: String
    /// The package that contains it.
    let package: String
    /// The name in messages of the format that it reads.
    let format: String
    let arguments: [String]
    /// The alternative to installing it.
    let otherwise: String
    /// The remedy for an input that it refuses.
    let refused: String

    /// Reads the input to its end and returns the converted data, under the input's name.
    /// - Throws: `unknownFormat` if the program is not installed, naming its package; `unreadable` for an input that it refuses,
    ///   with its error message.
    func run(_ source: ByteSource) throws(InputFault) -> ByteSource {
        func fault(_ kind: InputFault.Kind, _ message: String, _ remedy: String) -> InputFault {
            InputFault(kind: kind, source: source.name, line: 0, message: message, remedy: remedy)
        }
        guard let path = ChildProcess.find(program) else {
            throw fault(
                .unknownFormat, "this format (\(format)) needs \(program), which is not installed",
                "install it (apt-get install \(package)), or \(otherwise)")
        }
        let (input, output, words) = (
            try NamelessFile(for: source.name), try NamelessFile(for: source.name), try NamelessFile(for: source.name)
        )
        try input.store(source, atMost: Self.largest)
        let child: ChildProcess
        do throws(ChildProcess.Failure) {
            child = try ChildProcess(path, arguments, input: input.descriptor, output: output.descriptor, errors: words.descriptor)
        } catch {
            throw fault(.unreadable, "\(program) could not be started: \(error)", "check that it starts: \(program) -V")
        }
        let watchdog = DispatchSource.makeTimerSource(queue: .global())
        watchdog.schedule(deadline: .now() + Self.timeout)
        watchdog.setEventHandler { child.end() }
        watchdog.resume()
        let ending = child.wait()
        watchdog.cancel()
        let converted = try ByteSource(path: output.path, title: source.name)
        guard ending == .status(0), try !converted.peek(atMost: 1, until: { !$0.isEmpty }).isEmpty else {
            let detail =
                String(decoding: words.bytes(), as: UTF8.self).split(whereSeparator: \.isNewline).first.map { ": \($0.prefix(200))" } ?? ""
            throw fault(.unreadable, "\(program) cannot read this as \(format)\(detail)", refused)
        }
        return converted
    }
}
