import Foundation
import Testing

/// Skips tests where what they need is missing. The comment begins with NOT RUN, by which Scripts/test finds it; it names what is
/// missing and how it is had.
public struct Needs: TestTrait, SuiteTrait {
    /// What is missing and how it is had; nil where nothing is.
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
    /// - Parameter interpreter: another one, as the system's.
    public static func needs(python modules: String..., of interpreter: String = "python3") -> Self {
        Needs { PythonModules.missing(modules, interpreter: interpreter) }
    }

    /// Files and folders of `TestData.beside`, by their paths in it.
    public static func needs(data paths: String...) -> Self {
        Needs { TestData.missing(paths) }
    }
}

/// Arguments of a test, without those that take a program that is missing; they are said as not run.
public func runnable<Value: Sendable>(_ all: [Value], needing program: String, _ isMissed: (Value) -> Bool) -> [Value] {
    guard let missing = TestPrograms.missing([program]) else { return all }
    print("NOT RUN: \(all.filter(isMissed).map { "\($0)" }.joined(separator: ", ")): \(missing)")
    return all.filter { !isMissed($0) }
}
