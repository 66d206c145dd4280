// Package othello holds the rules of Othello and reversi: which discs a move turns,
// who has to pass, and the key of the position that results.
//
// Its nouns are Position and Fault. Squares are points counted from the upper left,
// and their names are those of Othello: a1 is the upper left corner, the letter is the
// column and the digit the row. Boards are square, with 4 to 14 squares a side, an even
// number of them, as game servers offer them; 8 is usual.
//
// A player who has no move passes, and only such a player may. So a pass is no move
// here: after a move it is the turn of whoever has one, and positions are the same
// whether a record writes its passes or leaves them out. What is executed and what is
// legal are two questions: [Replay] follows what a record says as far as it can be done.
// A move that turns nothing cannot be: where the game went on from there nobody knows.
//
// Perft counts, the numbers of lines of play of given lengths, are compared in the
// tests with the published ones, and the discs that moves turn with a second
// implementation.
package othello
