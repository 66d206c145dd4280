// Package export writes the records of games to one file or to a folder, unchanged or in
// another format.
//
// Its nouns:
//
//   - A [RecordWriter] writes records one after the other, so that they make one file.
//   - A [FolderExport] writes each record to a file of its own.
//   - A [RecordFormat] is a format that kifudb can write, a [ReadFormat] one that it can
//     import.
//   - [Written] counts the games that were written and what a format could not hold.
package export
