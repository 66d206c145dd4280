package command

import (
	"fmt"
	"strings"

	"kifudb/archive"
	"kifudb/notation"
	"kifudb/position/shogi"
)

// drawShogi draws the board and the hands, with the last move marked.
func drawShogi(n *archive.ShogiNode, inKanji bool) string {
	o := &shogi.DrawOptions{Kanji: inKanji}
	if n.Step.Moved {
		o.Last = n.Step.Move
	}
	return n.After.Draw(o)
}

// shogiPlace says which move the board is after.
func shogiPlace(n *archive.Node, inKanji bool) string {
	var words []string
	if s := n.Shogi; s.Step.Moved {
		words = append(words, fmt.Sprintf("%s: %s %s", moveNumber(n), s.Before.ToPlay(), shogiStep(s, inKanji)))
	} else {
		words = append(words, fmt.Sprintf("After %d of %d moves", n.Move, n.Game.Moves))
	}
	if n.Variation {
		words = append(words, fmt.Sprintf("in a variation (node %d)", n.Node))
	}
	if n.Fault != "" {
		words = append(words, "against the rules: "+n.Fault)
	}
	return strings.Join(words, ", ")
}

func shogiStep(s *archive.ShogiNode, inKanji bool) string {
	if !s.Step.Fault.Possible() {
		return s.Step.Move.String()
	}
	return shogiMove(&s.Before, s.Step.Move, inKanji)
}

// shogiMove writes a move for people, and in USI for programs.
func shogiMove(p *shogi.Position, m shogi.Move, inKanji bool) string {
	text := notation.MoveText(p, m, notation.Western)
	if inKanji {
		text = notation.KanjiText(p, m)
	}
	return fmt.Sprintf("%s (%s)", text, m)
}
