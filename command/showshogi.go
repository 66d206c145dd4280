package command

import (
	"fmt"
	"strings"

	"kifudb/indexer"
	"kifudb/notation"
	"kifudb/position"
	"kifudb/position/shogi"
	"kifudb/store"
)

// A shogiView is a game of shogi at one of its nodes.
type shogiView struct {
	step          shogi.Step
	before, after shogi.Position
}

// openShogi goes to the view's node and reads its texts.
func (v *view) openShogi(script position.Script) error {
	start, err := indexer.StartOf(v.info)
	if err != nil {
		return fmt.Errorf("game %d: %w", v.game.ID, err)
	}
	for step := range shogi.Replay(start, script) {
		if step.Node == v.node {
			v.shogi = &shogiView{*step, *step.Before, *step.Position}
			break
		}
	}
	game, err := indexer.Derive(v.record)
	if err != nil {
		return err
	}
	for _, c := range game.Comments {
		if c.Node == v.node {
			v.notes = append(v.notes, store.Value{Ident: c.Ident, Text: c.Text})
		}
	}
	return nil
}

// draw draws the board and the hands, with the last move marked.
func (v *shogiView) draw(inKanji bool) string {
	o := &shogi.DrawOptions{Kanji: inKanji}
	if v.step.Moved {
		o.Last = v.step.Move
	}
	return v.after.Draw(o)
}

// where says which move the board is after.
func (v *shogiView) where(moves, node int, inKanji bool) string {
	var words []string
	if v.step.Moved {
		words = append(words, fmt.Sprintf("Move %d of %d: %s %s", v.step.MoveNumber, moves, v.before.ToPlay(), v.move(inKanji)))
	} else {
		words = append(words, fmt.Sprintf("After %d of %d moves", v.step.MoveNumber, moves))
	}
	if !v.step.MainLine {
		words = append(words, fmt.Sprintf("in a variation (node %d)", node))
	}
	if v.step.Fault != 0 {
		words = append(words, "against the rules: "+v.step.Fault.String())
	}
	return strings.Join(words, ", ")
}

func (v *shogiView) move(inKanji bool) string {
	if !v.step.Fault.Possible() {
		return v.step.Move.String()
	}
	return shogiMove(&v.before, v.step.Move, inKanji)
}

// shogiMove writes a move for people, and in USI for programs.
func shogiMove(p *shogi.Position, m shogi.Move, inKanji bool) string {
	text := notation.MoveText(p, m, notation.Western)
	if inKanji {
		text = notation.KanjiText(p, m)
	}
	return fmt.Sprintf("%s (%s)", text, m)
}

// json adds to the view for machines.
func (v *shogiView) json(out map[string]any) {
	out["move"], out["sfen"] = v.step.MoveNumber, v.after.SFEN()
	if v.step.Moved {
		out["last"] = nextMove{Color: v.before.ToPlay().Letter(), Point: v.step.Move.String()}
	}
}
