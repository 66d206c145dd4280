// Package loa implements the rules of Lines of Action, Claude Soucie's game: how far a piece
// moves, what it captures, who has joined all pieces, and the key of a position.
//
// Its nouns are Position, Move and Fault. Squares are numbered row by row from 0, which is
// a8, the upper left one; names have the column's letter and the row from the bottom, as
// in chess.
//
// A piece moves in a straight line, by as many squares as there are pieces of either color
// on the whole line. It may pass over pieces of its own color, not over the opponent's. It
// captures an opponent's piece where it lands, and may not land on its own. A player wins when his
// pieces are one group, joined along sides and corners; a single piece is one. If a move joins
// both players' pieces, some rules give the win to the mover, others call it a draw. So
// this package ends the game and names no winner. A player without a move
// passes, and nobody else may.
//
// We know of no published counts of lines of play (perft). A second implementation counted those
// in the tests. It knows squares by their coordinates and shares nothing with this one.
package loa
