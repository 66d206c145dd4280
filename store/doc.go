// Package store keeps the archive on disk.
//
// Its nouns:
//
//   - A [DB] is an archive: a directory of files, see format.go.
//   - A [Writer] adds, rewrites and removes games; there is one at a time.
//   - A [Snapshot] is the archive as of one commit, and does not change.
//   - A [Segment] is an immutable run of up to 65,536 games with everything
//     that searches need: facts, scripts, the position index, the pattern index,
//     game-info values, texts.
//   - A [Game] is a raw [Record] and everything derived from it.
//   - A [fulltext.Query] searches texts.
//   - [Corrections] lie over a snapshot: the user's values in place of a record's.
//
// Everything except the raw records can be derived. The package knows no SGF: the caller supplies the
// function that derives a game from its record. With it, store merges, rebuilds and
// checks segments.
//
// Readers take no lock, wait for nobody and never see half a commit. Results of
// methods may lie in mapped files: do not use them after closing their snapshot.
package store
