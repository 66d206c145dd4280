// Package format says what a format of game records is: one entry of a list, with
// all that importing, deriving and exporting need to know of it.
//
// Its nouns:
//
//   - A [Format] is the entry: how files in it are recognised, cut into records,
//     read and written. What it cannot do is nil; a format that is recognised
//     and not read yet says why, so that an import can name the files.
//   - A [List] is the formats that a program knows. It tells the format of a file
//     by its content, never by its name alone.
//   - A [Head] is the beginning of a file, by which it is recognised.
//   - A [File] is what a [Splitter] cuts into pieces, each of which becomes a record.
//   - A [Draft] is what a format makes of a record: moves, facts, comments,
//     problems. It knows no board; keys and what queries compare come after it.
//   - A [Writer] writes a game, and reports what it cannot hold.
//
// SGF comes first: a file in which a game tree stands is one, unless a format says
// that the tree is words of its own, such as a comment, or not one of SGF.
//
// The formats themselves are in packages below this one and in kifudb/indexer,
// which has the list.
package format
