/// One fuzzer: what it is called, and what it does with an input. Whatever the bytes are, it returns; what must hold it
/// says with `expect`.
struct Fuzzer: Sendable {
    let name: String
    /// Bytes of the longest input that is made.
    let longest: Int
    /// Bytes of memory that no input may make the program hold.
    let mostHeld: Int
    /// Makes what is made once and kept.
    let prepare: @Sendable () -> Void
    let run: @Sendable ([UInt8]) -> Void

    init(
        _ name: String, longest: Int = 4096, mostHeld: Int = 64 << 20, prepare: @escaping @Sendable () -> Void = {},
        run: @escaping @Sendable ([UInt8]) -> Void
    ) {
        self.name = name
        self.longest = longest
        self.mostHeld = mostHeld
        self.prepare = prepare
        self.run = run
    }
}
