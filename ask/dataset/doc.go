// Package dataset writes many games as data for other programs: tables for databases, and
// positions for programs that learn.
//
// Its nouns:
//
//   - A [Table] is a table with its columns. [Tables] are all of them. They say what
//     each value means, in which unit, and when it is unknown. The documentation and the files
//     take their descriptions from there.
//   - A [Parquet] writes tables of some games to a folder, a file in Parquet for each.
//   - [Written] counts the rows.
//   - A [Learning] writes positions with the move that was made and the result. A [Split] decides
//     which games are for training and which for tests. [Learned] counts the positions.
//
// Games are read one after the other, segment by segment, so memory does not grow with their number.
package dataset
