package indexer

import (
	"slices"

	"kifudb/format"
	"kifudb/position"
	"kifudb/sgfread"
	"kifudb/sgfread/charset"
	"kifudb/store"
)

// Derive makes a game of a record: everything in the archive except the record
// itself, its source and its charset comes from here, whether it is imported,
// merged, checked or rebuilt. It never fails: what is wrong with a record is
// among its game's values.
func Derive(r store.Record) (*store.Game, error) {
	game, _ := newExtractor().extract(&r, 1)
	return game, nil
}

// gameGo is SGF's number for Go, which is also meant where GM is missing.
const gameGo = 1

// An extractor derives games from records. It is a sgfread.MoveHandler: one
// walk over the record gives the script of the board, what is wrong with the
// text, and the places of all texts, which are decoded afterwards because their
// charset may depend on all of them. Its memory is used again for the next
// record.
type extractor struct {
	record *store.Record
	line   int // of the file, where the record's tree begins
	lead   sgfread.Lead

	builder  position.ScriptBuilder
	checker  *sgfread.Checker
	replayer position.Replayer
	keys     []position.Key

	game     int // GM
	size     sgfread.Size
	depth    int // open trees and variations
	nodes    int
	info     []rawText
	comments []rawText
	problems []Problem
	codes    map[string]int // index in problems
	seen     map[string]bool
	stones   int  // setup stones that may still be placed
	moved    bool // there has been a move
	// Black stones before the first move, which may be those of the handicap,
	// and any other setup.
	blackFirst, otherSetup bool
	buffer                 []byte

	// As in format.Draft, of which SGF has none.
	judged, noPositions bool
}

// The limits of what is derived from one record, which otherwise could be
// hundreds of times larger than the record: AB[aa:ss] alone is 361 stones. The
// record itself is kept as it is.
const (
	maxStones   = 1 << 20 // setup stones, beside those that are named one by one, in four bytes each
	maxInfo     = 1 << 16 // values
	maxComments = 1 << 18
)

// rawText is a value as it stands in the record.
type rawText struct {
	node  int
	ident string
	raw   []byte
	long  bool // Text, which keeps its line breaks, and not SimpleText
	plain bool // ASCII without escapes: nothing to decode
}

func newExtractor() *extractor {
	x := &extractor{codes: map[string]int{}, seen: map[string]bool{}}
	x.checker = sgfread.NewChecker(x.problem)
	return x
}

// extract derives the game of a record, whose tree begins in the given line of
// its file, and lists what was wrong.
func (x *extractor) extract(r *store.Record, line int) (*store.Game, []Problem) {
	x.reset(r, line)
	g := &store.Game{Record: *r, Digest: r.Digest()}
	x.judged, x.noPositions = false, false
	switch f := FormatOf(r); {
	case f.Derive != nil:
		x.draft(f, g)
	default:
		x.tree(g)
	}
	switch {
	case x.noPositions:
	case x.game == gameGo:
		g.Keys = x.replay(g.Script)
	case x.game == gameShogi && x.judged:
		g.Keys = x.shogiKeys(g, nil)
	case x.game == gameShogi:
		g.Keys = x.shogiKeys(g, x.illegalShogi)
	}
	x.facts(g)
	g.Info = append(g.Info,
		store.Value{Ident: format.IdentCharset, Text: r.Charset.Name},
		store.Value{Ident: format.IdentFile, Text: r.Source.Path})
	if IsDoubtful(r.Charset) {
		g.Info = append(g.Info, store.Value{Ident: format.IdentCharset, Text: charsetDoubtful})
	}
	for _, p := range x.problems {
		g.Info = append(g.Info, store.Value{Ident: format.IdentProblem, Text: p.Code})
	}
	return g, x.problems
}

