package match

import (
	"sort"

	"kifudb/position"
	"kifudb/store"
	"kifudb/store/columns"
)

// A aftermath is what became of a decided candidate.
type aftermath struct {
	move   int             // the move number at which it came up
	stood  int             // moves that it stood, if that is known
	next   position.Change // the first stone put into the region afterwards; Empty if there is none
	node   int             // at which it was put
	tenuki bool            // moves were played elsewhere before
}

// fromIndex asks the pattern index, which knows of most games. If every
// occurrence is wanted, it does not know where there may be another.
func (p *patternPlan) fromIndex(index *columns.Index, c columns.Candidate, every bool) (aftermath, bool) {
	s, known := index.Sequel(c, &p.images[c.Image])
	if !known || every && s.Again {
		return aftermath{}, false
	}
	// In such games nodes are numbered as moves.
	after := aftermath{move: c.Node, stood: s.Stood}
	if s.NextNode > 0 {
		after.next, after.node, after.tenuki = s.Next, s.NextNode, s.NextNode > c.Node+1
	}
	return after, true
}

// A line is the main line of a game as fromLine needs it.
type line struct {
	segment *store.Segment
	local   int
	nodes   []lineNode
	stones  []lineStone
	first   []int32 // by point, the first stone put there, counted from 1
}

// A lineStone is a stone of a line.
type lineStone struct {
	position.Change
	next int32 // the next one put on the same point, counted from 1; 0 for none
}

// A lineNode is a node of a line.
type lineNode struct {
	moves  int32 // up to it
	stones int32 // put by the nodes above
	moved  bool  // it has a move
}

// read reads the main line of a game without executing it, unless it was read
// last.
func (l *line) read(s *store.Segment, local int) error {
	if l.segment == s && l.local == local {
		return nil
	}
	script, err := s.Script(local)
	if err != nil {
		return err
	}
	l.segment, l.local = s, local
	if l.first == nil {
		l.first = make([]int32, position.Pass)
	}
	for i := range l.stones {
		l.first[l.stones[i].Point] = 0
	}
	l.nodes, l.stones = l.nodes[:0], l.stones[:0]
	moves := int32(0)
	for w := range script.MainLine() {
		word := position.Word(w)
		if word.StartsNode() {
			l.nodes = append(l.nodes, lineNode{moves: moves, stones: int32(len(l.stones))})
		}
		if len(l.nodes) == 0 { // a script from no builder: the word has no node
			continue
		}
		if node := &l.nodes[len(l.nodes)-1]; word.IsMove() {
			moves++
			node.moves, node.moved = moves, true
		}
		if stone := word.Stone(); stone.Point != position.Pass {
			l.stones = append(l.stones, lineStone{Change: stone})
		}
	}
	for i := len(l.stones) - 1; i >= 0; i-- {
		stone := &l.stones[i]
		stone.next, l.first[stone.Point] = l.first[stone.Point], int32(i+1)
	}
	return nil
}

// stoneOn returns the first stone of those from a number on that is put into
// the region of an image at an anchor, or the number of all stones.
func (l *line) stoneOn(image *position.Image, anchor position.Point, from int) int {
	if len(image.Cells) > fewCells {
		for i := from; i < len(l.stones); i++ {
			if covers(image, anchor, l.stones[i].Point) {
				return i
			}
		}
		return len(l.stones)
	}
	best := len(l.stones)
	for cell, admits := range image.Cells {
		if admits == position.Outside {
			continue
		}
		p := position.At(anchor.X()+cell%image.Cols, anchor.Y()+cell/image.Cols)
		i := int(l.first[p])
		for i > 0 && i <= from {
			i = int(l.stones[i-1].next)
		}
		if i > 0 {
			best = min(best, i-1)
		}
	}
	return best
}

// fewCells is how large a region may be for its points to be looked at, rather
// than the stones of the game until one is in it.
const fewCells = 25

// fromLine looks for the first stone in the main line, which takes a tenth of
// the time of a replay but does not tell how long the pattern stood.
func (p *patternPlan) fromLine(l *line, c columns.Candidate) aftermath {
	if c.Node >= len(l.nodes) {
		return aftermath{}
	}
	image := &p.images[c.Image]
	after := aftermath{move: int(l.nodes[c.Node].moves)}
	node := c.Node + 1
	if node == len(l.nodes) {
		return after
	}
	i := l.stoneOn(image, c.Anchor, int(l.nodes[node].stones))
	if i == len(l.stones) {
		return after
	}
	// Its node is the last one with no more stones above.
	node += sort.Search(len(l.nodes)-node-1, func(k int) bool { return int(l.nodes[node+1+k].stones) > i })
	elsewhere := int(l.nodes[node].moves) - after.move
	if l.nodes[node].moved {
		elsewhere--
	}
	after.next, after.node, after.tenuki = l.stones[i].Change, node, elsewhere > 0
	return after
}

// covers reports whether a point of the board belongs to the region of an
// image at an anchor.
func covers(image *position.Image, anchor, p position.Point) bool {
	x, y := p.X()-anchor.X(), p.Y()-anchor.Y()
	return x >= 0 && y >= 0 && x < image.Cols && y < image.Rows && image.Cells[y*image.Cols+x] != position.Outside
}

// reply tells how a decided candidate counts. It reports false if the candidate
// is not at the moves, or not before the player, that are asked for.
func (f *patternFilter) reply(p *patternPlan, c columns.Candidate, after aftermath) (HitReply, bool) {
	if !f.board.Moves.Contains(after.move) || !f.board.Stood.Contains(after.stood) {
		return HitReply{}, false
	}
	image := &p.images[c.Image]
	one := HitReply{Order: orderOf(c.Node, image, c.Anchor), Hit: true, Swapped: image.Swapped}
	if after.next.Color == position.Empty {
		return one, f.board.Next == position.Empty
	}
	if f.board.Next != position.Empty && !p.swaps && (after.next.Color == f.board.Next) == image.Swapped {
		return HitReply{}, false
	}
	one.Replied, one.Played, one.Move, one.Tenuki = true, int32(after.node), p.reply(c.Image, c.Anchor, after.next), after.tenuki
	return one, true
}

// hit makes the hit of a decided candidate, unless reply says that it is none.
func (f *patternFilter) hit(p *patternPlan, c columns.Candidate, after aftermath) (Hit, bool) {
	if !f.board.Moves.Contains(after.move) || !f.board.Stood.Contains(after.stood) {
		return Hit{}, false
	}
	image := &p.images[c.Image]
	place := &Place{Term: f.figures.Term, Anchor: c.Anchor, Symmetry: image.Symmetry, Swapped: image.Swapped, Stood: after.stood}
	hit := Hit{Node: c.Node, MoveNumber: after.move, Board: place}
	if after.next.Color == position.Empty {
		return hit, f.board.Next == position.Empty
	}
	back := image.Back(c.Anchor, after.next)
	if f.board.Next != position.Empty && back.Color != f.board.Next && !p.swaps {
		return Hit{}, false
	}
	folded := p.folding.Fold(back)
	place.Next = []Reply{{Move: position.Move{Color: folded.Color, Point: folded.Point}, Tenuki: after.tenuki, Node: after.node}}
	return hit, true
}
