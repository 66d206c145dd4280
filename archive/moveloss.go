package archive

import (
	"slices"

	registry "kifudb/game"
	"kifudb/game/estimate"
	"kifudb/store"
)

// A MoveLoss is what the player of a move lost by it, as an engine's values before and after it
// say, and whether the engine would have made it.
type MoveLoss struct {
	Points   *float64 `json:"points,omitempty" doc:"What the player lost by the move, in the engine's unit: points in Go, pawns in chess. Negative if the engine liked the move better than it had expected. Missing if unknown."`
	Percent  *float64 `json:"percent,omitempty" doc:"The same in percent of the chance to win. Missing if unknown."`
	Accuracy *float64 `json:"accuracy,omitempty" doc:"How accurate the move was, from 0 to 100, by Lichess's formula of the percent lost. Missing if these are unknown."`
	Class    string   `json:"class,omitempty" enum:"inaccuracy,mistake,blunder" doc:"How bad the move was: inaccuracy (it lost 5 percent or more), mistake (10) or blunder (15). Where only points are known: 3, 6 and 12 points. Missing if it lost less, or if that is unknown."`
	Choice   string   `json:"choice,omitempty" enum:"first,other" doc:"Whether the engine would have made the move: first if it is the engine's first choice, other if another is. Missing if unknown."`
	Best     string   `json:"best,omitempty" doc:"The engine's first choice, as the record has it. Missing if unknown, or if it was made."`
}

func newMoveLoss(g *estimate.Grade) *MoveLoss {
	l := &MoveLoss{Points: hundredths(g.Points), Percent: hundredths(g.Percent)}
	if x, known := g.Accuracy(); known {
		l.Accuracy = hundredths(estimate.Loss{Value: x, Known: true})
	}
	class, _ := g.Class()
	l.Class = class.String()
	switch g.Choice {
	case estimate.FirstChoice:
		l.Choice = "first"
	case estimate.OtherMove:
		l.Choice = "other"
	}
	return l
}

func hundredths(l estimate.Loss) *float64 {
	if !l.Known {
		return nil
	}
	x := float64(l.Value) / 100
	return &x
}

// isUngraded reports whether an earlier version added the games of a segment, which did not compute what moves
// lost. All games of a segment are derived by the same version.
func isUngraded(g *store.Segment) bool {
	live := g.Live()
	return !live.IsEmpty() && g.Facts(int(live.Minimum())).Flags&store.LossesRead == 0
}

// Ungraded reports whether the game has evaluations, but it is not known what the moves lost, as an earlier
// version added it.
func (g *Game) Ungraded() bool {
	return isUngraded(g.segment) && g.segment.Facts(g.local).Flags&store.HasValues != 0
}

// Ungraded returns how many records of a game have evaluations of which it is not known what the moves lost, as
// an earlier version added them.
func (vs *Views) Ungraded(kind registry.Game) (games int) {
	for _, v := range vs.list {
		for _, g := range v.snapshot.Segments() {
			if !isUngraded(g) {
				continue
			}
			for it := g.Live().Iterator(); it.HasNext(); {
				if f := g.Facts(int(it.Next())); f.Flags&store.HasValues != 0 && int(f.Game) == kind.About().Number {
					games++
				}
			}
		}
	}
	return games
}

// NoteUngraded says of how many records of a game it is not known what the moves lost.
func (vs *Views) NoteUngraded(n *Notices, kind registry.Game) {
	if games := vs.Ungraded(kind); games > 0 {
		n.Say(NoticeEvaluated, "what moves lost is not known of games with evaluations that an earlier version added (%d); rebuilding the archive finds it out", games)
	}
}

// Losses returns what the moves of the game lost, by the numbers of their nodes; none if no engine's
// values say so.
func (g *Game) Losses() (map[int]*MoveLoss, error) {
	if !slices.ContainsFunc(g.segment.Info(g.local), func(v store.Value) bool { return v.Ident == estimate.GradesIdent }) {
		return nil, nil
	}
	tree, err := g.Tree(0, 0)
	if err != nil {
		return nil, err
	}
	losses := map[int]*MoveLoss{}
	for _, n := range tree.Nodes {
		if n.Loss != nil {
			losses[n.Node] = n.Loss
		}
	}
	return losses, nil
}

// lost notes what the moves of nodes lost. The nodes follow each other; what an engine would have
// made in place of a move is known if the node above is among them.
func (g *Game) lost(nodes []RecordNode) {
	first := nodes[0].Node
	for _, v := range g.segment.Info(g.local) {
		if v.Ident != estimate.GradesIdent {
			continue
		}
		for grade := range estimate.Grades(v.Text).All() {
			i := grade.Node - first
			if i >= len(nodes) {
				break
			}
			if i < 0 {
				continue
			}
			n := &nodes[i]
			n.Loss = newMoveLoss(&grade)
			if n.Loss.Choice != "other" {
				continue
			}
			before := n.Estimate
			if above := n.Parent - first; above >= 0 && nodes[above].Estimate != nil && !nodes[above].Estimate.Before {
				before = nodes[above].Estimate
			}
			if before != nil && len(before.Best) > 0 {
				n.Loss.Best = before.Best[0]
			}
		}
	}
}

// withParents returns nodes that follow each other with those before them, from the earliest
// of their parents on, and how many these are.
func withParents(nodes []RecordNode) (all []RecordNode, before int) {
	first := nodes[0].Node
	for i := range nodes {
		if p := nodes[i].Parent; p >= 0 {
			first = min(first, p)
		}
	}
	if before = nodes[0].Node - first; before == 0 {
		return nodes, 0
	}
	all = make([]RecordNode, before, before+len(nodes))
	for i := range all {
		all[i].Node, all[i].Parent = first+i, -1
	}
	return append(all, nodes...), before
}
