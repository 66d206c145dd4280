package sgfread

import (
	"bytes"
	"kifudb/sgfread/gameinfo"
	"strconv"
)

// A style is what a Checker finds for those who write records and want them to be
// as FF[4] demands, beyond what keeps others from reading them: see Checker.Style.
type style struct {
	c     *Checker
	files int             // trees seen
	ff    int             // of the first tree
	game  int             // of the first tree
	said  map[string]bool // identifiers that were reported
	told  [4]bool         // by index: what is reported once a file

	// The points of a node that have a mark, by kinds of marks that exclude each other: the
	// number of the node. Pairs are those of arrows and lines.
	marked [markKinds][MaxSize][MaxSize]uint32
	pairs  map[string]bool

	path   stylePath
	forks  []stylePath // where the open variations began
	begins bool        // the next node is the first of a variation
	buffer []byte
}

// stylePath is what the style of a node depends on.
type stylePath struct {
	color byte // of the last move, 0 after setup
	last  Point
	moved bool // the node before has the move last
}

// Kinds of marks. A point has one mark of each.
const (
	markSign = iota
	markLabel
	markTerritory
	markVisible
	markDim
	markKinds
)

// markKind returns the kind of mark that a property sets.
func markKind(id Ident) (kind int, ok bool) {
	switch id {
	case IdentCR, IdentMA, IdentSL, IdentSQ, IdentTR, IdentM:
		return markSign, true
	case IdentLB:
		return markLabel, true
	case IdentTB, IdentTW:
		return markTerritory, true
	case IdentVW:
		return markVisible, true
	case IdentDD:
		return markDim, true
	}
	return 0, false
}

// Annotations that exclude each other: of positions, and of moves.
const (
	noAnnotation = iota
	annotatesPosition
	annotatesMove
	annotationKinds
)

func annotationKind(id Ident) int {
	switch id {
	case IdentDM, IdentGB, IdentGW, IdentUC:
		return annotatesPosition
	case IdentBM, IdentDO, IdentIT, IdentTE:
		return annotatesMove
	}
	return noAnnotation
}

// ofMoveOnly reports whether a property is one of a move that FF[4] allows in a node
// without a move, but not beside setup.
func ofMoveOnly(id Ident) bool {
	switch id {
	case IdentBL, IdentWL, IdentOB, IdentOW, IdentMN:
		return true
	}
	return false
}

// ofOtherGame reports whether FF[4] has a property for other games only. Those of Go are
// used by many others.
func ofOtherGame(id Ident, game int) bool {
	const linesOfAction, backgammon, octi = 9, 6, 19
	switch id {
	case IdentAS, IdentIP, IdentIY, IdentSE:
		return game != linesOfAction
	case IdentSU:
		return game != linesOfAction && game != backgammon && game != octi
	case IdentMI, IdentCO, IdentCV, IdentDI:
		return game != backgammon && game != octi
	}
	return false
}

// longestName is how many capitals the identifiers of all versions have; beyond
// overlongName one is rather text that went astray, as for SGFC.
const (
	longestName  = 2
	overlongName = 100
)

// maxSaid bounds the identifiers that are remembered.
const maxSaid = 1 << 10

// open begins a tree or a variation.
func (s *style) open(tree bool) {
	if tree {
		s.path, s.forks = stylePath{}, s.forks[:0]
	}
	s.forks = append(s.forks, s.path)
	s.begins = !tree
}

// close ends the element that was opened last.
func (s *style) close() {
	last := len(s.forks) - 1
	s.path, s.forks = s.forks[last], s.forks[:last]
}

