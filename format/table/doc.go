// Package table reads tables that have records in SGF in their cells, as data sets are
// published: JSON, a value in each line or one for the whole file (RFC 8259), and CSV with
// cells in quotation marks (RFC 4180), with commas, semicolons or tabs. See [Formats].
//
// A record is stored as the SGF of its cell, without the escapes of the table. A cell may
// hold several games. Other cells are not kept.
//
// Files of a record in each line, and tables without quotation marks, are SGF with text
// between the records; package table leaves them alone.
package table
