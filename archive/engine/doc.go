// Package engine runs a program that speaks the protocol of KataGo's analysis engine, and asks
// it about many positions. Its noun is the [Engine].
//
// Requests are sent ahead of the answers, but never more than a number of them; answers
// may come in any order. At each start the engine must first say who wins two positions that are won, which
// tells whose its values are. If the program ends, hangs or is not heard for too long, it is started again,
// and asked one position at a time what it owed, so that a position on which it dies is found out
// and given up. Lines that are no answers are counted.
//
// Only the command line uses this package: nothing that comes from the network or from a
// record starts a program.
package engine
