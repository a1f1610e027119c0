// SPDX-License-Identifier: MIT
import CRainKernel
import Glibc

/// The instruction set that the inner loops are compiled for. All give the same bytes; a later one is faster where the processor
/// has it. Any thread.
public enum InstructionSet: String, CaseIterable, Sendable {
    /// The instructions that every processor has.
    case base
    /// AVX2 (x86-64-v3).
    case v3

    /// The environment variable that chooses an instruction set.
    public static let variable = "AMAOTO_ISA"

    /// True if this machine supports the instruction set.
    public var isSupported: Bool { crain_supports(kernel) != 0 }

    /// The fastest instruction set that this machine supports.
    public static var best: InstructionSet { allCases.last(where: \.isSupported) ?? .base }

    /// The instruction set named by `value`, the content of `AMAOTO_ISA`; the best one if it is nil or empty.
    ///
    /// - Throws: `InstructionSetError` if no instruction set has that name or this machine does not support it.
    public static func chosen(by value: String?) throws(InstructionSetError) -> InstructionSet {
        guard let value, !value.isEmpty else { return best }
        guard let set = InstructionSet(rawValue: value) else { throw .unknown(value) }
        guard set.isSupported else { throw .unsupported(set) }
        return set
    }

    /// The instruction set chosen by this process's environment; the best one if none is chosen or the choice is not
    /// available (`chosen(by:)` throws the reason). Read once.
    public static let standard: InstructionSet = {
        let requested = getenv(variable).map { String(cString: $0) }
        return (try? chosen(by: requested)) ?? best
    }()

    /// The kernels' value for the instruction set.
    package var kernel: crain_isa {
        switch self {
        case .base: CRAIN_BASE
        case .v3: CRAIN_V3
        }
    }
}

/// The reasons why an instruction set is not available.
public enum InstructionSetError: Error, Equatable, Sendable, CustomStringConvertible {
    /// No instruction set has that name.
    case unknown(String)
    /// This machine's processor or operating system does not support it.
    case unsupported(InstructionSet)

    public var description: String {
        let names = InstructionSet.allCases.filter(\.isSupported).map(\.rawValue).joined(separator: ", ")
        let remedy = "Use one that this machine supports (\(names)), or unset the variable to use the fastest. The sound is the same."
        return switch self {
        case .unknown(let name): "\(InstructionSet.variable)=\(name) is not an instruction set. \(remedy)"
        case .unsupported(let set):
            "\(InstructionSet.variable)=\(set.rawValue): this machine's processor has no AVX2. \(remedy)"
        }
    }
}
