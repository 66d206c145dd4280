// Package othello implements the rules of Othello and reversi: which discs a move turns,
// who has to pass, and the key of the position that results.
//
// Its nouns are Position and Fault. Squares are points counted from the upper left,
// and their names are those of Othello: a1 is the upper left corner, the letter is the
// column and the digit the row. Boards are square, with 4 to 14 squares a side, an even
// number of them, as game servers offer them; 8 is usual.
//
// A player who has no move passes, and only such a player may. So a pass is no move
// here: after a move, the player who has one is to move, and positions are the same
// whether a record writes its passes or not. [Replay] follows a record as far as it can be
// played, legal or not. It cannot play a move that turns nothing, because nobody knows where
// the game went on from there.
//
// The tests compare perft counts, the numbers of lines of play of given lengths, with the
// published ones, and the discs that moves turn with a second implementation.
package othello
