package match

import (
	"slices"

	"kifudb/game"
	"kifudb/position"
	"kifudb/query"
	"kifudb/store"
)

// replayedPattern is a pattern that is sought in games that the registry replays, whose
// discs do not stay as they were put: every position of every candidate is looked at. A
// hit is the first node on its path after which an image lies at an anchor, as it is
// for the games of stones; see position.Hit.
type replayedPattern struct {
	board *query.Board
	asked query.Asked
	game  uint8 // SGF's number
	term  string
	plans map[position.Size]*turnedPlan
}

// A turnedPlan is what a pattern comes to on boards of one size.
type turnedPlan struct {
	images  []position.Image
	folding position.Folding
	places  []turnedPlace
}

// A turnedPlace is where an image may lie.
type turnedPlace struct {
	image  int
	anchor position.Point
}

func newReplayedPattern(b *query.Board, asked query.Asked) *replayedPattern {
	return &replayedPattern{board: b, asked: asked, game: uint8(asked.Game.About().Number), term: query.Print(b)}
}

// indexed is never asked for: no key tells where a pattern may come up.
func (p *replayedPattern) indexed() position.Key { return 0 }

// unindexed says so.
func (*replayedPattern) unindexed() bool { return true }

func (p *replayedPattern) searcher() positionSearcher {
	own := *p
	own.plans = make(map[position.Size]*turnedPlan)
	return &own
}

// plan returns the plan for boards of a size.
func (p *replayedPattern) plan(size position.Size) *turnedPlan {
	plan := p.plans[size]
	if plan == nil {
		options := position.ImageOptions{NoSymmetry: p.board.Symmetry == "off", SwapColors: p.board.SwapColors}
		plan = &turnedPlan{}
		plan.images, plan.folding = p.asked.Pattern.ImagesFolded(size, options)
		for i := range plan.images {
			m := &plan.images[i]
			for y := m.Top; y <= m.Bottom; y++ {
				for x := m.Left; x <= m.Right; x++ {
					plan.places = append(plan.places, turnedPlace{i, position.At(x, y)})
				}
			}
		}
		p.plans[size] = plan
	}
	return plan
}

// fits reports whether an image lies on the board at an anchor.
func fits(m *position.Image, laid game.Laid, anchor position.Point) bool {
	for i, cell := range m.Cells {
		if !cell.Admits(laid.At(position.At(anchor.X()+i%m.Cols, anchor.Y()+i/m.Cols))) {
			return false
		}
	}
	return true
}

// A turnedNode is what is known at a node of a game.
type turnedNode struct {
	lies  placeSet // places at which the pattern lies
	came  placeSet // places at which it has lain on the path
	waits []waiting
}

// A waiting is a hit whose continuation is awaited.
type waiting struct {
	hit, image int
	elsewhere  bool // moves were made outside of its region
}

// placeSet is a set of the places of a plan, one bit each.
type placeSet []uint64

func (s placeSet) has(i int) bool { return len(s) > 0 && s[i/64]>>(i%64)&1 != 0 }

func (p *replayedPattern) find(s *store.Segment, local int, k Keep) ([]Hit, error) {
	facts := s.Facts(local)
	if facts.Game != p.game {
		return nil, nil
	}
	plan := p.plan(facts.Size)
	if len(plan.places) == 0 {
		return nil, nil
	}
	var hits []Hit
	var nodes []*turnedNode
	next := p.board.Next
	err := Replay(s, local, func(step *game.Step) bool {
		if p.board.MainLine && !step.MainLine {
			return false
		}
		above := &turnedNode{}
		if step.Parent >= 0 {
			above = nodes[step.Parent]
		}
		n := &turnedNode{lies: above.lies, came: above.came}
		nodes = append(nodes, n)
		if step.Moved && step.Done {
			n.waits = p.reply(plan, hits, above.waits, step)
		} else {
			n.waits = above.waits
		}
		if step.Parent >= 0 && above.lies != nil && step.Before != nil && step.Position.Equal(step.Before) {
			return true
		}
		hits = p.look(plan, step, above, n, hits)
		return k != KeepNone || next != position.Empty || len(hits) == 0
	})
	if err != nil || next == position.Empty {
		return hits, err
	}
	return slices.DeleteFunc(hits, func(h Hit) bool { return len(h.Board.Next) == 0 }), nil
}

// look notes where the pattern lies after a node, and adds the hits that this makes.
func (p *replayedPattern) look(plan *turnedPlan, step *game.Step, above, n *turnedNode, hits []Hit) []Hit {
	words := (len(plan.places) + 63) / 64
	laid := step.Position.(game.Laid)
	n.lies = make(placeSet, words)
	for i, place := range plan.places {
		image := &plan.images[place.image]
		if !fits(image, laid, place.anchor) {
			continue
		}
		n.lies[i/64] |= 1 << (i % 64)
		if above.lies.has(i) || above.came.has(i) && !p.board.Every {
			continue
		}
		if !n.came.has(i) {
			came := make(placeSet, words)
			copy(came, n.came)
			came[i/64] |= 1 << (i % 64)
			n.came = came
		}
		if !p.board.Moves.Contains(step.MoveNumber) {
			continue
		}
		n.waits = append(n.waits[:len(n.waits):len(n.waits)], waiting{len(hits), place.image, false})
		hits = append(hits, Hit{Node: step.Node, MoveNumber: step.MoveNumber, Board: &Place{
			Term: p.term, Anchor: place.anchor, Symmetry: image.Symmetry, Swapped: image.Swapped,
		}})
	}
	return hits
}

// reply gives a move to the hits that wait for one in their region, and returns those that
// go on waiting. A move outside of it may turn discs inside: what was played there next
// is still the answer.
func (p *replayedPattern) reply(plan *turnedPlan, hits []Hit, waits []waiting, step *game.Step) []waiting {
	var left []waiting
	for _, w := range waits {
		place := hits[w.hit].Board
		image := &plan.images[w.image]
		x, y := step.Move.Point.X()-place.Anchor.X(), step.Move.Point.Y()-place.Anchor.Y()
		if x < 0 || y < 0 || x >= image.Cols || y >= image.Rows || image.Cells[y*image.Cols+x] == position.Outside {
			left = append(left, waiting{w.hit, w.image, true})
			continue
		}
		c := plan.folding.Fold(image.Back(place.Anchor, position.Change{Point: step.Move.Point, Color: step.Move.Color}))
		if p.board.Next == position.Empty || c.Color == p.board.Next {
			place.Next = append(place.Next, Reply{Move: position.Move{Color: c.Color, Point: c.Point}, Tenuki: w.elsewhere, Node: step.Node})
		}
	}
	return left
}
