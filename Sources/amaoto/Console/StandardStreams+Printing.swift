// SPDX-License-Identifier: MIT
import Foundation
import PlainText

// Every command prints through these instead of Swift's `print`: the output contains names and values from files.

/// Prints one or more lines on standard output. Control characters in external text are escaped.
func print(_ item: some Any, terminator: String = "\n") { Swift.print("\(item)".visibleLines, terminator: terminator) }

/// Prints a file's own text: to a terminal as `print` does, to a file or another program unchanged.
func printWhole(_ text: String) { Swift.print(isatty(STDOUT_FILENO) == 1 ? text.visibleLines : text, terminator: "") }
