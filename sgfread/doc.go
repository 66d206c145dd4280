// Package sgfread reads and writes SGF, the Smart Game Format, of every
// version from FF[1] to FF[4] and in the shapes it really has in archives.
//
// Its nouns:
//
//   - A [Scanner] splits a file (a collection) into records, one per game
//     tree, and keeps every byte between them.
//   - [Walk] and [WalkReader] turn bytes into events for a [Handler]: a tree or
//     variation opens, a [Node] with its [Property] values, a variation closes.
//     Nothing is built and in the steady state nothing is allocated. A
//     [MoveHandler] gets runs of plain moves at once; [Events] turns the calls
//     into a loop of the caller's, [Listen] into the classic five callbacks.
//   - [Parse] builds a [Tree] from these events, [Format] writes it back.
//   - A [Problem] is a deviation from the format: where it is, what it is,
//     and what the reader did about it.
//
// # Layers
//
// The grammar knows parentheses, semicolons, identifiers and bracketed values
// and nothing else. Values are delivered raw, as bytes between brackets; what
// they mean is asked for value by value ([AppendText], [ParsePoint],
// [ParseReal], …). Whether the game makes sense is asked of a [Checker].
// No layer knows the rules of any game.
//
// # Bytes
//
// Structure is ASCII in every charset that SGF files use, except that the
// second byte of a character may be a backslash or a bracket in Big5, GBK and
// Shift_JIS; name such a charset in [Options].Lead and it is read rightly. Text
// is never converted here. UTF-16 must be converted before it is read.
//
// # What is mended
//
// Reading never fails because of what the bytes say. Unless [Options].Strict
// is set, every deviation is mended, reported as a [Problem], and reading goes
// on to the end of the input: the list of codes is at [Code]. Events are
// always balanced: each Open has its Close, each variation has a node.
//
// No function recurses, whatever the nesting; memory is bounded by
// [Options].MaxTree; time is linear in the input.
package sgfread
