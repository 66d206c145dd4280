// Package pgn reads and writes PGN, portable game notation, the usual format for chess. It
// supports the standard of 1994 by Steven Edwards, additions by later programs, such as
// commands in comments ("[%clk 0:09:58]"), and the common faults of real files.
//
// A [Game] is a record as a tree of nodes. [Formats] returns the package's entries.
package pgn
