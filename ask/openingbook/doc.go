// Package openingbook writes opening books for engines and boards: the moves that the games of an
// archive have in each position, with a weight for each, in formats that other programs
// read.
//
// A book knows positions and not lines. So it counts a position with all games that
// reach it, in whatever order of moves.
//
// Its nouns:
//
//   - A [Format] is a kind of book, such as Polyglot.
//   - [Options] say how deep the book is, which moves it has, and how they are weighed.
//   - [Book] says what was written, and what was left out.
package openingbook
