// Package sgfread reads and writes SGF, the Smart Game Format, of every
// version from FF[1] to FF[4] and with the faults that real records have.
//
// Its nouns:
//
//   - A [Scanner] splits a file (a collection) into records, one per game
//     tree, and keeps every byte between them.
//   - [Walk] and [WalkReader] turn bytes into events for a [Handler]: a tree or
//     variation opens, a [Node] with its [Property] values, a variation closes.
//     They build nothing and, in the steady state, allocate nothing. A
//     [MoveHandler] gets runs of plain moves at once; [Events] turns the calls
//     into a loop of the caller's, [Listen] into the classic five callbacks.
//   - [Parse] builds a [Tree] from these events, [Format] writes it back.
//   - A [Problem] is a deviation from the format: its place, its kind,
//     and how the reader handled it.
//
// # Layers
//
// The grammar knows parentheses, semicolons, identifiers and bracketed values
// and nothing else. It delivers values raw, as bytes between brackets. Functions for single
// values give their meaning ([AppendText], [ParsePoint],
// [ParseReal], …). A [Checker] decides whether the game makes sense.
// No layer knows the rules of any game.
//
// # Bytes
//
// Structure is ASCII in every charset that SGF files use, except that the
// second byte of a character may be a backslash or a bracket in Big5, GBK and
// Shift_JIS. Name such a charset in [Options].Lead to read it correctly. This package never
// converts text. Convert UTF-16 before reading it.
//
// # Faults
//
// Reading never fails because of the bytes. Unless [Options].Strict is set, the reader mends
// every deviation, reports it as a [Problem], and continues to the end of the input. [Code]
// lists the codes. Events are always balanced: each Open has its Close, each variation
// has a node.
//
// No function recurses, at any depth of nesting; memory is bounded by
// [Options].MaxTree; time is linear in the input.
package sgfread
