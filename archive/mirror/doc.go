// Package mirror keeps an archive in an object store, where any number of machines find it,
// and what a machine needs of it in a folder that is an ordinary archive.
//
// # Objects
//
//	commits/0000000123           what the archive is as of its 123rd commit
//	data/ab/ab12…-0011223344556677  contents, named by their SHA-256 and by chance
//	head                         a number that the newest commit has at least
//	uploads/0011223344556677-…   files that were uploaded through pages, for people; no commit names them
//	probe/…                      left by programs that tried whether the store knows conditions
//
// A commit is made by putting an object under the next number if there is none: of all who
// try, one succeeds. It is a few kilobytes, however large the archive is: it names pages, each
// of which has the entries of up to 64 segments with their files, the small files of the
// archive (manifests, removed games), the user's log, the parts of the ledger of imports of each
// machine, and the records that are of one game. All of these are contents, which are never changed; a
// commit writes those that are new. Names have a part by chance, so that nobody ever relies
// on contents that somebody else has put and not committed; contents that two put at once are
// there twice until one of them is collected.
//
// What is read is compared with its digest: commits have theirs in their first line, and
// everything else in the name by which a commit or a page knows it.
//
// # Order
//
// A change is made in a copy of the archive's folder on this machine (of links; segments are
// never changed). Then its new contents are put into the store, and at last the commit. A
// program that ends before that leaves contents that nothing names. If somebody else has
// committed meanwhile, the change is made again on what is there now; an import is not read
// again, its games are taken over under new ids, see [Change]. An import commits more than once:
// whenever it would be on the disk if the archive were a folder.
//
// Contents that no commit of the last day names, and commits that were followed by another
// more than a day ago, are removed by [Mirror.Collect], which anyone may do. A day, by the
// clock of the store, is the grace time: so long a reader may take to fetch what a commit
// names, and half as long a writer from its first put to its commit; it gives up rather than
// commit later. Nothing relies on lists being up to date but the collection, which takes what
// it does not see for younger than it is.
//
// # Folder
//
//	CACHE/0123abcd…/
//	  mirror.json      which archive it is, the commit that the folder shows, the name of this machine
//	  lock             locked while the folder changes
//	  change.lock      locked while this machine makes a change
//	  archive-…/       the archive: all of it, or the segments that there is room for, and for a
//	                   node those that it holds. The ledgers of imports, of this machine and of
//	                   others, are there when somebody has asked for them.
//	  pages/           pages of the commit
//	  work/            copies in which changes are made
//	  pins/            which segments are in use, by processes
package mirror