// node looks at a node whose tree the checker knows.
func (s *style) node(n *Node) {
	c := s.c
	if c.root {
		s.root(n)
	}
	if setup, ok := n.Find(IdentAE); ok && s.begins {
		s.level(setup)
	}
	s.begins, s.path.moved = false, false
	var annotated [annotationKinds]Property
	moves, setup, placed, ofMove := 0, false, false, Property{}
	for i := range n.Len() {
		p := n.Property(i)
		typ := TypeOf(p.Ident())
		s.name(p, typ)
		if typ.Name == "" {
			continue
		}
		if ofOtherGame(p.Ident(), c.game) {
			c.at(OtherGame, p, p.Name())
		}
		if k := annotationKind(p.Ident()); k != noAnnotation {
			if first := annotated[k]; first.n == nil {
				annotated[k] = p
			} else if first.Ident() != p.Ident() {
				c.at(ContradictingAnnotation, p, []byte(typ.Name+" beside "+first.Ident().String()))
			}
		}
		switch {
		case p.Ident() == IdentB || p.Ident() == IdentW:
			moves++
			s.move(byte(p.Ident()), p.Value(0), p.Offset())
		case typ.Class == ClassSetup && typ.List:
			setup = true
			s.path.color = 0
		case ofMoveOnly(p.Ident()):
			ofMove = p
		}
		placed = placed || typ.Class == ClassSetup
		s.values(p, typ)
	}
	if placed && moves == 0 && ofMove.n != nil {
		c.at(SetupAndMove, ofMove, ofMove.Name())
	}
	switch {
	case c.root && moves > 0:
		c.add(MoveInRoot, n.Offset, nil)
	case !c.root && setup && c.first && c.Strict && c.game == 1:
		c.add(SetupInside, n.Offset, nil)
	case !c.root && n.Len() == 0 && c.Strict:
		c.add(EmptyNode, n.Offset, nil)
	}
}

// run looks at plain moves.
func (s *style) run(run Run) {
	if s.c.root {
		s.c.hasFF = false
		s.missing(run.Offset, true, true)
		s.c.add(MoveInRoot, run.Offset, nil)
		s.tree(1, run.Offset, 1, run.Offset)
	}
	s.begins = false
	if !s.c.Strict {
		return
	}
	for i := 0; i < len(run.Text); i += run.Stride {
		s.move(run.Text[i+1], run.Text[i+3:i+5], run.Offset+int64(i))
	}
}

// move looks at whose turn it was.
func (s *style) move(color byte, raw []byte, at int64) {
	if !s.c.Strict || s.c.game != 1 {
		return
	}
	if s.path.color == color {
		s.c.add(SameColor, at, []byte{color})
	}
	p, kind := ParseMove(raw, s.c.size)
	s.path = stylePath{color, p, kind == PlayMove}
}

// level looks whether the points that the first node of a variation clears are only that
// of the move before. Editors write so what should be another variation of this move.
func (s *style) level(cleared Property) {
	if !s.path.moved || cleared.Len() != 1 {
		return
	}
	r, _, ok := ParsePoints(cleared.Value(0))
	if ok && r.From == r.To && r.From == s.path.last {
		s.c.at(VariationLevel, cleared, cleared.Value(0))
	}
}

// root looks at what the root says about the tree, and whether that of other trees of the
// file is the same.
func (s *style) root(n *Node) {
	c := s.c
	ff, hasFF := n.Find(IdentFF)
	c.hasFF = hasFF
	gm, hasGM := n.Find(IdentGM)
	s.missing(n.Offset, !hasFF, !hasGM)
	ffAt, gmAt := n.Offset, n.Offset
	if hasFF {
		ffAt = ff.Offset()
	}
	if hasGM {
		gmAt = gm.Offset()
	}
	s.tree(c.ff, ffAt, c.game, gmAt)
	if c.game == 1 {
		s.handicap(n)
	}
}

func (s *style) missing(at int64, ff, gm bool) {
	switch {
	case ff && gm:
		s.c.add(MissingRoot, at, []byte("FF, GM"))
	case ff:
		s.c.add(MissingRoot, at, []byte("FF"))
	case gm:
		s.c.add(MissingRoot, at, []byte("GM"))
	}
}

