// Package gameinfo reads the values of a record's game-info properties: dates,
// results, komi, ranks, time limits, overtimes and the names of players. Programs and
// people write them in many languages and calendars.
//
// Each Parse function returns what a value says and a [Certainty]: how clear the
// value is. A value that says nothing stays a text, and nothing is invented for it.
package gameinfo
