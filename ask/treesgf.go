package ask

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"kifudb/archive"
	registry "kifudb/game"
	"kifudb/position"
	"kifudb/sgfread"
)

// WriteSGF writes the tree as one record in SGF, for programs that show such: what is
// known of a node as its comment, and a letter on each move that follows. A pattern
// is put where it is drawn, with its points in VW; what it leaves open is not on the
// board.
func (t *Tree) WriteSGF(w io.Writer) error {
	record := sgfread.NewTree()
	s := &treeSGF{tree: t, record: record, namer: newNamer(t.Asked), children: t.Children(), nodes: make([]sgfread.NodeID, len(t.Nodes))}
	if err := s.root(); err != nil {
		return err
	}
	for _, i := range t.Order() {
		if i > 0 {
			if err := s.move(i); err != nil {
				return err
			}
		}
		s.tell(s.nodes[i], i, "")
	}
	return sgfread.FormatNormalized(w, nil, record)
}

// treeSGF is a tree while it is put into a record.
type treeSGF struct {
	tree     *Tree
	record   *sgfread.Tree
	namer    *namer
	children [][]int
	nodes    []sgfread.NodeID // by node of the tree
}

func (s *treeSGF) set(id sgfread.NodeID, name string, texts ...string) {
	var values [][]byte
	for _, text := range texts {
		values = append(values, sgfread.AppendEscaped(nil, []byte(text), false))
	}
	s.record.Set(id, name, values...)
}

// root writes what the tree begins with.
func (s *treeSGF) root() error {
	t, asked := s.tree, s.tree.Asked
	s.set(0, "FF", "4")
	s.set(0, "CA", "UTF-8")
	s.set(0, "AP", "kifudb:"+strings.NewReplacer(":", " ", "(", "", ")", "").Replace(t.Provenance.Program))
	s.set(0, "GM", strconv.Itoa(asked.Game.About().Number))
	size := s.namer.size
	if !size.Valid() {
		size = asked.Game.About().Size
	}
	if size.Cols == size.Rows {
		s.set(0, "SZ", strconv.Itoa(size.Cols))
	} else {
		s.record.Set(0, "SZ", fmt.Appendf(nil, "%d:%d", size.Cols, size.Rows))
	}
	s.set(0, "GC", t.Says())
	if asked.Position != nil && asked.Goban() == nil {
		return s.pieces()
	}
	stones := map[position.Color][]string{}
	if goban := asked.Goban(); goban != nil {
		for i := range size.Area() {
			p := size.At(i)
			stones[goban.At(p)] = append(stones[goban.At(p)], p.String())
		}
	} else {
		p := asked.Pattern
		var view, open []string
		for i, cell := range p.Cells {
			at := s.namer.point(p.Size().At(i)).String()
			switch cell {
			case position.OnlyBlack:
				stones[position.Black] = append(stones[position.Black], at)
			case position.OnlyWhite:
				stones[position.White] = append(stones[position.White], at)
			case position.OnlyEmpty, position.Outside:
			default:
				open = append(open, at)
			}
			if cell != position.Outside {
				view = append(view, at)
			}
		}
		for _, c := range p.Sequence {
			stones[c.Color] = append(stones[c.Color], s.namer.point(c.Point).String())
		}
		s.set(0, "VW", view...)
		if len(open) > 0 {
			s.set(0, "MA", open...)
		}
	}
	if list := stones[position.Black]; len(list) > 0 {
		s.set(0, "AB", list...)
	}
	if list := stones[position.White]; len(list) > 0 {
		s.set(0, "AW", list...)
	}
	if first := s.children[0]; len(first) > 0 {
		s.set(0, "PL", t.Nodes[first[0]].Played.Color.Letter())
	}
	return nil
}

// pieces writes the start of a game whose moves are not stones.
func (s *treeSGF) pieces() error {
	switch start := s.tree.Asked.Position.(type) {
	case registry.Placed:
		ident, value := start.StartInfo()
		s.set(0, ident, value)
		return nil
	case registry.Laid:
		return s.laid(start)
	}
	return fmt.Errorf("%w: SGF cannot say how a game of %s starts", archive.ErrNoForm, s.tree.Game)
}

// laid sets up the discs of a position from which games do not start anyway.
func (s *treeSGF) laid(p registry.Laid) error {
	asked := s.tree.Asked.Position
	rules, ok := asked.Game().(registry.Replayer)
	if !ok {
		return fmt.Errorf("%w: %w", archive.ErrNoForm, registry.HasRules(asked.Game()))
	}
	size := p.Size()
	s.set(0, "SZ", strconv.Itoa(size.Cols))
	usual, err := rules.Start(registry.Record{Size: size})
	if err != nil {
		return fmt.Errorf("%w: %w", archive.ErrNoForm, err)
	}
	if asked.Equal(usual) {
		return nil
	}
	name := position.Point.String
	if reader, ok := rules.(registry.SetupReader); ok {
		name = reader.PointText
	}
	setup := map[position.Color][]string{}
	for i := range size.Area() {
		at := size.At(i)
		if before, ok := usual.(registry.Laid); ok && before.At(at) != p.At(at) {
			setup[p.At(at)] = append(setup[p.At(at)], name(at))
		}
	}
	for color, ident := range map[position.Color]string{position.Black: "AB", position.White: "AW", position.Empty: "AE"} {
		if len(setup[color]) > 0 {
			s.set(0, ident, setup[color]...)
		}
	}
	s.set(0, "PL", asked.ToPlay().Letter())
	return nil
}

// move adds the node of a move.
func (s *treeSGF) move(i int) error {
	n := &s.tree.Nodes[i]
	id := s.record.Add(s.nodes[n.Parent])
	s.nodes[i] = id
	text := ""
	switch reader, ok := s.tree.Asked.Game.(registry.MoveReader); {
	case ok:
		if text = reader.MoveText(n.Played.Point); text == "" {
			return fmt.Errorf("%w: a move has no name", archive.ErrNoForm)
		}
	case s.namer.rules.Hexes && n.Played.Point >= position.SwapsStone:
		text = s.namer.moveName(n.Played)
	case n.Played.Point != position.Pass:
		text = s.namer.point(n.Played.Point).String()
	}
	s.set(id, n.Played.Color.Letter(), text)
	return nil
}

// tell writes what is known of a node as its comment, behind what stands there, and
// the letters of the moves that follow.
func (s *treeSGF) tell(id sgfread.NodeID, i int, before string) {
	n := &s.tree.Nodes[i]
	text := s.tree.Comment(i, s.children[i])
	if before != "" {
		text = strings.TrimRight(before, "\n") + "\n\n" + text
	}
	s.set(id, "C", text)
	if s.namer.before != nil || n.SameAs != nil {
		return
	}
	var labels [][]byte
	labelled := map[string]bool{}
	for _, child := range s.children[i] {
		c := &s.tree.Nodes[child]
		if c.Label != "" && !labelled[c.Label] {
			labelled[c.Label] = true
			labels = append(labels, []byte(s.namer.point(c.Played.Point).String()+":"+c.Label))
		}
	}
	if len(labels) > 0 {
		s.record.Set(id, "LB", labels...)
	}
}
