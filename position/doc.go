// Package position knows boards, not archives: it executes the moves
// of Go records, gives positions keys, and finds positions and patterns. It does
// the same for every game whose stones are put on points and stay.
//
// Its nouns:
//
//   - A [Board] holds stones and executes moves by the rules. It executes records
//     without judging them: a [Fault] reports an illegal move that was
//     executed all the same, [Board.Legal] judges a move before it is played.
//   - [Rules] are those of Go, the zero value, or of another such game.
//   - A [Script] is what a record does to a board: moves, setup, variations. A
//     [ScriptBuilder] writes it, a [Replayer] runs it.
//   - A [Key] stands for a position. Keys never change, because files hold them.
//   - A [Symmetry] is one of the eight maps of a board onto itself.
//   - A [Pattern] is a region of cells with wildcards and the places where it
//     may lie; a [Matcher] finds it in scripts by replaying them, exactly.
//   - A [Setup] is a position that somebody pasted; a [Diagram] draws one.
//
// Columns are counted from the left and rows from the top, from 0, as in SGF.
// The package imports the standard library alone, has no package state and
// neither recurses nor panics on any input. Values are not safe for concurrent
// use unless they are only read.
package position
