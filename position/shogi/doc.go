// Package shogi implements the rules of shogi: legal moves, their effect on the
// board and the hands, and the key of the position that results.
//
// Its nouns are Square, Kind, Piece, Move and Position, and a Fault reports what
// is wrong with a move. A Position may be anything that can be set up on a
// board with one set of men (see [Position.Check]): kings may be missing, a side
// may already be in check, pawns may be doubled; diagrams and problems contain
// such positions. [Position.Play] follows a record as far as possible and reports
// the faults. [Position.Moves] lists the moves that the rules allow.
//
// The rules are those of the Japan Shogi Association without repetition, which
// needs a game's history: promotion when a move begins or ends in the far three
// ranks, compulsory where the piece could never move again; drops, but no second
// unpromoted pawn on a file (nifu), no piece without a further move, and no mate by
// a dropped pawn. The tests compare perft counts, the number of lines of play of a given
// length, with the published ones.
//
// Black is Sente and sits below; White is Gote. Text is SFEN and USI
// ("7g7f", "8h2b+", "P*5e"). Package notation has the notations for people.
package shogi
