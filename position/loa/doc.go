// Package loa holds the rules of Lines of Action, Claude Soucie's game: how far a piece
// moves, what it captures, who has joined all pieces, and the key of a position.
//
// Its nouns are Position, Move and Fault. Squares are numbered row by row from 0, which is
// a8, the upper left one; names have the column's letter and the row from the bottom, as
// in chess.
//
// A piece moves in a straight line, by as many squares as there are pieces of either color
// on the whole line. It may pass over pieces of its own color, not over the other's, and
// captures what it lands on, unless that is its own. A player has won whose pieces are one
// group, joined along sides and corners; a single piece is one. If a move joins those of
// both, some rules say that whoever made it has won, others that the game is a draw, so
// this package says that the game is over and names no winner. A player without a move
// passes, and nobody else may.
//
// No counts of lines of play (perft) are known to have been published. Those in the tests
// were counted by a second implementation, which knows squares by their coordinates and
// shares nothing with this one.
package loa
