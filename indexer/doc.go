// Package indexer brings game records into an archive: paths in, store filled.
//
// The work is a pipeline:
//
//	plan.go     paths to files on disk, and which of them have changed
//	walk.go     these to members: files, and files inside containers, in sorted order
//	container.go  what a container is, and its members; zip.go, ziprescue.go and
//	            entryname.go for zips, bomb.go for the bounds
//	regions.go  files that hold trees of ASCII structure and others in UTF-16
//	batch.go    members to batches of raw records (sgfread.Scanner, charset evidence)
//	extract.go  a raw record to a store.Game: board, keys, texts, facts; also how
//	            check, merge and rebuild derive everything again
//	formats.go  the list of all formats, and the entry of SGF
//	beside.go   files that records of others refer to
//	positions.go  the keys of games whose moves are not stones on points
//	account.go  what becomes of each record, for the archive and its ledger; with
//	            change.go and gone.go for files that are not as they were
//	import.go   the pipeline itself: extraction on many workers, commit in input
//	            order on one, so that ids do not depend on scheduling
//
// One unreadable file or one bad game is a Problem in the Summary, never the
// end of the run.
package indexer
