// Package ledger accounts for what imports did with every file and every game.
//
// Its nouns:
//
//   - A [DB] is the ledger of an archive: ledger.db and ledger.log in its directory.
//   - A [Run] is one import, with its [Totals].
//   - An [Outcome] says what became of one file, or of one member of a container;
//     its [Span] values say what became of the games in it.
//   - A [Source] is a file on disk as it was when it was last read: what is
//     read again, or not, as a whole.
//   - A [Gone] names games that the file from which they came does not hold any
//     more.
//   - An [Accepted] is a file that cannot be read, which the user knows.
//   - A [Twin] is a file that another computer has imported, byte for byte the same.
//
// # Truth and order
//
// The archive does not need its ledger. A run first commits games to the
// archive and then writes down what it committed, so that the ledger names only
// games that exist. If the process ends between the two, the ledger lags
// behind: the file is read a second time, and its games are recognised by their
// digests. A source is entered with the last of its outcomes, never before.
//
// The archive may be put back to an earlier state, by a restored backup or an older
// manifest, or the ledger may be one of another archive. So it carries the
// archive's identity, and each source and each Gone the number of the commit after
// which it was true and the greatest id that it names. What is of another archive,
// of a later commit than the archive's latest, or names an id that was not given
// does not count; the next run drops it before it commits anything, and marks the
// runs from which it came as undone.
//
// # Several computers
//
// Where several computers import into an archive, each enters what it does in a ledger of its
// own, as paths mean nothing elsewhere, and reads those of the others: which games other files
// hold, which runs there were, which files are known by their digests. So nobody ever changes
// what another one enters, and only the numbers of runs and games can be taken by two at once:
// who comes second changes its own ([DB.Renumber]). A ledger travels in parts that have what is
// new ([Diff], [Apply], [Merge]).
//
// # The files
//
// There are two that say the same: ledger.db, and ledger.log with the changes that it came
// from (log.go) and the checksums of its pages (guard.go). Where several computers import there is no log:
// each ledger is in the object store.
//
// ledger.db is bbolt, with six buckets, and two in those that were made of parts (part.go). bbolt lets nobody else in while a process writes,
// so the file is opened for moments: every method opens it, does one
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
// Every value begins with the CRC-32C of its key and its data, as bbolt does not
// notice damage by itself. An outcome in a block of 512 takes about 15 bytes; as
// a value of its own it would take 150, and the import of single files a third
// longer.
package ledger
