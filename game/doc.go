// Package game is the registry of games: which games there are, and what each can
// do. No package above it names a game. They ask the registry for the game of a
// record, and then for its abilities.
//
// Its nouns:
//
//   - A [Game] is an entry. [About] has what every game has: its number in SGF and its
//     names. Small interfaces express everything else that a game can do. Callers
//     ask for them by type assertion: [Stones], [Replayer], [MoveReader], [Resigner],
//     [SetupReader], [PositionReader], [Judge], [Unnumbered], [Handicapper].
//   - A [Position] is a state of a game. Its abilities are interfaces,
//     too: [Imager], [Symmetric], [Laid], [Counted], [Decided], [Mover], [Drawer], [Pictured], [Shown].
//   - A [Board] is a position as plain data with JSON tags, from which a program
//     draws and plays any game without knowing its rules.
//
// Games whose stones are put on points and stay where they are, such as Go, are
// [Stones]: package position replays them itself, at full speed, and the pattern
// index serves them. Code that handles many games asks for the kind once for each record or
// question, and never for each move.
//
// A new game is a file with its entry, and its line in the table of registry.go.
package game