// draft derives a game from a record in a format of its own.
func (x *extractor) draft(f *format.Format, g *store.Game) {
	d := format.Draft{
		Record: x.record, Line: x.line, Script: &x.builder,
		Report: func(code string, line int, say func() error) { x.noteAt(code, line, say) },
	}
	f.Derive(&d)
	g.Script, g.Info, g.Comments = x.builder.Script(), d.Info, d.Comments
	x.game, x.size, x.nodes = d.Game, sgfread.Size{Cols: d.Size.Cols, Rows: d.Size.Rows}, d.Nodes
	x.judged, x.noPositions = d.Judged, d.NoPositions
}

// tree derives a game from a record in SGF.
func (x *extractor) tree(g *store.Game) {
	// Without Strict a walk has no errors.
	_ = sgfread.Walk(format.Game(x.record), x, &sgfread.Options{Lead: x.lead, Problem: x.problem})

	g.Script = x.builder.Script()
	g.Info = make([]store.Value, 0, len(x.info)+4)
	for _, v := range x.info {
		g.Info = append(g.Info, store.Value{Ident: v.ident, Text: x.text(v)})
	}
	for _, c := range x.comments {
		if text := x.text(c); text != "" {
			g.Comments = append(g.Comments, store.Comment{Node: c.node, Ident: c.ident, Text: text})
		}
	}
}

func (x *extractor) reset(r *store.Record, line int) {
	x.record, x.line = r, line
	x.lead = sgfread.Lead(charset.TrailBytes(format.Encoding(r)))
	x.builder.Reset()
	x.game, x.size, x.depth, x.nodes = gameGo, sgfread.Size{Cols: 19, Rows: 19}, 0, 0
	x.info, x.comments = x.info[:0], x.comments[:0]
	x.problems = nil
	x.stones = maxStones + len(format.Game(r))/4
	x.moved, x.blackFirst, x.otherSetup = false, false, false
	clear(x.codes)
}

// Open implements sgfread.Handler.
func (x *extractor) Open(offset int64) {
	x.checker.Open(offset)
	if x.depth++; x.depth > 1 {
		x.builder.Open()
	}
}

// Close implements sgfread.Handler.
func (x *extractor) Close(offset int64) {
	x.checker.Close(offset)
	if x.depth--; x.depth > 0 {
		x.builder.Close()
	}
}

// Moves implements sgfread.MoveHandler.
func (x *extractor) Moves(run sgfread.Run) {
	x.checker.Moves(run)
	for i := 0; i < len(run.Text); i += run.Stride {
		x.builder.Node()
		x.nodes++
		node := run.Text[i:][:sgfread.MoveLen]
		switch x.game {
		case gameGo:
			color := position.Black
			if node[1] == 'W' {
				color = position.White
			}
			x.move(color, node[3:5])
		case gameShogi:
			x.usiMove(position.Empty, node[3:5], run.Offset+int64(i))
		}
	}
}

// Node implements sgfread.Handler.
func (x *extractor) Node(n *sgfread.Node) {
	x.checker.Node(n)
	if x.nodes == 0 {
		x.root(n)
	}
	x.builder.Node()
	for p := range n.Properties() {
		x.property(p)
	}
	x.nodes++
}

// root reads what the rest of the record depends on, whatever the order of the
// root's properties.
func (x *extractor) root(n *sgfread.Node) {
	if p, ok := n.Find(sgfread.IdentGM); ok {
		if number, ok := sgfread.ParseNumber(p.Value(0)); ok && number > 0 {
			x.game = number
		}
	}
	if p, ok := n.Find(sgfread.IdentSZ); ok {
		if size, _, ok := sgfread.ParseSize(p.Value(0)); ok {
			x.size = size
		}
	}
	if x.game == gameShogi {
		x.size = sgfread.Size{Cols: 9, Rows: 9}
	}
}

