// Package opening names the openings of chess, by the positions that they lead to.
//
// The table is openings.tsv: the code of the Encyclopaedia of Chess Openings, the name,
// and the position in EPD, a line each. It is made by generate.go from the collection of
// lichess-org/chess-openings, which is in the public domain (CC0), as the Go module
// github.com/corentings/chess/v2 v2.3.2 has it in opening/eco_lichess.tsv.
package opening
