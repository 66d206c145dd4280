// Package indexer brings game records into an archive. It takes paths and fills the store.
//
// It works as a pipeline:
//
//	plan.go     turns paths into files on disk, and finds those that have changed
//	walk.go     turns files into members, which are files or files inside containers, in
//	            sorted order
//	container.go  recognises containers and lists their members; zip.go, ziprescue.go and
//	            entryname.go do so for zips, bomb.go sets the bounds
//	regions.go  handles files that hold some trees of ASCII structure and others in UTF-16
//	batch.go    turns members into batches of raw records (sgfread.Scanner, charset evidence)
//	extract.go  turns a raw record into a store.Game: board, keys, texts, facts; check, merge
//	            and rebuild derive everything again with it
//	formats.go  has the list of all formats, and the entry of SGF
//	beside.go   finds files to which records of others refer
//	positions.go  makes the keys of games whose moves are not stones on points
//	account.go  notes the outcome of each record, for the archive and its ledger; change.go
//	            and gone.go do so for files that have changed
//	import.go   runs the pipeline: many workers extract, and one commits in the order of the
//	            input, so that ids do not depend on scheduling
//
// An unreadable file or a bad game becomes a Problem in the Summary and never
// ends the run.
package indexer
