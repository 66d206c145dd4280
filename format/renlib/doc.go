// Package renlib reads libraries of RenLib, the trees of analysis that players of gomoku and
// renju keep. See [Formats].
package renlib
