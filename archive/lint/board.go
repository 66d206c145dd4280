package lint

import (
	"errors"

	"kifudb/game"
	"kifudb/game/record"
	"kifudb/position"
	"kifudb/sgfread"
)

// lintHandler lets a checker walk over trees, and notes what is needed to find places in
// them when they are played.
type lintHandler struct {
	*sgfread.Checker
	places []int64 // of all nodes
	setups []setupAt
}

// setupAt is a value of AB, AW or AE.
type setupAt struct {
	node   int // among places
	offset int64
	color  position.Color
	points sgfread.PointRange
}

func (h *lintHandler) Moves(run sgfread.Run) {
	h.Checker.Moves(run)
	for i := 0; i < len(run.Text); i += run.Stride {
		h.places = append(h.places, run.Offset+int64(i))
	}
}

func (h *lintHandler) Node(n *sgfread.Node) {
	h.Checker.Node(n)
	for p := range n.Properties() {
		color := position.Empty
		switch p.Ident() {
		case sgfread.IdentAB:
			color = position.Black
		case sgfread.IdentAW:
			color = position.White
		case sgfread.IdentAE:
		default:
			continue
		}
		for i := range p.Len() {
			if points, _, ok := sgfread.ParsePoints(p.Value(i)); ok {
				h.setups = append(h.setups, setupAt{len(h.places), p.ValueOffset(i), color, points})
			}
		}
	}
	h.places = append(h.places, n.Offset)
}

// play plays the records of a part whose nodes the handler has noted, and reports moves
// that are against the rules and setup that changes nothing.
func (h *lintHandler) play(records []*record.Record, report func(sgfread.Problem)) {
	first := 0 // of a record, among the places
	for _, r := range records {
		places := h.places[first:]
		if r.Nodes > len(places) {
			return // nodes that a walk does not have are none to complain about
		}
		for _, p := range r.Problems {
			if p.Code == record.BadMove || p.Code == record.TooMuch {
				report(sgfread.Problem{Code: sgfread.UnplayableMove, Offset: p.Offset, Detail: p.Err.Error()})
			}
		}
		h.playRecord(r, places, first, report)
		first += r.Nodes
	}
}

func (h *lintHandler) playRecord(r *record.Record, places []int64, first int, report func(sgfread.Problem)) {
	steps, err := r.Steps()
	if err != nil {
		detail := err.Error()
		if errors.Is(err, game.ErrNoRules) {
			detail = r.Game.About().Name
		}
		if r.Nodes > 0 {
			report(sgfread.Problem{Code: sgfread.UncheckedGame, Offset: places[0], Detail: detail})
		}
		return
	}
	for step := range steps {
		if step.Fault != "" {
			report(sgfread.Problem{Code: sgfread.IllegalMove, Offset: places[step.Node], Detail: step.Number(r.Game) + ": " + step.Fault})
		}
	}
	if stones, ok := r.Game.(game.Stones); ok && r.Game == game.Default() {
		h.idle(r, stones.Rules(), first, report)
	}
}

// idle reports setup that leaves points as they are.
func (h *lintHandler) idle(r *record.Record, rules position.Rules, first int, report func(sgfread.Problem)) {
	if len(h.setups) == 0 || h.setups[0].node >= first+r.Nodes {
		return
	}
	replayer := position.Replayer{Rules: rules}
	replayer.Replay(r.Size, r.Script, func(b *position.Board, step *position.Step) bool {
		if len(h.setups) == 0 || h.setups[0].node > first+step.Node {
			return true
		}
		var changed [sgfread.MaxSize][sgfread.MaxSize]bool
		for _, c := range step.Changes {
			changed[c.Point.X()][c.Point.Y()] = true
		}
		for ; len(h.setups) > 0 && h.setups[0].node <= first+step.Node; h.setups = h.setups[1:] {
			s := h.setups[0]
			for q := range s.points.Points() {
				x, y := q.XY()
				if x < r.Size.Cols && y < r.Size.Rows && b.At(position.At(x, y)) == s.color && !changed[x][y] {
					report(sgfread.Problem{Code: sgfread.IdleSetup, Offset: s.offset, Detail: q.String()})
					break
				}
			}
		}
		return true
	})
}
