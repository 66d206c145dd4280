// Package table reads data sets: tables with SGF records in their cells. It supports
// JSON, with a value in each line or one for the whole file (RFC 8259), and CSV with
// quoted cells (RFC 4180), separated by commas, semicolons or tabs. See [Formats].
//
// The archive stores the SGF of a cell as a record, without the escapes of the table. A cell may
// hold several games. Other cells are not kept.
//
// Files with one record per line, and tables without quotation marks, are SGF with text
// between the records. Package table leaves them to SGF.
package table
