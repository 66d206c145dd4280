// Package pgn reads and writes PGN, portable game notation, in which chess is recorded:
// the standard of 1994 by Steven Edwards, with what programs have added since, such as
// commands in comments ("[%clk 0:09:58]"), and what real files get wrong.
//
// A [Game] is a record as a tree of nodes. [Formats] are the package's entries.
package pgn
