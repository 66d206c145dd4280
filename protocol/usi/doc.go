// Package usi lets programs use an archive as they use an engine of the protocols UCI and USI, which differ in
// few words: a Session answers the commands of one of them for one game.
//
// Of each move it says what the archive knows: nodes are the games with the position, wdl is how the decided games with
// the move ended for the player to move, in thousandths, and pv goes on with what was played most often. A score in
// centipawns is not known. Only if the option Centipawns asks for it, the score of the games becomes one.
//
// Sources: the description of UCI by Stefan Meyer-Kahlen (April 2006), the description of USI by Tord Romstad
// and its extension for Shogidokoro (http://shogidokoro.starfree.jp/usi.html), and wdl as Lc0 and Stockfish write it.
package usi
