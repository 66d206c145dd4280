// Package format defines a format of game records: one entry of a list, with
// everything that importing, deriving and exporting need.
//
// Its nouns:
//
//   - A [Format] is the entry: how to recognise files, cut them into records,
//     read and write them. Functions that it lacks are nil. A format that is recognised
//     but not supported gives the reason, so that an import can name the files.
//   - A [List] is the formats that a program knows. It recognises a file's format
//     by the content, never by the name alone.
//   - A [Head] is the beginning of a file, for recognising it.
//   - A [Splitter] cuts a [File] into pieces, each of which becomes a record.
//   - A [Draft] is the content of a record: moves, facts, comments,
//     problems. It knows no board; keys and facts for queries are added later.
//   - A [Writer] writes a game, and reports what the format cannot hold.
//
// SGF comes first: a file with a game tree is SGF, unless a format claims
// the tree as its own text, such as a comment, or as a tree of its own kind.
//
// The formats themselves are in packages below this one and in kifudb/indexer,
// which has the list.
package format
