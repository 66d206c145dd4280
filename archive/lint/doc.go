// Package lint looks for problems in files of records, and writes clean copies of them. It needs
// no archive.
//
// Its nouns:
//
//   - A [Lint] names the files to check.
//   - A [LintProblem] is a fault at one place of a file. A [LintKind] counts the faults of
//     one kind.
//   - A [CleanFile] is a copy in FF[4] and UTF-8 that has lost no text.
//
// Package sgfread finds faults in the grammar, package record faults in the moves. This package
// adds faults in encodings and boards. The JSON of its structs is part of the schema of package
// archive.
package lint
