// Package filename makes file names that every operating system accepts from unchecked
// text: names of players, and paths that a browser sends.
//
// [Safe] makes one name from a text. A [Template] makes names from the values of a game. [Names]
// hands out each name only once.
package filename