// tree compares a tree with the first one of the file. Each difference is reported
// once.
func (s *style) tree(ff int, ffAt int64, game int, gameAt int64) {
	if s.files++; s.files == 1 {
		s.ff, s.game = ff, game
		return
	}
	once := func(i int, differs bool, code Code, at int64, detail string) {
		if differs && !s.told[i] {
			s.told[i] = true
			s.c.add(code, at, []byte(detail))
		}
	}
	once(0, ff != s.ff, DifferentVersions, ffAt, strconv.Itoa(s.ff)+", "+strconv.Itoa(ff))
	once(1, game != s.game, DifferentGames, gameAt, strconv.Itoa(s.game)+", "+strconv.Itoa(game))
	once(2, s.c.Strict, SeveralGames, gameAt, "")
}

// handicap compares HA with the black stones in the root. With white ones beside them it is
// rather a problem that was set up.
func (s *style) handicap(n *Node) {
	stones, _ := n.Find(IdentAB)
	if _, ok := n.Find(IdentAW); ok || stones.n == nil && !s.c.Strict {
		return
	}
	count := 0
	if stones.n != nil {
		for raw := range stones.Values() {
			if r, _, ok := ParsePoints(raw); ok {
				for range r.Points() {
					count++
				}
			}
		}
	}
	at, said := stones, 0
	ha, ok := n.Find(IdentHA)
	if ok {
		at = ha
		if said, ok = ParseNumber(ha.Value(0)); !ok {
			return
		}
	} else if !s.c.Strict || stones.n == nil {
		return // a position rather than a handicap
	}
	if said != count {
		s.c.at(HandicapDiffers, at, []byte(strconv.Itoa(said)+", "+strconv.Itoa(count)+" stones"))
	}
}

// own reports whether a private property is one that this program writes: what it keeps,
// and positions from which games start.
func own(name string) bool { return name == Kept || name == "SFEN" || name == "FEN" }

// name looks at an identifier. The same one is reported once a file.
func (s *style) name(p Property, typ Type) {
	switch {
	case typ.Name != "":
		return
	case p.Ident() == identKI && s.c.game == 1:
		s.c.at(IntegerKomi, p, p.Value(0))
		return
	}
	s.buffer = p.AppendName(s.buffer[:0])
	name := string(s.buffer)
	if own(name) || s.said[name] {
		return
	}
	if s.said == nil {
		s.said = map[string]bool{}
	}
	if len(s.said) < maxSaid {
		s.said[name] = true
	}
	switch {
	case len(name) > overlongName:
		s.c.at(OverlongIdentifier, p, s.buffer)
	case len(name) > longestName:
		s.c.at(ManyCapitals, p, s.buffer)
	default:
		s.c.at(UnknownProperty, p, s.buffer)
	}
}

// values looks at the values of a property.
func (s *style) values(p Property, typ Type) {
	c := s.c
	if p.Ident() == IdentC && blank(p.Value(0)) {
		c.at(EmptyValue, p, p.Name())
	}
	mark, marks := markKind(p.Ident())
	if p.Ident() == IdentVW && c.ff < 4 && c.hasFF && (p.Len() != 2 || blank(p.Value(0)) || blank(p.Value(1))) {
		c.at(NewFeature, p, []byte("VW, which has two corners")) // of a rectangle
	}
	pairs := p.Ident() == IdentAR || p.Ident() == IdentLN
	if pairs {
		clear(s.pairs)
	}
	for i := range p.Len() {
		raw, at := p.Value(i), p.ValueOffset(i)
		if blank(raw) {
			switch {
			case typ.List && typ.Empty && p.Len() > 1:
				c.add(EmptyBesideValues, at, p.Name())
			case typ.Kind == KindMove && c.ff < 3 && c.game == 1:
				c.add(NewFeature, at, []byte("an empty pass"))
			}
			continue
		}
		if c.game == 1 {
			switch {
			case marks:
				s.mark(mark, raw, at, typ)
			case pairs:
				s.pair(raw, at)
			case typ.Kind == KindMove:
				if q, kind := ParseMove(raw, c.size); kind == PlayMove && string(raw) != q.String() {
					c.add(UncleanValue, at, raw)
				}
			}
			if c.ff < 4 && typ.Second == KindUnknown && (typ.Kind == KindPoint || typ.Kind == KindStone) && c.hasFF {
				if r, _, ok := ParsePoints(raw); ok && r.From != r.To {
					c.add(NewFeature, at, raw)
				}
			}
		}
		switch p.Ident() {
		case IdentST, IdentPM, IdentFG, IdentOB, IdentOW:
			s.number(p.Ident(), raw, at)
		case IdentSZ:
			if c.root && c.ff < 4 && c.hasFF && bytes.IndexByte(raw, ':') >= 0 {
				c.add(NewFeature, at, raw)
			}
		case IdentRE, IdentDT:
			s.info(typ.Name, raw, at)
		}
	}
}

