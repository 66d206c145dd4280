// Package goserver reads the formats of Go servers: GIB of Tygem,
// NGF of Wbaduk and Cyberoro, UGF and UGI of PandaNet, JSON of online-go.com (OGS), and the games
// that KataGo is asked about, in JSON.
//
// None of them has a public description, so we learned them from files, and OGS's from the program that shows its games. The reader reports
// text that it does not understand with its line; the text stays in the record. The package
// does not write these formats: SGF holds everything in them, and every program reads it.
package goserver
