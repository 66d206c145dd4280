// Package chess holds the rules of chess: who may move what where, what a move does to
// the board, FEN and SAN, and the key of a position.
//
// Its nouns are [Square], [Kind], [Piece], [Move] and [Position]. A position may be
// anything that FEN can say but pawns on the first and last ranks and several kings of a
// color: kings may be missing, the side that has moved may be in check.
//
// The rules are those of FIDE, with the castling of Chess960, without what needs a
// game's history: repetition and the fifty moves. The numbers of lines of play of a
// given length are compared in the tests with the published ones.
package chess
