/// What becomes of lines whose reader takes them more slowly than they come.
enum SlowReader {
    /// The reader sets the pace.
    case waits
    /// The sound sets the pace: what finds no room is left out, which the console says at the end.
    case drops(telling: Console)
}
