// Package filename makes names of files that every system takes, from texts that nobody has
// checked: names of players, and paths that a browser sends.
//
// [Safe] makes one name of a text, a [Template] makes names of the values of a game, and [Names]
// gives each name once.
package filename
