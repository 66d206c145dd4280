// Package ask answers questions about many games: what was played next, who played it first,
// which games are similar, how results changed over the years.
//
// Its nouns:
//
//   - [Views] are archives to ask; [Of] makes them of those of package archive. Each question is a
//     method of Views, and has the name of its command.
//   - A result, such as [First] or [Tree], is a struct whose JSON is part of the schema of
//     package archive. Most results embed an [archive.Envelope], which says what they are about
//     and what they leave out.
//   - Options, such as [FirstOptions], are declared once: their tags name the flags of the
//     command, the parameters of the API and those of the page.
//   - A [Scene] is what a query asks for on the board, as data to draw and to change.
//   - An [OwnTree] is a tree of moves that the user has.
//
// The aggregations behind the questions are in package study. Package archive finds games and
// shows them one by one; it imports nothing of this package.
package ask
