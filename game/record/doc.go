// Package record turns SGF trees into games: it makes a [position.Script] from a tree,
// which can be replayed, compared and searched.
//
// Its nouns:
//
//   - A [Record] is the game of a tree: which game it is, the size of its board, and
//     its script, with setup and variations. [Read] makes the records of a text, [Of]
//     that of a tree in memory. [Record.Steps] replays one.
//   - A [Builder] makes the script while a text is walked, for callers that want more
//     from the text. The importer is built on it.
//   - A [Problem] is a fault of the text, or something that could not be put on the board.
//
// # Points and sizes
//
// Package sgfread knows no board, and package position no SGF, so each has points
// and sizes of its own. To convert them, write
//
//	position.At(p.XY())    // a sgfread.Point
//	position.Size(size)    // a sgfread.Size, which has the same fields
//
// and in the other direction sgfread.Size(size), and p.String(), which is the point in SGF.
package record
