// Package othello reads and writes the formats that only Othello has.
//
// [Formats] returns their entries: GGF, which game servers and programs use, and
// WTHOR, the database of the French federation, with its tables of players and tournaments.
// [SGF] writes games of Othello in SGF.
package othello
