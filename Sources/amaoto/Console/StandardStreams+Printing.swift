import Foundation
import PlainText

// Every command prints through these instead of Swift's own: names and values from files stand in what is printed.

/// Prints one or more lines on standard output. What came from outside in them is seen and not obeyed.
func print(_ item: some Any, terminator: String = "\n") { Swift.print("\(item)".visibleLines, terminator: terminator) }

/// Prints a file's own text: to a terminal as `print` does, to a file or another program as it is.
func printWhole(_ text: String) { Swift.print(isatty(STDOUT_FILENO) == 1 ? text.visibleLines : text, terminator: "") }
