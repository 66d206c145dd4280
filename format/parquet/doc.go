// Package parquet reads data sets of games in Apache Parquet: tables with a column whose cells are
// records in a format that is a text, such as SGF, PGN or KIF, or the moves of games of chess. See
// [Formats].
//
// The archive stores the text of a cell as a record in its format. Other cells of the row are kept
// if the cell has the moves alone: they become tags of PGN, each under the name of its column. With
// a record that is whole they are not kept, as in the tables of package table.
package parquet
