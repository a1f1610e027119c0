// SPDX-License-Identifier: MIT
import Foundation

/// The places of the files that come with the program. Any thread.
public enum ShippedFolders {
    /// The paths at which a folder of shipped files may be, in the order in which they are searched: `../share/amaoto/NAME`
    /// relative to the program, where the package puts it, and `NAME` in the source tree from which the program was built.
    /// - Parameter program: the path with which the running program was called, for systems without /proc.
    public static func named(_ name: String, program: String = ProcessInfo.processInfo.arguments.first ?? "") -> [String] {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? program
        var folder = URL(fileURLWithPath: own).deletingLastPathComponent()
        var folders = [folder.appendingPathComponent("../share/amaoto/\(name)").standardizedFileURL.path]
        for _ in 0..<5 {
            if FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path) {
                folders.append(folder.appendingPathComponent(name).path)
                break
            }
            folder.deleteLastPathComponent()
        }
        return folders
    }
}
