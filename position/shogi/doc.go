// Package shogi holds the rules of shogi: who may move what where, what a move
// does to the board and the hands, and the key of the position that results.
//
// Its nouns are Square, Kind, Piece, Move and Position, and a Fault says what
// is wrong with a move. A Position may be anything that can be set up on a
// board with one set of men (see [Position.Check]): kings may be missing, a side
// may already be in check, pawns may be doubled; diagrams and problems hold
// such positions. What is executed and what is legal are two questions:
// [Position.Play] does what a record says as far as it can be done and reports
// the faults, [Position.Moves] lists what the rules allow.
//
// The rules are those of the Japan Shogi Association without repetition, which
// needs a game's history: promotion when a move begins or ends in the far three
// ranks, compulsory where the piece could never move again; drops, but no second
// unpromoted pawn on a file (nifu), no piece without a further move, and no mate by
// a dropped pawn. Perft counts, the number of lines of play of a given length,
// are compared in the tests with the published ones.
//
// Black is Sente and sits below; White is Gote. Text is SFEN and USI
// ("7g7f", "8h2b+", "P*5e"); the notations for people are the business of the
// package notation.
package shogi
