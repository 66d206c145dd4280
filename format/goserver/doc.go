// Package goserver has the formats in which servers of Go save games: GIB of Tygem,
// NGF of Wbaduk and Cyberoro, UGF and UGI of PandaNet.
//
// None of them has a public description: what is known comes from files. What a file
// has and is not understood is reported with its line, and stays in the record. They
// are not written: SGF holds all that they hold, and every program reads it.
package goserver