// mark looks for points that have a mark already.
func (s *style) mark(kind int, raw []byte, at int64, typ Type) {
	c := s.c
	if typ.Second != KindUnknown {
		first, label, ok := SplitComposed(raw, NoLead)
		if ok && blank(label) {
			c.add(EmptyValue, at, raw)
		}
		raw = first
	}
	r, _, ok := ParsePoints(raw)
	if !ok || !c.size.Contains(r.From) || !c.size.Contains(r.To) {
		return
	}
	if typ.Second != KindUnknown && string(raw) != r.From.String() {
		c.add(UncleanValue, at, raw)
	}
	for q := range r.Points() {
		if s.marked[kind][q.X][q.Y] == c.node {
			c.add(DoubleMark, at, raw)
			break
		}
		s.marked[kind][q.X][q.Y] = c.node
	}
}

// pair looks for arrows and lines that are drawn twice, and for their points.
func (s *style) pair(raw []byte, at int64) {
	first, second, _ := SplitComposed(raw, NoLead)
	a, ok1 := ParsePoint(first)
	b, ok2 := ParsePoint(second)
	if !ok1 || !ok2 {
		return
	}
	clean := a.String() + ":" + b.String()
	if clean != string(raw) {
		s.c.add(UncleanValue, at, raw)
	}
	if s.pairs[clean] {
		s.c.add(DoubleMark, at, raw)
	} else if s.pairs == nil {
		s.pairs = map[string]bool{}
	}
	s.pairs[clean] = true
}

// The bits of FG that FF[4] names.
const figureFlags = 1 | 2 | 256 | 512 | 32768

// number looks for numbers that FF[4] does not allow.
func (s *style) number(id Ident, raw []byte, at int64) {
	if first, _, ok := SplitComposed(raw, NoLead); ok {
		raw = first
	}
	n, ok := ParseNumber(raw)
	if !ok {
		return
	}
	switch id {
	case IdentST:
		ok = 0 <= n && n <= 3
	case IdentPM:
		ok = 0 <= n && n <= 2
	case IdentFG:
		ok = n >= 0 && n&^figureFlags == 0
	default:
		ok = n >= 0
	}
	if !ok {
		s.c.add(OutOfRange, at, []byte(id.String()+": "+string(raw)))
	}
}

// info looks at a result or date.
func (s *style) info(name string, raw []byte, at int64) {
	text := AppendSimpleText(s.buffer[:0], raw, NoLead)
	s.buffer = text
	if s.c.Text != nil {
		text = s.c.Text(nil, text)
	}
	said, detail := string(text), append([]byte(name+": "), raw...)
	switch written, ok := specified(name, said); {
	case ok && written == said:
	case ok:
		s.c.add(UncleanValue, at, detail)
	case certaintyOf(name, said) == gameinfo.Unread:
		s.c.add(UnreadValue, at, detail)
	default:
		s.c.add(UnclearValue, at, detail)
	}
}
