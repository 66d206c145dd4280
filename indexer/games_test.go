package indexer_test

import (
	"fmt"
	"testing"

	"kifudb/game"
	"kifudb/indexer"
	"kifudb/position"
	"kifudb/store"
)

// For every game with rules the keys of a record are those that its replay gives,
// and only of games that older versions did not know the record says so.
func TestDeriveEveryGame(t *testing.T) {
	derived := 0
	for _, g := range game.All() {
		a := g.About()
		if game.Numbered(a.Number) != g {
			continue // SGF has no number for it
		}
		raw := fmt.Sprintf("(;GM[%d]AB[aa];B[bb];W[cc](;B[dd])(;B[ee]))", a.Number)
		if reader, ok := g.(game.MoveReader); ok {
			p, err := game.Start(g)
			must(t, err)
			first := p.(game.Mover).Moves()[0].Text
			if code, err := reader.ReadMove(first); err != nil || reader.MoveText(code) != first {
				t.Fatalf("%s: %s, %v", a.Name, first, err)
			}
			raw = fmt.Sprintf("(;GM[%d];B[%s])", a.Number, first)
		}
		got, err := indexer.Derive(record(raw, "utf-8"))
		must(t, err)
		if int(got.Facts.Game) != a.Number || got.Facts.Moves == 0 || a.Size.Valid() && got.Facts.Size != a.Size {
			t.Errorf("%s: game %d, %d moves on %v", a.Name, got.Facts.Game, got.Facts.Moves, got.Facts.Size)
		}
		rules, ok := g.(game.Replayer)
		if known := got.Facts.Flags&store.HasRules != 0; known != (ok && !a.Always) {
			t.Errorf("%s: the record says %v of its rules", a.Name, known)
		}
		if !ok {
			if len(got.Keys) > 0 {
				t.Errorf("%s has positions and no rules", a.Name)
			}
			if got.Script.Setup() != 1 {
				t.Errorf("%s: %d stones are set up, want 1", a.Name, got.Script.Setup())
			}
			continue
		}
		derived++
		start, err := rules.Start(indexer.RecordOf(got.Facts.Size, got.Info))
		must(t, err)
		var keys []position.Key
		for step := range rules.Replay(start, got.Script) {
			keys = append(keys, step.Position.Canonical())
		}
		if fmt.Sprint(keys) != fmt.Sprint(got.Keys) {
			t.Errorf("%s: keys %x, a replay gives %x", a.Name, got.Keys, keys)
		}
	}
	if derived < 3 {
		t.Errorf("only %d games have rules", derived)
	}
}
