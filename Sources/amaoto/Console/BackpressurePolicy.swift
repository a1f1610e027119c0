/// What happens to lines that arrive faster than their reader takes them.
enum BackpressurePolicy {
    /// The reader sets the pace.
    case waits
    /// The sound sets the pace: what finds no room is left out, which the console says at the end.
    case drops(telling: Console)
}
