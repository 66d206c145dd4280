// Package ledger records what imports did with every file and every game.
//
// Its nouns:
//
//   - A [DB] is the ledger of an archive: ledger.db and ledger.log in its directory.
//   - A [Run] is one import, with its [Totals].
//   - An [Outcome] says what happened to one file, or to one member of a container.
//     Its [Span] values say what happened to the games in it.
//   - A [Source] is a file on disk as it was when an import last read it. The next import
//     reads it again as a whole or not at all.
//   - A [Gone] names games that are no longer in the file from which they came.
//   - An [Accepted] is an unreadable file that the user has acknowledged.
//   - A [Twin] is an identical file that another computer has imported.
//
// # Truth and order
//
// The archive does not need its ledger. A run first commits games to the
// archive and then writes down what it committed, so that the ledger names only
// games that exist. If the process ends between the two, the ledger lags
// behind: the file is read a second time, and its games are recognised by their
// digests. A source is entered with the last of its outcomes, never before.
//
// A restored backup or an older manifest may put the archive back to an earlier state. The ledger
// may also belong to another archive. So it carries the
// archive's identity. Each source and each Gone carries the number of the commit after
// which it was true, and the greatest id that it names. An entry does not count if it belongs to
// another archive or to a later commit than the archive's latest, or if it names an id that the archive
// never gave. The next run drops such entries before it commits anything, and marks the
// runs from which they came as undone.
//
// # Several computers
//
// If several computers import into an archive, each writes a ledger of its
// own, because its paths mean nothing elsewhere. It reads the ledgers of the others, to know the games
// in other files, the runs, and the digests of known files. So no computer ever changes
// the entries of another. Only the numbers of runs and games can be taken twice; the
// second computer then changes its own ([DB.Renumber]). A ledger travels in parts that have the
// new entries ([Diff], [Apply], [Merge]).
//
// # The files
//
// Two files have the same content: ledger.db, and ledger.log with the changes that led to it
// (log.go) and the checksums of its pages (guard.go). If several computers import there is no log,
// because each ledger is in the object store.
//
// ledger.db is a bbolt database with six buckets. A ledger made from parts has two more (part.go). bbolt
// locks out all other processes while one writes, so every method opens the file, does one
// transaction and closes it. Numbers in keys have their high byte first.
//
//	runs      u32 number             JSON of the Run
//	outcomes  u32 run, u64 sequence  a block: the outcomes from that sequence on,
//	                                 one line of JSON each, packed with zstd
//	sources   absolute path          JSON of the Source
//	gone      path, 0, member        JSON of the Gone
//	accepted  path, 0, member        JSON of the Accepted
//	about     "ledger"               JSON: identity, latest commit, greatest id, number and chain
//	                                 of the last change
//
// Every value begins with the CRC-32C of its key and its data, because bbolt does not
// notice damage. An outcome in a block of 512 takes about 15 bytes. As
// a value of its own it would take 150, and importing single files would take a third
// longer.
package ledger
