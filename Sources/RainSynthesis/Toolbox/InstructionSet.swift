import CRainKernel
import Glibc

/// What the inner loops are compiled for. Every one of them gives the same bytes; a later one is faster where the processor
/// has it. Any thread.
public enum InstructionSet: String, CaseIterable, Sendable {
    /// What every processor has.
    case base
    /// AVX2 (x86-64-v3).
    case v3
    /// AVX-512 (x86-64-v4).
    case v4

    /// The environment's variable that chooses one.
    public static let variable = "AMAOTO_ISA"

    /// True when this machine runs it.
    public var isSupported: Bool { crain_supports(kernel) != 0 }

    /// The fastest one that this machine runs.
    public static var best: InstructionSet { allCases.last(where: \.isSupported) ?? .base }

    /// The one that `value`, as `AMAOTO_ISA` has it, asks for; the best when it is nil or empty.
    ///
    /// Throws `InstructionSetError` when there is none of that name, or this machine does not run it.
    public static func chosen(by value: String?) throws(InstructionSetError) -> InstructionSet {
        guard let value, !value.isEmpty else { return best }
        guard let set = InstructionSet(rawValue: value) else { throw .unknown(value) }
        guard set.isSupported else { throw .unsupported(set) }
        return set
    }

    /// The one that this process's environment asks for, the best where it asks for none or for one that cannot be had
    /// (`chosen(by:)` tells why). Read once.
    public static let standard: InstructionSet = {
        let asked = getenv(variable).map { String(cString: $0) }
        return (try? chosen(by: asked)) ?? best
    }()

    /// How the kernels call it.
    var kernel: crain_isa {
        switch self {
        case .base: CRAIN_BASE
        case .v3: CRAIN_V3
        case .v4: CRAIN_V4
        }
    }
}

/// Why an instruction set cannot be had.
public enum InstructionSetError: Error, Equatable, Sendable, CustomStringConvertible {
    /// There is none of that name.
    case unknown(String)
    /// This machine's processor, or its system, does not run it.
    case unsupported(InstructionSet)

    public var description: String {
        let names = InstructionSet.allCases.filter(\.isSupported).map(\.rawValue).joined(separator: ", ")
        let remedy = "Give one that this machine runs (\(names)), or unset it: the fastest is taken then; the sound is the same."
        return switch self {
        case .unknown(let name): "\(InstructionSet.variable)=\(name) names no instruction set. \(remedy)"
        case .unsupported(let set):
            "\(InstructionSet.variable)=\(set.rawValue): this machine's processor has no \(set == .v4 ? "AVX-512" : "AVX2"). \(remedy)"
        }
    }
}
