// Package record is where a record in SGF meets the board: it makes a
// [position.Script] of a tree, which can be replayed, compared and searched.
//
// Its nouns:
//
//   - A [Record] is the game of a tree: which game it is, the size of its board, and
//     its script, with setup and variations. [Read] makes the records of a text, [Of]
//     that of a tree in memory. [Record.Steps] replays one.
//   - A [Builder] makes the script while a text is walked, for those who want other
//     things of the text as well. The importer is built on it.
//   - A [Problem] is what was wrong with the text, or could not be put on the board.
//
// # Points and sizes
//
// Package sgfread knows no board, and package position no SGF, so each has points
// and sizes of its own. Between them leads
//
//	position.At(p.XY())    // a sgfread.Point
//	position.Size(size)    // a sgfread.Size, which has the same fields
//
// and back sgfread.Size(size), and p.String(), which is the point in SGF.
package record
