package sgfread

import (
	"bytes"
	"kifudb/sgfread/gameinfo"
	"math"
	"slices"
)

// Check reads a text and returns all its problems: those of its structure, of
// its properties and values, and known faults of the data, by their offsets.
func Check(text []byte, o *Options) []Problem {
	var all []Problem
	p := o.orDefaults()
	p.Problem = func(q Problem) { all = append(all, q) }
	p.Strict = false
	_ = Walk(text, NewChecker(p.Problem), &p) // lenient reading has no errors
	slices.SortStableFunc(all, func(a, b Problem) int {
		return int(min(max(a.Offset-b.Offset, -1), 1))
	})
	return all
}

// A Checker is a Handler that reports what is wrong with properties and
// values. It knows SGF and the habits of programs, but not the rules of Go. It
// may be used for any number of walks, one after the other; checking a record
// costs a few microseconds.
type Checker struct {
	// Game, if not nil, returns the number of the game of a record of which GM is missing or
	// no number, as its root shows; otherwise that is Go.
	Game func(root *Node) int

	// Twice, if not nil, decides whether a text outside ASCII was encoded twice. Likely is
	// what the checker makes of it by itself.
	Twice func(raw []byte, likely bool) bool
	// Strict makes a checker of style report also what FF[4] allows and good records
	// seldom have.
	Strict bool
	// Text, if not nil, converts text to UTF-8, for a checker of style.
	Text func(dst, text []byte) []byte

	report func(Problem)
	style  *style // nil: nobody asks for it

	// Of the current tree:
	root     bool // the next node is the root
	first    bool // the main line goes on
	nodes    int
	ff, game int
	hasFF    bool // known to a checker of style
	size     Size
	facts

	info   bool   // the path has game-info
	levels []bool // info, as it was where the open variations began

	// Where stones were set up: the number of the node. Nodes are counted over
	// all trees for this, so that nothing has to be cleared.
	setup [MaxSize][MaxSize]uint32
	node  uint32
}

// NewChecker returns a checker that reports to a function.
func NewChecker(report func(Problem)) *Checker {
	return &Checker{report: report}
}

// NewStyleChecker returns a checker that also reports what keeps nobody from reading a
// record, but is not as FF[4] demands. It is for the trees of one file, which should be
// of one kind.
func NewStyleChecker(report func(Problem)) *Checker {
	c := NewChecker(report)
	c.style = &style{c: c}
	return c
}

// Open implements Handler.
func (c *Checker) Open(int64) {
	if len(c.levels) == 0 {
		c.root, c.first, c.nodes, c.info = true, true, 0, false
		c.ff, c.game, c.size = 1, 1, Size{19, 19}
		c.facts.reset()
	}
	c.levels = append(c.levels, c.info)
	if c.style != nil {
		c.style.open(len(c.levels) == 1)
	}
}

// Close implements Handler.
func (c *Checker) Close(int64) {
	c.info = c.levels[len(c.levels)-1]
	c.levels = c.levels[:len(c.levels)-1]
	if c.first {
		c.endMainLine()
	}
	c.first = false
	if c.style != nil {
		c.style.close()
	}
}

// Moves implements MoveHandler.
func (c *Checker) Moves(run Run) {
	text := run.Text
	for i := 0; i < len(text) && c.handicap > 0 && c.first; i += run.Stride {
		c.mainMove(text[i+1], text[i+3:i+5])
	}
	if c.style != nil {
		c.style.run(run)
	}
	c.root = false
	c.nodes += run.Len()
	if c.game != 1 || c.size.Cols >= 26 && c.size.Rows >= 26 {
		return
	}
	for i := 0; i < len(text); i += run.Stride {
		if x, y := int(text[i+3]-'a'), int(text[i+4]-'a'); x >= c.size.Cols || y >= c.size.Rows {
			c.move(text[i+3:i+5], run.Offset+int64(i)+3)
		}
	}
}

