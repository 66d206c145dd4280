package study

import (
	"slices"

	"kifudb/game"
	"kifudb/position"
	"kifudb/search/match"
	"kifudb/store"
)

// replay counts the lines of a game whose moves are not stones on points: as they
// were played, each from the position before. Those below an image are turned back, and
// of those that mean the same since the asked position is its own image, one stands for
// all: positions are those of that line.
func (w *walker) replay(g *store.Segment, local int, hits []match.Hit) error {
	script, err := g.Script(local)
	if err != nil {
		return err
	}
	w.setup = script.AppendSetupNodes(w.setup[:0])
	for i := range hits {
		if hits[i].Board == nil {
			continue
		}
		if err := w.replayHit(func(visit func(*game.Step) bool) error { return match.Replay(g, local, visit) }, &hits[i]); err != nil {
			return err
		}
	}
	return nil
}

// A replayedNode is a node of a game below a hit.
type replayedNode struct {
	walked
	position game.Position // as asked; nil if nobody wants to know
}

// A replaying goes through the nodes of a game until visit wants no more.
type replaying func(visit func(*game.Step) bool) error

func (w *walker) replayHit(nodes replaying, hit *match.Hit) error {
	image, ok := w.shape.imageOf(hit.Board)
	if !ok {
		return nil
	}
	below := map[int]*replayedNode{} // by node
	var order []*replayedNode
	err := nodes(func(step *game.Step) bool {
		if w.shape.board.MainLine && !step.MainLine {
			return false
		}
		var here *replayedNode
		if step.Node == hit.Node {
			here = &replayedNode{walked: walked{turns: w.shape.all()}}
			if w.state.tree.Merge {
				here.position = w.shape.asked.Position.Clone()
			}
			w.count(step.Node, 0, 0, hit.Board.Swapped)
		} else if from := below[step.Parent]; from != nil && !from.over {
			here = w.replayStep(from, step, &image)
			from.goes = from.goes || !here.stopped
		}
		if here != nil {
			below[step.Node] = here
			order = append(order, here)
		}
		return true
	})
	for _, n := range order {
		if !n.goes && !n.over {
			w.state.nodes[n.at].ends++
		}
	}
	return err
}

// replayStep takes in a node below another.
func (w *walker) replayStep(from *replayedNode, step *game.Step, image *game.Image) *replayedNode {
	if _, odd := slices.BinarySearch(w.setup, int32(step.Node)); odd || step.Moved && !step.Done {
		return &replayedNode{walked: walked{at: from.at, over: true, stopped: true}}
	}
	if !step.Moved {
		same := *from
		same.goes = false
		return &same
	}
	m, by := w.shape.fold(from.turns, asAsked(step.Move, image))
	to := &replayedNode{walked: walked{turns: by}}
	content := ""
	if w.state.tree.Merge {
		to.position = from.position.Clone()
		if mover, ok := to.position.(game.Mover); ok {
			if _, done := mover.Play(position.Point(m.cell)); !done {
				return &replayedNode{walked: walked{at: from.at, over: true, stopped: true}}
			}
		}
		content = string(rune(w.state.nodes[from.at].depth+1)) + subjectOf(to.position)
	}
	var ok bool
	if to.at, ok = w.state.follow(from.at, m, content, 0); !ok {
		return &replayedNode{walked: walked{at: from.at, over: true}}
	}
	w.count(step.Node, to.at, by.lowest(), image.Swapped)
	to.over = int(w.state.nodes[to.at].depth) >= w.state.depth
	return to
}

// asAsked returns a move in an image as it is in the asked position.
func asAsked(m position.Move, image *game.Image) stone {
	s := stone{int(image.Back(m.Point)), m.Color}
	if image.Swapped {
		s.color = s.color.Opponent()
	}
	return s
}

// subjectOf returns the text by which a position is told from others, each image by
// itself.
func subjectOf(p game.Position) string {
	if _, ok := p.(game.Symmetric); ok {
		return p.Text()
	}
	return p.Subject()
}

// form returns the text that stands for a position and its images under the symmetries
// of the asked one, given the place where that came up before, and the elements that make
// that form.
func (s *shape) form(p game.Imager, hit *match.Place) (text string, by turns) {
	for n := range s.group {
		e := &s.group[n]
		symmetry, swapped := hit.Symmetry.Inverse().Then(e.symmetry), hit.Swapped != e.swapped
		image := p.(game.Position)
		if symmetry != position.Identity || swapped {
			image = p.Image(symmetry, swapped)
		}
		switch one := subjectOf(image); {
		case by == 0 || one < text:
			text, by = one, 1<<n
		case one == text:
			by |= 1 << n
		}
	}
	return text, by
}

// imageOf returns the image of the asked position that a hit is.
func (s *shape) imageOf(p *match.Place) (game.Image, bool) {
	for _, image := range s.images {
		if image.Symmetry == p.Symmetry && image.Swapped == p.Swapped {
			return image, true
		}
	}
	return game.Image{}, false
}