func (x *extractor) property(p sgfread.Property) {
	switch id := p.Ident(); id {
	case sgfread.IdentB:
		x.moves(position.Black, p)
	case sgfread.IdentW:
		x.moves(position.White, p)
	case sgfread.IdentAB:
		x.setup(position.Black, p)
	case sgfread.IdentAW:
		x.setup(position.White, p)
	case sgfread.IdentAE:
		x.setup(position.Empty, p)
	case sgfread.IdentPL:
		if color, _ := sgfread.ParseColor(p.Value(0)); color != 0 {
			x.builder.ToPlay(colorOf(color))
		}
	case sgfread.IdentC, sgfread.IdentN:
		x.comments = x.keep(x.comments, maxComments, p, id.String(), id == sgfread.IdentC)
	default:
		t := sgfread.TypeOf(id)
		unknownInRoot := t.Name == "" && x.nodes == 0
		if t.Class == sgfread.ClassGameInfo || t.Class == sgfread.ClassRoot || unknownInRoot {
			name := t.Name
			if name == "" {
				name = string(p.AppendName(nil))
			}
			x.info = x.keep(x.info, maxInfo, p, name, t.Kind == sgfread.KindText)
		}
	}
}

// keep notes the values of a property that are not empty.
func (x *extractor) keep(texts []rawText, most int, p sgfread.Property, ident string, long bool) []rawText {
	plain := p.Flags()&(sgfread.Escaped|sgfread.NonASCII) == 0
	for raw := range p.Values() {
		switch {
		case len(raw) == 0:
		case len(texts) == most:
			x.fault(format.TooMuch, p.Offset(), "more texts than can be searched; the others are kept in the record only")
			return texts
		default:
			texts = append(texts, rawText{x.nodes, ident, raw, long, plain})
		}
	}
	return texts
}

func colorOf(letter byte) position.Color {
	if letter == 'W' {
		return position.White
	}
	return position.Black
}

func (x *extractor) moves(color position.Color, p sgfread.Property) {
	switch x.game {
	case gameGo:
		x.move(color, p.Value(0))
	case gameShogi:
		x.usiMove(color, p.Value(0), p.Offset())
	}
}

// move puts a move of Go into the script. One that is no point of the board,
// which the checker has reported, is left out.
func (x *extractor) move(color position.Color, raw []byte) {
	x.moved = true
	point, kind := sgfread.ParseMove(raw, x.size)
	switch kind {
	case sgfread.PlayMove:
		x.builder.Move(position.Move{Color: color, Point: position.At(int(point.X), int(point.Y))})
	case sgfread.PassMove:
		x.builder.Move(position.Move{Color: color, Point: position.Pass})
	}
}

func (x *extractor) setup(color position.Color, p sgfread.Property) {
	if x.game != gameGo {
		return
	}
	if color == position.Black && !x.moved {
		x.blackFirst = true
	} else {
		x.otherSetup = true
	}
	for point := range p.Points(x.size) {
		if x.stones--; x.stones < 0 {
			x.fault(format.TooMuch, p.Offset(), "more setup stones than can be replayed; left out")
			return
		}
		x.builder.Add(color, position.At(int(point.X), int(point.Y)))
	}
}

// replay executes the script, notes what is wrong with its moves and returns
// the canonical keys of its positions, in the order of the nodes that make them.
func (x *extractor) replay(s position.Script) []position.Key {
	size := position.Size{Cols: x.size.Cols, Rows: x.size.Rows}
	keys := x.keys[:0]
	x.replayer.Start(size, s)
	for event := x.replayer.Next(); event != position.End; event = x.replayer.Next() {
		if event != position.AtNode {
			continue
		}
		step := x.replayer.Step()
		if len(step.Changes) > 0 || step.Node == 0 {
			keys = append(keys, x.replayer.Board().Canonical())
		}
		if step.Fault != 0 {
			x.illegal(step)
		}
	}
	x.keys = keys
	return slices.Clone(keys)
}

// text decodes a value to UTF-8.
func (x *extractor) text(v rawText) string {
	if v.plain && !v.long {
		return string(v.raw)
	}
	if v.long {
		x.buffer = sgfread.AppendText(x.buffer[:0], v.raw, x.lead)
	} else {
		x.buffer = sgfread.AppendSimpleText(x.buffer[:0], v.raw, x.lead)
	}
	n := len(x.buffer)
	x.buffer = charset.Decode(x.buffer, x.buffer[:n:n], format.Encoding(x.record))
	return string(x.buffer[n:])
}
