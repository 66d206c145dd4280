package othello

import (
	"kifudb/format"
)

// Othello is SGF's number for the game.
const Othello = 2

// IdentTheory is the private property of the root that holds what a game was worth:
// Black's discs at the end if both had played best from a late position on, where
// IdentDepth squares were empty.
const (
	IdentTheory = "THEORY"
	IdentDepth  = "THEORYDEPTH"
)

// Formats are the formats of this package.
func Formats() []*format.Format { return []*format.Format{ggf(), wthor(), wthorTable(), transcripts()} }

// surely is Sure if a format is recognised.
func surely(is bool) format.Certainty {
	if is {
		return format.Sure
	}
	return format.No
}
