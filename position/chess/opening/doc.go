// Package opening names the openings of chess, by the positions that they lead to.
//
// The table is openings.tsv. Each line has the code of the Encyclopaedia of Chess Openings, the name,
// and the position in EPD. generate.go makes it from the collection of
// lichess-org/chess-openings, which is in the public domain (CC0). It takes the collection from the Go
// module github.com/corentings/chess/v2 v2.3.2, file opening/eco_lichess.tsv.
package opening
