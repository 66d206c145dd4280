package bench

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"kifudb/position"
	"kifudb/search/match"
)

// A question is a query together with the scan's own way to answer it.
type question struct {
	kind  string // "text", "facts", "position", "corner", …
	query string
	games bool // compare games only, not the places in them
	ask   func(r *record) []finding
}

// plays reports whether the question is about the board.
func (q question) plays() bool {
	return strings.Contains(q.query, "pos:") || strings.Contains(q.query, "pat:") || strings.HasPrefix(q.query, "moves:")
}

// A finding is a place that the scan found in a record: a node, and how a
// position or pattern lies there and goes on.
type finding struct {
	node  int
	place string
}

// found is what is found in a game as a whole.
var found = []finding{{}}

// hitFinding puts an answer of package search into the scan's words.
func hitFinding(h match.Hit) finding {
	f := finding{node: h.Node}
	if b := h.Board; b != nil {
		f.place = placeText(b.Anchor, int(b.Symmetry), b.Swapped)
		for _, n := range b.Next {
			f.place += replyText(n.Move, n.Tenuki)
		}
	}
	return f
}

func placeText(anchor position.Point, symmetry int, swapped bool) string {
	return fmt.Sprintf("%s symmetry %d swapped %t:", anchor, symmetry, swapped)
}

func replyText(m position.Move, tenuki bool) string {
	text := " " + m.Color.Letter() + "[" + m.Point.String() + "]"
	if tenuki {
		text += "t"
	}
	return text
}

// sorted orders findings, which come in no order that means anything where
// they share a node.
func sorted(list []finding) []finding {
	slices.SortFunc(list, func(a, b finding) int {
		if a.node != b.node {
			return a.node - b.node
		}
		return strings.Compare(a.place, b.place)
	})
	return list
}

// word asks for a word, or a phrase if there are several, in properties; those
// at nodes are found there.
func word(field, text string, idents ...string) question {
	q := question{kind: "text", query: field + text}
	wanted := fold(text)
	if strings.ContainsFunc(text, unicode.IsSpace) {
		q.query = field + quote(text)
	}
	if strings.ContainsFunc(text, isIdeograph) {
		wanted = strings.TrimSpace(wanted) // a part of a longer one
	}
	q.ask = func(r *record) []finding {
		game := false
		var nodes []finding
		for _, text := range r.texts(idents...) {
			if strings.Contains(fold(text), wanted) {
				game = true
			}
		}
		for node, text := range r.texts(commentsOf(idents)...) {
			f := finding{node: node}
			if strings.Contains(fold(text), wanted) && !slices.Contains(nodes, f) {
				nodes = append(nodes, f)
			}
		}
		switch {
		case len(nodes) > 0:
			return nodes
		case game:
			return found
		}
		return nil
	}
	return q
}

// commentsOf returns those of some properties that are comments at nodes.
func commentsOf(idents []string) []string {
	var list []string
	for _, ident := range idents {
		if ident == "C" || ident == "N" {
			list = append(list, ident)
		}
	}
	return list
}

func quote(text string) string { return `"` + strings.ReplaceAll(text, `"`, `\"`) + `"` }

// fold writes a text so that words can be compared as strings: small letters
// without accents, one space around each word. Characters of languages that
// write no spaces are not parted.
func fold(s string) string {
	var b strings.Builder
	b.WriteByte(' ')
	space := true
	ideographs := false
	for _, c := range norm.NFD.String(strings.ToLower(norm.NFKC.String(s))) {
		if unicode.Is(unicode.Mn, c) || c == '\'' || c == '’' {
			continue
		}
		ideograph := isIdeograph(c)
		letter := unicode.IsLetter(c) || unicode.IsNumber(c)
		if !space && (!letter || ideograph != ideographs) {
			b.WriteByte(' ')
			space = true
		}
		if letter {
			b.WriteRune(c)
			space, ideographs = false, ideograph
		}
	}
	if !space {
		b.WriteByte(' ')
	}
	return b.String()
}

