// Package chess implements the rules of chess: which moves are legal, what a move does to
// the board, FEN and SAN, and the key of a position.
//
// Its nouns are [Square], [Kind], [Piece], [Move] and [Position]. A position may be
// anything that FEN can express, except pawns on the first and last ranks and several kings of a
// color. Kings may be missing, and the side that has just moved may be in check.
//
// The rules are those of FIDE, with the castling of Chess960. Repetition and the fifty-move rule
// are left out, because they need a game's history. The tests compare perft counts, the numbers of
// lines of play of given lengths, with the published ones.
package chess
