// Package game is the registry of games: what a game is to the rest of kifudb,
// and which ones there are. Nothing above it names a game; it asks the registry
// for the game of a record, and then what that game can do.
//
// Its nouns:
//
//   - A [Game] is an entry. What is known of every game, its number in SGF and its
//     names, is [About]; what a game can do beyond that are small interfaces, which
//     are asked for by type assertion: [Stones], [Replayer], [MoveReader], [Resigner],
//     [SetupReader], [PositionReader], [Judge], [Unnumbered], [Handicapper].
//   - A [Position] is a state of a game. What can be done with it is asked for in
//     the same way: [Imager], [Symmetric], [Laid], [Counted], [Decided], [Mover], [Drawer], [Pictured], [Shown].
//   - A [Board] is a position as plain data with JSON tags, from which a program
//     draws and plays any game without knowing its rules.
//
// Games whose stones are put on points and stay where they are, such as Go, are
// [Stones]: package position replays them itself, at full speed, and the pattern
// index serves them. Whoever handles many games asks once for each record or
// question which kind it is, and never for each move.
//
// A new game is a file with its entry, and its line in the table of registry.go.
package game
