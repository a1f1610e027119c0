import ChildProcesses
import Dispatch

/// Another program that turns an input into a format that is read here.
struct InputConversion {
    /// Bytes of the largest input that is handed on: a FIT file of a week is below ten million.
    private static let largest = 256 << 20
    /// Seconds after which a conversion is given up.
    private static let patience: Double = 120

    let program: String
    /// The package that holds it.
    let package: String
    /// How messages call what it reads.
    let format: String
    let arguments: [String]
    /// What to do instead of installing it.
    let otherwise: String
    /// What to do about an input that it refuses.
    let refused: String

    /// Reads the input to its end, has it converted, and gives what became of it, under the input's name.
    /// - Throws: `unknownFormat` when the program is not installed, naming its package; `unreadable` for what it refuses, with its words.
    func run(_ source: ByteSource) throws(InputFault) -> ByteSource {
        func fault(_ kind: InputFault.Kind, _ message: String, _ remedy: String) -> InputFault {
            InputFault(kind: kind, source: source.name, line: 0, message: message, remedy: remedy)
        }
        guard let path = ChildProcess.find(program) else {
            throw fault(
                .unknownFormat, "this format (\(format)) is read with \(program), which is not installed",
                "install it (apt-get install \(package)), or \(otherwise)")
        }
        let (input, output, words) = (
            try NamelessFile(for: source.name), try NamelessFile(for: source.name), try NamelessFile(for: source.name)
        )
        try input.keep(source, atMost: Self.largest)
        let child: ChildProcess
        do throws(ChildProcess.Failure) {
            child = try ChildProcess(path, arguments, input: input.descriptor, output: output.descriptor, errors: words.descriptor)
        } catch {
            throw fault(.unreadable, "\(program) could not be started: \(error)", "try to start it: \(program) -V")
        }
        let watchdog = DispatchSource.makeTimerSource(queue: .global())
        watchdog.schedule(deadline: .now() + Self.patience)
        watchdog.setEventHandler { child.end() }
        watchdog.resume()
        let ending = child.wait()
        watchdog.cancel()
        let converted = try ByteSource(path: output.path, title: source.name)
        guard ending == .status(0), try !converted.peek(atMost: 1, until: { !$0.isEmpty }).isEmpty else {
            let said = String(decoding: words.bytes(), as: UTF8.self).split(whereSeparator: \.isNewline).first.map { ": \($0.prefix(200))" } ?? ""
            throw fault(.unreadable, "\(program) does not read this as \(format)\(said)", refused)
        }
        return converted
    }
}
