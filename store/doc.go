// Package store is the archive on disk.
//
// Its nouns:
//
//   - A [DB] is an archive: a directory of files, see format.go.
//   - A [Writer] adds games, rewrites and removes them; there is one at a time.
//   - A [Snapshot] is the archive as of one commit, and does not change.
//   - A [Segment] is an immutable run of up to 65,536 games with everything
//     that searches need: facts, scripts, the position index, the pattern index,
//     game-info values, texts.
//   - A [Game] is a [Record], raw as it came, and what was derived from it.
//   - A [TextQuery] asks for texts; a [TextMatcher] decides what a hit is.
//
// Only the raw records are the truth. The package knows no SGF: the function
// that derives a game from its record is given to it, and with it segments are
// merged, rebuilt and checked.
//
// Readers take no lock, wait for nobody and never see half a commit. What
// methods return may lie in mapped files: it must not be used after its
// snapshot is closed.
package store
