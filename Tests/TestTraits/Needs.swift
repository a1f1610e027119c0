// SPDX-License-Identifier: MIT
import Foundation
import Testing

/// Skips tests whose requirements are missing. The comment begins with NOT RUN, by which Scripts/test finds it; it names what is
/// missing and how to get it.
public struct Needs: TestTrait, SuiteTrait {
    /// The missing requirement and how to get it; nil if nothing is missing.
    let missing: @Sendable () -> String?

    public var isRecursive: Bool { true }

    public func prepare(for test: Test) async throws {
        guard let missing = missing() else { return }
        try await ConditionTrait.disabled("NOT RUN: \(missing)").prepare(for: test)
    }
}

extension Trait where Self == Needs {
    /// Programs, by the names that `TestPrograms.path` finds, or by their full paths.
    public static func needs(_ programs: String...) -> Self {
        Needs { TestPrograms.missing(programs) }
    }

    /// Modules that python3 can import.
    /// - Parameter interpreter: another one, such as the system's.
    public static func needs(python modules: String..., of interpreter: String = "python3") -> Self {
        Needs { PythonModules.missing(modules, interpreter: interpreter) }
    }

    /// Files and folders of `TestData.beside`, by their paths in it.
    public static func needs(data paths: String...) -> Self {
        Needs { TestData.missing(paths) }
    }
}

/// The arguments of a test, without those that need a missing program; these are reported as not run.
public func runnable<Value: Sendable>(_ all: [Value], needing program: String, _ isMissed: (Value) -> Bool) -> [Value] {
    guard let missing = TestPrograms.missing([program]) else { return all }
    print("NOT RUN: \(all.filter(isMissed).map { "\($0)" }.joined(separator: ", ")): \(missing)")
    return all.filter { !isMissed($0) }
}