func isIdeograph(c rune) bool {
	return c == 'ー' || c == '々' || unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// fact asks something of a record as a whole.
func fact(text string, test func(r *record) bool) question {
	return question{kind: "facts", query: text, ask: func(r *record) []finding {
		if test(r) {
			return found
		}
		return nil
	}}
}

// options are those of board terms.
type options struct {
	game     int // SGF's number if it is not Go
	from, to int // window of move numbers, 0 for none
	next     position.Color
	swaps    bool
	fixed    bool // not turned
	mainLine bool
}

func (o options) String() string {
	var b strings.Builder
	switch {
	case o.from > 0 && o.to > 0:
		fmt.Fprintf(&b, " move:%d..%d", o.from, o.to)
	case o.to > 0:
		fmt.Fprintf(&b, " move:<=%d", o.to)
	case o.from > 0:
		fmt.Fprintf(&b, " move:>=%d", o.from)
	}
	if o.next != position.Empty {
		fmt.Fprintf(&b, " next:%s", o.next.Letter())
	}
	if o.swaps {
		b.WriteString(" colors:either")
	}
	if o.fixed {
		b.WriteString(" symmetry:off")
	}
	if o.mainLine {
		b.WriteString(" variations:off")
	}
	if o.game > inGo {
		fmt.Fprintf(&b, " game:%d", o.game)
	}
	return b.String()
}

func (o options) holds(moveNumber int) bool {
	return moveNumber >= o.from && (o.to == 0 || moveNumber <= o.to)
}

// whole asks for a position: at the root or at a node that changes the board,
// the board is one of the images.
func whole(text string, size position.Size, cells string, o options) question {
	g := region{cols: size.Cols, rows: size.Rows, cells: cells, anchors: []position.Point{0}}
	images, itself := g.images(size, !o.fixed, o.swaps)
	anyColor := slices.ContainsFunc(itself, func(m region) bool { return m.swapped })
	q := question{kind: "position", query: "pos:" + quote(text) + o.String()}
	q.ask = func(r *record) []finding {
		if r.game != max(o.game, inGo) || r.size != size {
			return nil
		}
		type hit struct {
			node   int
			image  *region
			toPlay position.Color
		}
		var hits []hit
		r.play()
		for node, b := range r.boards {
			s := &r.steps[node]
			if o.mainLine && !s.mainLine {
				break
			}
			if node > 0 && len(s.changed) == 0 || !o.holds(s.moveNumber) {
				continue
			}
			for i := range images {
				if images[i].lies(b, 0) {
					hits = append(hits, hit{node, &images[i], b.ToPlay()})
					break
				}
			}
		}
		var list []finding
		for _, h := range hits {
			f := finding{h.node, placeText(0, h.image.symmetry, h.image.swapped)}
			moved, right := false, false
			for s := range after(r.steps, h.node, o.mainLine, func(s *step) bool { return !s.moved && len(s.changed) == 0 }) {
				if !s.moved {
					continue
				}
				moved = true
				c := position.Change{Point: position.Pass, Color: s.move.Color}
				if cell, ok := h.image.covers(0, s.move.Point); ok {
					c = g.fold(g.back(h.image, cell, s.move.Color), itself)
				} else {
					if h.image.swapped {
						c.Color = c.Color.Opponent()
					}
					if anyColor {
						c.Color = position.Black
					}
				}
				unfolded := s.move.Color
				if h.image.swapped {
					unfolded = unfolded.Opponent()
				}
				right = right || anyColor || unfolded == o.next
				f.place += replyText(position.Move{Point: c.Point, Color: c.Color}, false)
			}
			if !moved {
				next := h.toPlay
				if h.image.swapped {
					next = next.Opponent()
				}
				right = anyColor || next == o.next
			}
			if o.next == position.Empty || right {
				list = append(list, f)
			}
		}
		return list
	}
	return q
}

// after yields the nodes below a node, each line as far as the nodes before
// are such that the line goes on.
func after(steps []step, from int, mainLine bool, goesOn func(*step) bool) iter.Seq[*step] {
	return func(yield func(*step) bool) {
		var open []int // nodes to come, the next one last
		push := func(node int) {
			for _, child := range slices.Backward(steps[node].children) {
				if !mainLine || steps[child].mainLine {
					open = append(open, child)
				}
			}
		}
		for push(from); len(open) > 0; {
			node := open[len(open)-1]
			open = open[:len(open)-1]
			if !yield(&steps[node]) {
				return
			}
			if goesOn(&steps[node]) {
				push(node)
			}
		}
	}
}

// shape asks for a pattern: the first node of each line at which an image lies
// at an anchor, and the first stone put into it afterwards on each line.
func shape(kind, place string, g region, o options) question {
	text := g.text(place)
	q := question{kind: kind, query: "pat:" + quote(text) + o.String()}
	type plan struct {
		images, itself []region
		anyColor       bool
		at             [][][2]int // by point: the images and anchors that cover it
	}
	plans := map[position.Size]*plan{}
	planOf := func(size position.Size) *plan {
		if p := plans[size]; p != nil {
			return p
		}
		p := &plan{at: make([][][2]int, size.Area())}
		base := g
		base.anchors = anchorsOf(place, size, g.cols, g.rows)
		if len(base.anchors) > 0 {
			p.images, p.itself = base.images(size, !o.fixed, o.swaps)
		}
		p.anyColor = slices.ContainsFunc(p.itself, func(m region) bool { return m.swapped })
		for i := range p.images {
			for a, anchor := range p.images[i].anchors {
				for j := range p.images[i].cells {
					q := position.At(anchor.X()+j%p.images[i].cols, anchor.Y()+j/p.images[i].cols)
					p.at[size.Index(q)] = append(p.at[size.Index(q)], [2]int{i, a})
				}
			}
		}
		plans[size] = p
		return p
	}
	q.ask = func(r *record) []finding {
		if r.game != max(o.game, inGo) {
			return nil
		}
		p := planOf(r.size)
		if len(p.images) == 0 {
			return nil
		}
		type hit struct {
			node   int
			image  *region
			anchor position.Point
		}
		var hits []hit
		met := map[[2]int][]int{} // where an image at an anchor was met
		r.play()
		for node, b := range r.boards {
			s := &r.steps[node]
			if o.mainLine && !s.mainLine {
				break
			}
			try := func(ia [2]int) {
				m := &p.images[ia[0]]
				anchor := m.anchors[ia[1]]
				if !m.lies(b, anchor) {
					return
				}
				for at := s.parent; at >= 0 && len(met[ia]) > 0; at = r.steps[at].parent {
					if slices.Contains(met[ia], at) {
						return
					}
				}
				if slices.Contains(met[ia], node) {
					return
				}
				met[ia] = append(met[ia], node)
				if o.holds(s.moveNumber) {
					hits = append(hits, hit{node, m, anchor})
				}
			}
			if node == 0 {
				for i := range p.images {
					for a := range p.images[i].anchors {
						try([2]int{i, a})
					}
				}
				continue
			}
			for _, q := range s.changed {
				for _, ia := range p.at[r.size.Index(q)] {
					try(ia)
				}
			}
		}
		inside := func(h *hit, s *step) (position.Change, bool) {
			for _, c := range s.placed {
				if c.Color == position.Empty {
					continue
				}
				if cell, ok := h.image.covers(h.anchor, c.Point); ok {
					return g.back(h.image, cell, c.Color), true
				}
			}
			return position.Change{}, false
		}
		var list []finding
		for i := range hits {
			h := &hits[i]
			f := finding{h.node, placeText(h.anchor, h.image.symmetry, h.image.swapped)}
			right := o.next == position.Empty
			for s := range after(r.steps, h.node, o.mainLine, func(s *step) bool { _, ok := inside(h, s); return !ok }) {
				c, ok := inside(h, s)
				if !ok || o.next != position.Empty && c.Color != o.next && !p.anyColor {
					continue
				}
				right = true
				elsewhere := s.moveNumber - r.steps[h.node].moveNumber
				if s.moved {
					elsewhere--
				}
				c = g.fold(c, p.itself)
				f.place += replyText(position.Move{Point: c.Point, Color: c.Color}, elsewhere > 0)
			}
			if right {
				list = append(list, f)
			}
		}
		return list
	}
	return q
}

// both asks that two questions hold; places are not compared.
func both(a, b question) question {
	return question{kind: "combined", query: a.query + " " + b.query, games: true, ask: func(r *record) []finding {
		if a.ask(r) != nil && b.ask(r) != nil {
			return found
		}
		return nil
	}}
}
