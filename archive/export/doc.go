// Package export writes the records of games: to one file or to a folder, as they came or in
// another format.
//
// Its nouns:
//
//   - A [RecordWriter] writes records one after the other, so that they are one file.
//   - A [FolderExport] writes each to a file of its own.
//   - A [RecordFormat] is a format in which games are written, a [ReadFormat] one from which they
//     are imported.
//   - [Written] says what was written, and what a format could not hold.
package export