// Node implements Handler.
func (c *Checker) Node(n *Node) {
	if c.root {
		c.rootNode(n)
	}
	moves, setup, annotation, info := 0, false, Property{}, false
	c.node++
	for i := range n.Len() {
		p := n.Property(i)
		typ := TypeOf(p.Ident())
		for j := range i {
			if q := n.Property(j); q.Ident() == p.Ident() && (p.Ident() != IdentOther || bytes.Equal(p.Name(), q.Name())) {
				c.at(DuplicateProperty, p, p.Name())
				break
			}
			if j == 64 {
				break // enough: a node of many thousand properties must not cost their square
			}
		}
		if typ.Name == "" {
			continue
		}
		c.version(p, typ)
		switch typ.Class {
		case ClassMove:
			switch p.Ident() {
			case IdentB, IdentW:
				if moves++; moves == 2 {
					c.at(TwoMoves, p, nil)
				}
				if c.handicap > 0 && c.first {
					c.mainMove(byte(p.Ident()), p.Value(0))
				}
			case IdentKO, IdentBM, IdentDO, IdentIT, IdentTE:
				annotation = p
			}
		case ClassSetup:
			setup = true
		case ClassRoot:
			if !c.root {
				c.at(RootPropertyInside, p, p.Name())
			}
		case ClassGameInfo:
			info = info || !blank(p.Value(0))
		}
		c.values(p, typ)
	}
	if c.style != nil {
		c.style.node(n)
	}
	switch {
	case moves > 0 && setup:
		c.add(SetupAndMove, n.Offset, nil)
	case moves == 0 && annotation.n != nil:
		c.at(AnnotationWithoutMove, annotation, annotation.Name())
	}
	if info {
		if c.info {
			c.add(GameInfoTwice, n.Offset, nil)
		}
		c.info = true
		if c.root {
			c.endRoot()
		}
	}
	c.root = false
	c.nodes++
}

// Late implements LateHandler: it checks what belongs to a node after all.
func (c *Checker) Late(n *Node) {
	for p := range n.Properties() {
		if typ := TypeOf(p.Ident()); typ.Name != "" && !Played(p.Ident()) {
			c.version(p, typ)
			c.values(p, typ)
		}
	}
}

// rootNode reads the properties that the rest depends on, in any order in the root.
func (c *Checker) rootNode(n *Node) {
	if p, ok := n.Find(IdentFF); ok {
		v, ok := ParseNumber(p.Value(0))
		if c.ff = v; !ok || v < 1 || v > 4 {
			c.ff = 4
			c.at(BadFF, p, p.Value(0))
		}
	}
	if p, ok := n.Find(IdentGM); ok {
		v, ok := ParseNumber(p.Value(0))
		if c.game = v; !ok {
			c.game = c.shown(n)
			c.at(BadGame, p, p.Value(0))
		}
	} else {
		c.game = c.shown(n)
	}
	if p, ok := n.Find(IdentSZ); ok && c.game == 1 {
		size, clean, ok := ParseSize(p.Value(0))
		switch c.size = size; {
		case !ok:
			c.at(BadSize, p, p.Value(0))
		case !clean:
			c.at(UncleanValue, p, p.Value(0))
		}
	}
	if p, ok := n.Find(IdentHA); ok {
		if v, ok := ParseNumber(p.Value(0)); ok && v >= 2 {
			c.handicap, c.handicapAt = v, p.Offset()
		}
	}
}

// shown returns the number of the game that a root shows which has none.
func (c *Checker) shown(root *Node) int {
	if c.Game == nil {
		return 1
	}
	return c.Game(root)
}

// version compares a property with the version of the format. Files without FF
// are hardly ever FF[1], which is the default.
func (c *Checker) version(p Property, typ Type) {
	switch {
	case typ.To < 4 && c.ff == 4:
		c.at(ObsoleteProperty, p, p.Name())
	case c.ff >= 2 && int(typ.From) > c.ff:
		c.at(NewProperty, p, p.Name())
	}
	if p.Flags()&LowerCase != 0 && c.ff == 4 {
		c.at(LongIdentifier, p, p.Name())
	}
}

