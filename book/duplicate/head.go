package duplicate

import "kifudb/position"

// Games of the same players and day are mostly different ones, which the stones of their
// first moves tell. So before two lines are read and turned into canonical ones to be compared, what is read
// are their heads, as they were played: [Compare] finds nothing in lines whose heads have fewer
// than minShared words in common, however they are turned.

// A lineHead is what a line begins with, as it was played.
type lineHead struct {
	words [sampled]uint16
	read  bool
	// usable says that the canonical line begins with an image of these words. It
	// may not if the line is shorter, or if they end amid stones that were set up.
	usable bool
}

// headWords is how many words of a script are read for a head: more than sampled, as
// there are some that are not of the line.
const headWords = sampled + 20

// readHead reads the head of a game's line.
func (r *lineReader) readHead(g *game, h *lineHead) error {
	script, _, err := g.segment.ScriptHead(&r.script, g.local, headWords)
	if err != nil {
		return err
	}
	r.line = script.SequenceIn(r.line)
	h.read, h.usable = true, isHead(r.line, g.facts.Size)
	copy(h.words[:], r.line)
	return nil
}

// isHead reports whether the first words of what a line begins with are those of the whole line, and
// their images those of its images.
func isHead(q position.Sequence, size position.Size) bool {
	if len(q) <= sampled { // the next one may belong to the same setup
		return false
	}
	if _, played := q.At(sampled); !played {
		return false
	}
	first, _ := q.At(0)
	colors := false // there are moves of both, so that it is known which are stones of a handicap
	for i := range sampled {
		m, played := q.At(i)
		if m.Point != position.Pass && !size.Contains(m.Point) {
			return false
		}
		colors = colors || played && m.Color != first.Color
	}
	return colors
}

// apart reports whether the heads of two games show that they are not one.
func (g *group) apart(x, y int) (bool, error) {
	a, b := g.game(x), g.game(y)
	if !a.stones || a.line.Head == b.line.Head && a.line.Head != 0 {
		return false, nil
	}
	for _, i := range [...]int{x, y} {
		if h := &g.heads[i]; !h.read {
			if err := g.reader.readHead(g.game(i), h); err != nil {
				return false, err
			}
		}
		if !g.heads[i].usable {
			return false, nil
		}
	}
	if g.laid != x && g.laid != y {
		g.laid = x
		if _, ok := g.came[b.id]; ok { // it meets more of them
			g.laid = y
		}
		g.under.Lay(g.heads[g.laid].words[:], a.facts.Size)
	}
	other := x + y - g.laid
	_, words := g.under.Overlay(g.heads[other].words[:])
	if g.laid == y { // the other way round than they are compared
		words += g.under.Repeated()
	}
	return words < minShared, nil
}
