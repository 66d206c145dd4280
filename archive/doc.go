// Package archive is what every front end calls: the command line, a page in a
// browser, a program of somebody else's. It knows no flags, no terminal and no
// network; it prints nothing and ends no process.
//
// Its nouns:
//
//   - An [Archive] is a collection of records that can be asked and changed.
//   - A [View] is an archive as it was at one moment. All that is asked of one
//     view belongs together: a page of games, their facets, the board of one of
//     them. Any number of goroutines may ask it at once.
//   - [Archives] and [Views] are several of them that are asked as one.
//   - A [Game] is what lists show of a record, a [Hit] a place in it, with a
//     reference that finds the place again.
//   - A [Notice] is what an answer leaves out or does not know, and why.
//   - A [Job] is work that takes longer than an answer, such as an import or a
//     check: it says how far it is and can be stopped.
//   - A [Question] is a search that was made ready for each of several archives. Package ask
//     asks it about many games.
//
// # Errors
//
// [KindOf] sorts all errors into a few kinds, by what a front end does about them.
// errors.Is and errors.As say more: that something is not there is [ErrNoArchive],
// [ErrNoGame], [ErrNoSource], [ErrNoImport], [ErrNoAlias], [ErrNoTag], [ErrNoNote] or
// [ErrNoSearch]; a request that means nothing is a *[QueryError] or wraps
// [ErrRequest]; an archive of an older or newer format, one that is damaged, and one
// that another program is changing are ErrOlder, ErrNewer, ErrCorrupt and ErrLocked of
// package store. A context that was ended gives its own error, and whatever the
// operating system refuses gives that of package os.
//
// # JSON
//
// The fields of the structs that answer a question have JSON tags, and these
// are the schema for every front end. Keys are lower case. What is a field of
// the query language has its name, as in blackrank; other keys join words with
// an underscore, as in hits_total. What is not known is left out. A test holds
// the schema against schema.json, so that it changes on purpose only.
package archive
