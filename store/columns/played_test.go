package columns

import (
	"math/rand/v2"
	"testing"

	"kifudb/internal/testsize"
	"kifudb/position"
)

// randomSequence makes a pattern with a sequence: a part of the board of a game after
// some moves, and the next stones that are put there, or nearly these.
func randomSequence(rnd *rand.Rand, size position.Size, s position.Script) *position.Pattern {
	p := &position.Pattern{Cols: 1 + rnd.IntN(min(size.Cols, 4)), Rows: 1 + rnd.IntN(min(size.Rows, 4)), Within: max(rnd.IntN(8)-3, 0)}
	anchor := position.At(rnd.IntN(size.Cols-p.Cols+1), rnd.IntN(size.Rows-p.Rows+1))
	from, length := rnd.IntN(max(s.Moves(), 1)), 1+rnd.IntN(4)
	var replay position.Replayer
	replay.Replay(size, s, func(b *position.Board, step *position.Step) bool {
		if p.Cells == nil && step.MoveNumber >= from {
			for i := range p.Cols * p.Rows {
				q := p.Size().At(i)
				cell := position.CellOf(b.At(position.At(anchor.X()+q.X(), anchor.Y()+q.Y())))
				switch rnd.IntN(6) {
				case 0:
					cell = position.Any
				case 1:
					cell |= position.OnlyEmpty
				case 2:
					if rnd.IntN(4) == 0 {
						cell = position.Outside
					}
				}
				p.Cells = append(p.Cells, cell)
			}
			return true
		}
		if p.Cells != nil && step.Moved && step.Move.Point != position.Pass {
			q := position.At(step.Move.Point.X()-anchor.X(), step.Move.Point.Y()-anchor.Y())
			if q.X() >= 0 && q.Y() >= 0 && q.X() < p.Cols && q.Y() < p.Rows && p.At(q) != position.Outside && rnd.IntN(10) > 0 {
				p.Sequence = append(p.Sequence, position.Change{Point: q, Color: step.Move.Color})
			}
		}
		return len(p.Sequence) < length
	})
	return p
}

// TestPlayedAgainstReplay compares where sequences were played, and what came next,
// with the matcher, which replays the games.
func TestPlayedAgainstReplay(t *testing.T) {
	rnd := rand.New(rand.NewPCG(18, 9))
	hits, none, next, refused, within := 0, 0, 0, 0, 0
	var r Replay
	for _, size := range []position.Size{position.Square(3), position.Square(4), {Cols: 9, Rows: 4}, position.Square(9)} {
		var games []Game
		for i := range 100 {
			games = append(games, Game{Local: uint16(3 * i), Script: playedScript(rnd, size, 1+rnd.IntN(120), i%4 == 0)})
		}
		x := build(t, size, games)
		for range testsize.Of(60, 12) {
			p := randomSequence(rnd, size, games[rnd.IntN(len(games))].Script)
			if len(p.Cells) == 0 || len(p.Sequence) == 0 {
				continue
			}
			matcher, err := position.NewMatcher(p, position.MatchOptions{ImageOptions: position.ImageOptions{SwapColors: true}})
			if err != nil {
				continue // a region without a point
			}
			images := matcher.Images(size)
			candidates := scanAll(t, x, &Query{Images: images})
			for _, g := range games {
				left := map[occurrence]position.Hit{}
				for _, h := range matcher.Find(size, g.Script) {
					left[occurrence{h.Image, h.Anchor}] = h
				}
				undecided := false
				for _, c := range candidates {
					if c.Local != g.Local {
						continue
					}
					at := occurrence{c.Image, c.Anchor}
					h, hit := left[at]
					delete(left, at)
					got, known := x.played(&r, c, images, p.Within)
					if !known {
						refused++
						undecided = true
						continue
					}
					var want Played
					if hit {
						hits++
						want.Node = h.Node
						if p.Within > 0 {
							within++
						}
						for _, n := range h.Next {
							want.Next, want.NextNode = n.Played, n.Node
							next++
							if n.Tenuki() != (n.Node > h.Node+1) {
								t.Errorf("game %d: nodes are not numbered as moves", g.Local)
							}
						}
					} else {
						none++
					}
					if got != want {
						t.Fatalf("game %d, %v at %v: %+v, the replay finds %+v", g.Local, p, c.Anchor, got, want)
					}
				}
				if len(left) > 0 && !undecided {
					t.Fatalf("game %d, %v: %d hits of the replay are not among the candidates", g.Local, p, len(left))
				}
			}
		}
	}
	t.Logf("%d played, %d of them within some moves, %d never, %d with a next stone, %d refused", hits, within, none, next, refused)
	if hits < testsize.Of(4000, 500) || none < testsize.Of(4000, 500) || next < testsize.Of(2000, 300) || refused < testsize.Of(100, 20) || within < testsize.Of(500, 50) {
		t.Errorf("%d played, %d within, %d never, %d next, %d refused: too few to mean anything", hits, within, none, next, refused)
	}
}

// played asks for a candidate's own image; none for an undecided one.
func (x *Index) played(r *Replay, c Candidate, images []position.Image, within int) (Played, bool) {
	if !c.Decided {
		return Played{}, false
	}
	return r.Played(x, c, &images[c.Image], within)
}
