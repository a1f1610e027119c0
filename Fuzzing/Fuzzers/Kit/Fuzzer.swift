// SPDX-License-Identifier: MIT
/// A fuzzer: its name, and its function of an input. The function returns for any bytes, and checks its properties with `expect`.
struct Fuzzer: Sendable {
    let name: String
    /// Where its inputs are in the repository, as patterns of the shell: its folder in `Corpus`, and files that serve something
    /// else, such as the tests' fixtures. Files beyond `longest` are left out.
    let inputs: [String]
    /// The longest generated input, in bytes.
    let longest: Int
    /// The limit in bytes on the memory that an input may make the program hold.
    let mostHeld: Int
    /// Prepares what is made once and kept.
    let prepare: @Sendable () -> Void
    let run: @Sendable ([UInt8]) -> Void

    init(
        _ name: String, longest: Int = 4096, mostHeld: Int = 64 << 20, also shared: [String] = [],
        prepare: @escaping @Sendable () -> Void = {}, run: @escaping @Sendable ([UInt8]) -> Void
    ) {
        self.name = name
        self.inputs = ["Fuzzing/Corpus/\(name)/*"] + shared
        self.longest = longest
        self.mostHeld = mostHeld
        self.prepare = prepare
        self.run = run
    }
}
