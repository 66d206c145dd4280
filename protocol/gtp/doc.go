// Package gtp lets programs for Go use an archive as they use an engine: a Session answers the commands
// of the Go Text Protocol, version 2. It plays moves of the archive and shows them, with games as visits and
// the score of the player to move as win rate.
//
// Beside the commands of the specification (Gunnar Farnebäck, draft 2, 2002) it knows those of Leela
// Zero and KataGo that show moves while the engine thinks (lz-analyze, kata-analyze and their relatives, see
// docs/GTP_Extensions.md of KataGo), and those of GoGui by which an engine adds to its menus.
//
// Only what the archive knows is said. So there is no scoreLead, no utility and no ownership. Prior is the share of games
// with the move, and lcb the lower end of the 95 % interval of the score.
package gtp
