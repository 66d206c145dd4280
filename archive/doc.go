// Package archive is the library under every front end: the command line, the pages in a
// browser, and programs of others. It knows no flags, no terminal and no network. It prints
// nothing and ends no process.
//
// Its nouns:
//
//   - An [Archive] is a collection of records that a program can search and change.
//   - A [View] is an archive as it was at one moment. All answers of one view fit
//     together: a page of games, their facets, the board of one game. Any number of goroutines
//     may use it at once.
//   - [Archives] and [Views] are several of them, searched as one.
//   - A [Game] is what lists show of a record. A [Hit] is a place in it, with a
//     reference that finds the place again.
//   - A [Notice] names something that an answer leaves out or does not know, and says why.
//   - A [Job] is work that takes longer than an answer, such as an import or a
//     check. It reports its progress and can be stopped.
//   - A [Question] is a search, prepared for each of several archives. Package ask
//     asks it about many games.
//
// # Errors
//
// [KindOf] sorts all errors into a few kinds, by what a front end does about them.
// errors.Is and errors.As tell more:
//
//   - [ErrNoArchive], [ErrNoGame], [ErrNoSource], [ErrNoImport], [ErrNoAlias], [ErrNoTag],
//     [ErrNoNote] and [ErrNoSearch] say that something does not exist.
//   - A request that means nothing is a *[QueryError] or wraps [ErrRequest].
//   - Package store has ErrOlder and ErrNewer for archives of another format, ErrCorrupt for
//     a damaged one, and ErrLocked for one that another program is changing.
//   - A canceled context returns its own error, and a failed call of the operating system
//     returns the error of package os.
//
// # JSON
//
// The structs that hold answers have JSON tags. These tags are the schema for every front
// end. Keys are lower case. A field of the query language has its name there as its key, as in
// blackrank. Other keys join words with an underscore, as in hits_total. Unknown values are left
// out. A test compares the schema with schema.json, so nobody changes it by accident.
package archive
