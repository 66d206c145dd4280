package indexer

import (
	"fmt"

	"kifudb/format"
	"kifudb/game"
	"kifudb/position"
	"kifudb/store"
)

// RecordOf returns what tells how a game starts.
func RecordOf(size position.Size, info []store.Value) game.Record {
	return game.Record{Size: size, Info: func(ident string) string {
		for _, v := range info {
			if v.Ident == ident {
				return v.Text
			}
		}
		return ""
	}}
}

// start returns what tells how the game at hand starts.
func (x *extractor) start(info []store.Value) game.Record {
	return RecordOf(x.size, info)
}

// positions notes the canonical keys of all positions of a game, as replay does
// for games whose stones stay, and notes the moves that are illegal, unless the
// format has judged them. There are none if the rules are not known.
func (x *extractor) positions(g *store.Game) {
	rules, ok := x.kind.(game.Replayer)
	if !ok {
		return
	}
	start, err := rules.Start(x.start(g.Info))
	if err != nil {
		x.noteAt(format.BadStart, 0, func() error { return fmt.Errorf("%s: %w; the game has no positions", format.BadStart, err) })
		return
	}
	keys := x.keys[:0]
	naming := namingOf(x.kind)
	counted, won := "", position.Empty // at the end of the main line
	for step := range rules.Replay(start, g.Script) {
		keys = append(keys, step.Position.Canonical())
		if step.MainLine {
			naming.See(step)
			counted = ""
			if p, ok := step.Position.(game.Counted); ok && step.Moved == step.Done {
				counted = p.Result()
			}
			if p, ok := step.Position.(game.Decided); ok {
				won = p.Winner()
			}
		}
		if step.Node == 0 {
			x.usual = step.Position.Equal(start) && g.Script.RootSetup() == g.Script.Setup()
		}
		if step.Fault != "" && !x.judged {
			x.illegalStep(step)
		}
	}
	x.keys = keys
	if _, ok := start.(game.Decided); ok {
		x.outcome(g, won)
	}
	x.compareCount(g, counted)
	g.Info = appendNames(g.Info, naming.Names())
}

// illegalStep notes what is wrong with a move.
func (x *extractor) illegalStep(step *game.Step) {
	x.noteAt(format.IllegalMove, 0, func() error {
		number := step.Number(x.kind)
		if !step.Moved || game.IsPass(x.kind, step.Move.Point) {
			return fmt.Errorf("%s: %s is against the rules: %s", format.IllegalMove, number, step.Fault)
		}
		move := step.Move.Point.String()
		if reader, ok := x.kind.(game.MoveReader); ok {
			move = reader.MoveText(step.Move.Point)
		}
		return fmt.Errorf("%s: %s (%s) is against the rules: %s", format.IllegalMove, number, move, step.Fault)
	})
}
