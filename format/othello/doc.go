// Package othello has the formats of Othello's own.
//
// [Formats] are their entries: GGF, in which game servers and programs keep games, and
// WTHOR, the base of the French federation, with its tables of players and tournaments.
// [SGF] writes games of Othello in SGF.
package othello
