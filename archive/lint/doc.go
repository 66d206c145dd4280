// Package lint looks for problems in files of records, and writes clean copies of them. It needs
// no archive.
//
// Its nouns:
//
//   - A [Lint] says in which files problems are looked for.
//   - A [LintProblem] is something that is wrong at one place of a file, a [LintKind] how often
//     it was found.
//   - A [CleanFile] is a copy in FF[4] and UTF-8 that has lost no text.
//
// Package sgfread knows the problems of the grammar, package record those of moves. This package
// adds those of encodings and of boards. The JSON of its structs is part of the schema of package
// archive.
package lint
