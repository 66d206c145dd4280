// Package mirror keeps an archive in an object store, where any number of machines find it.
// Each machine keeps the parts that it needs in a folder, which is an ordinary archive.
//
// # Objects
//
//	commits/0000000123           the state of the archive after its 123rd commit
//	data/ab/ab12…-0011223344556677  contents, named by their SHA-256 and a random number
//	head                         a number; the newest commit has it or a greater one
//	uploads/0011223344556677-…   files that were uploaded through pages, for people; no commit names them
//	probe/…                      left by programs that tested the store's conditional writes
//
// To commit, a program puts an object under the next number, on the condition that there is none.
// If several programs try, one succeeds. A commit takes a few kilobytes, however large the archive is. It
// names pages, and each page has the entries of up to 64 segments with their files. It also names the small
// files of the archive (manifests, removed games), the user's log, each machine's parts of the ledger
// of imports, and the lists of records that belong to one game. All of these are contents. Nobody ever
// changes contents; a commit adds new ones. Their names have a random part, so that no program relies
// on contents that another program has put but not committed. If two programs put the same contents at
// once, the store has them twice until the collection removes one.
//
// Every reader compares what it reads with its digest. A commit has its digest in its first line.
// The names of all other objects, as a commit or page has them, contain their digests.
//
// # Order
//
// A program makes a change in a copy of the archive's folder on its machine. The copy consists of links,
// because segments never change. Then it puts the new contents into the store, and the commit last. If
// the program ends before that, it leaves contents that nothing names. If another program has committed
// meanwhile, this one makes its change again on the new state. It does not read the files of an import
// again but takes over the games under new ids, see [Change]. An import commits several times: whenever
// an import into a folder would write to the disk.
//
// [Mirror.Collect] removes contents that no commit of the last day names, and commits that were replaced
// more than a day ago. Any machine may call it. The day, by the clock of the store, is a period of
// grace: a reader has that long to fetch the contents that a commit names. A writer has half of
// it from its first put to its commit, and gives up rather than commit later. Only the collection
// relies on complete listings. It treats an object that a listing lacks as younger than it is.
//
// # Folder
//
//	CACHE/0123abcd…/
//	  mirror.json      the identity of the archive, the commit in the folder, the name of this machine
//	  lock             locked while the folder changes
//	  change.lock      locked while this machine makes a change
//	  archive-…/       the archive: all of it, or as many segments as there is room for; on a
//	                   node, the segments that it holds. The ledgers of imports, of this machine and
//	                   of others, are there once a program has asked for them.
//	  pages/           pages of the commit
//	  work/            copies for changes in progress
//	  pins/            lists of the segments in use, one for each process
package mirror
