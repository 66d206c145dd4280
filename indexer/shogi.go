package indexer

import (
	"fmt"
	"slices"

	"kifudb/format"
	"kifudb/format/notations"
	"kifudb/position"
	"kifudb/position/shogi"
	"kifudb/store"
)

// gameShogi is SGF's number for shogi.
const gameShogi = 8

// usiMove adds a move of a record in SGF, which are in USI: SGF itself defines
// none for shogi.
func (x *extractor) usiMove(color position.Color, raw []byte, offset int64) {
	m, err := shogi.ParseMove(string(raw))
	if err != nil {
		x.fault(format.BadMove, offset, "a move that is not in USI: "+quote(raw)+"; left out")
		return
	}
	x.builder.Move(shogi.ScriptMove(color, m))
}

// illegalShogi notes what is wrong with a move.
func (x *extractor) illegalShogi(step *shogi.Step) {
	x.noteAt(format.IllegalMove, 0, func() error {
		return fmt.Errorf("%s: move %d (%s) is against the rules: %s", format.IllegalMove, step.MoveNumber, step.Move, step.Fault)
	})
}

// shogiKeys returns the canonical keys of all positions of a game of shogi, as
// replay does, and reports the moves that are illegal.
func (x *extractor) shogiKeys(g *store.Game, illegal func(*shogi.Step)) []position.Key {
	start, err := notations.StartOf(g.Info)
	if err != nil {
		x.noteAt(format.BadStart, 0, func() error { return fmt.Errorf("%s: %w; the game has no positions", format.BadStart, err) })
		return nil
	}
	keys := x.keys[:0]
	for step := range shogi.Replay(start, g.Script) {
		keys = append(keys, step.Position.Canonical())
		if step.Fault != 0 && illegal != nil {
			illegal(step)
		}
	}
	x.keys = keys
	return slices.Clone(keys)
}

// given returns the number of pieces that White has given as a handicap.
func given(info []store.Value) uint8 {
	for _, v := range info {
		if v.Ident != "HA" {
			continue
		}
		start, ok := shogi.NewHandicap(shogi.Handicap(v.Text))
		if !ok {
			return 0
		}
		n := uint8(20) // pieces of a side
		for s := range shogi.NoSquare {
			if start.At(s).Color() == shogi.White {
				n--
			}
		}
		return n
	}
	return 0
}