// values checks the values of a property that the table knows.
func (c *Checker) values(p Property, typ Type) {
	if p.Len() > 1 && !typ.List {
		c.at(TooManyValues, p, p.Name())
	}
	for i := range p.Len() {
		raw := p.Value(i)
		at := p.ValueOffset(i)
		switch {
		case blank(raw):
			if typ.Kind == KindMove && c.ff == 3 && c.game == 1 {
				c.add(UncleanValue, at, raw) // a pass was tt
			}
			if typ.Kind != KindMove && typ.Kind != KindNone && !typ.Empty && p.Ident() != IdentC {
				c.add(EmptyValue, at, p.Name())
			}
			continue
		case typ.IsText() || typ.Kind == KindSimpleText:
		case bytes.IndexByte(raw, '[') >= 0 && p.Flags()&Mended == 0:
			if typ.Second == KindUnknown && (c.game == 1 || swallows(raw)) {
				c.add(SwallowedProperty, at, raw)
				continue
			}
		}
		switch typ.Kind {
		case KindText, KindSimpleText:
			c.text(raw, at, p)
		case KindNumber:
			if p.Ident() == IdentFF || p.Ident() == IdentGM || p.Ident() == IdentSZ {
				break // see rootNode
			}
			if p.Ident() == IdentHA && c.game != 1 {
				break // a property of Go; shogi gives pieces by name
			}
			number := raw
			if typ.Second != KindUnknown {
				number, _, _ = SplitComposed(raw, NoLead)
			}
			if _, ok := ParseNumber(number); !ok {
				c.add(BadValue, at, raw)
			}
		case KindReal:
			x, clean, ok := ParseReal(raw)
			switch {
			case !ok && p.Ident() == IdentTM && clearTime(raw):
				c.add(UncleanValue, at, raw)
			case !ok:
				c.add(BadValue, at, raw)
			case p.Ident() == IdentKM && math.Abs(x) >= 100 && math.Mod(x, 25) == 0:
				c.add(KomiTimes100, at, raw)
			case !clean:
				c.add(UncleanValue, at, raw)
			}
		case KindDouble:
			if _, clean := ParseDouble(raw); !clean {
				c.add(UncleanValue, at, raw)
			}
		case KindColor:
			if color, clean := ParseColor(raw); color == 0 {
				c.add(BadValue, at, raw)
			} else if !clean {
				c.add(UncleanValue, at, raw)
			}
		case KindNone:
			c.add(UncleanValue, at, raw)
		case KindMove:
			c.move(raw, at)
		case KindPoint, KindStone:
			c.point(raw, at, typ)
		}
	}
	switch p.Ident() {
	case IdentAB:
		if c.first && c.handicap > 0 && !c.root && !c.stones {
			c.at(HandicapInSecondNode, p, nil)
		}
		c.stones = c.stones || c.first
	case IdentRE:
		c.results(p)
	case IdentKM:
		if c.root && len(c.komi) == 0 {
			c.komi, c.komiAt = append(c.komi, trimmed(p.Value(0))...), p.ValueOffset(0)
		}
	case IdentC:
		if raw := p.Value(0); c.first && len(raw) <= longestVerdict {
			c.last, c.lastAt, c.lastNode = append(c.last[:0], raw...), p.ValueOffset(0), c.nodes
		}
	}
}

// swallows reports whether a value of a game whose values are not known is likely to have
// swallowed a property: it has an opening bracket behind a capital. Other brackets are allowed.
func swallows(raw []byte) bool {
	capital := false // the last character that is neither white space nor an escape
	for _, c := range raw {
		switch {
		case c == '[' && capital:
			return true
		case classes[c] != space && c != '\\':
			capital = classes[c] == upper
		}
	}
	return false
}

// move checks the value of a move of Go.
func (c *Checker) move(raw []byte, at int64) {
	if c.game != 1 {
		return
	}
	p, kind := ParseMove(raw, c.size)
	switch {
	case kind == BadMove && p != Point{}:
		c.add(OffBoard, at, raw)
	case kind == BadMove:
		c.add(BadPoint, at, raw)
	}
}

// point checks a value of a list of points of Go.
func (c *Checker) point(raw []byte, at int64, typ Type) {
	if c.game != 1 {
		return
	}
	if typ.Second != KindUnknown {
		first, second, ok := SplitComposed(raw, NoLead)
		from, ok1 := ParsePoint(first)
		switch {
		case !ok:
			c.add(BadValue, at, raw)
		case !ok1:
			c.add(BadPoint, at, raw)
		case !c.size.Contains(from):
			c.add(OffBoard, at, raw)
		case typ.Second == KindPoint:
			to, ok := ParsePoint(second)
			if !ok || to == from {
				c.add(BadPoint, at, raw)
			} else if !c.size.Contains(to) {
				c.add(OffBoard, at, raw)
			}
		}
		return
	}
	r, clean, ok := ParsePoints(raw)
	switch {
	case !ok:
		c.add(BadPoint, at, raw)
		return
	case !c.size.Contains(r.From) || !c.size.Contains(r.To):
		c.add(OffBoard, at, raw)
		return
	case !clean:
		c.add(UncleanValue, at, raw)
	}
	if typ.Class == ClassSetup {
		for q := range r.Points() {
			if c.setup[q.X][q.Y] == c.node {
				c.add(DuplicatePoint, at, raw)
				break
			}
			c.setup[q.X][q.Y] = c.node
		}
	}
}

func (c *Checker) at(code Code, p Property, detail []byte) { c.add(code, p.Offset(), detail) }

func (c *Checker) add(code Code, offset int64, detail []byte) {
	c.report(Problem{code, offset, excerpt(detail)})
}

// clearTime reports whether a value of TM is a main time for any reader.
func clearTime(raw []byte) bool {
	_, c := gameinfo.ParseTimeLimit(string(AppendSimpleText(nil, raw, NoLead)))
	return c >= gameinfo.Clear
}
