// Package user is what the user adds to an archive and nothing can derive:
// tags, notes, saved searches and the like, in one file beside the records.
//
// Its noun is the [DB], one for an archive; each kind of thing that it keeps
// has a file of its own. What is kept names games by their ids, which neither a
// rebuild nor another import changes, and has its own way out as text, for
// version control and for moving to another archive.
//
// The file is open for the moment of one transaction only, because it is
// locked while it is open: any number of programs may read and write it in
// turn, during an import, too.
package user
