package indexer

import (
	"hash/fnv"
	"slices"

	"kifudb/format"
	"kifudb/game"
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

	kind     game.Game       // as GM says
	stones   bool            // its moves are points
	rules    position.Rules  // of stones
	checked  bool            // the checker knows its board
	reader   game.MoveReader // nil if moves are not read by the game
	size     sgfread.Size
	depth    int // open trees and variations
	nodes    int
	info     []rawText
	comments []rawText
	problems []Problem
	codes    map[string]int // index in problems
	seen     map[string]bool
	room     int  // for setup stones that may still be placed
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
	case x.stones:
		g.Keys = x.replay(g.Script)
	default:
		g.Keys = x.positions(g)
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
	x.play(game.Of(d.Game))
	x.size, x.nodes = sgfread.Size{Cols: d.Size.Cols, Rows: d.Size.Rows}, d.Nodes
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
	x.play(game.Default())
	x.depth, x.nodes = 0, 0
	x.info, x.comments = x.info[:0], x.comments[:0]
	x.problems = nil
	x.room = maxStones + len(format.Game(r))/4
	x.moved, x.blackFirst, x.otherSetup = false, false, false
	clear(x.codes)
}

// play says of which game the record is.
func (x *extractor) play(kind game.Game) {
	x.kind = kind
	stones, ok := kind.(game.Stones)
	if x.stones, x.rules = ok, (position.Rules{}); ok {
		x.rules = stones.Rules()
	}
	x.checked = x.rules == position.Rules{}
	x.reader, _ = kind.(game.MoveReader)
	if size := kind.About().Size; size.Valid() {
		x.size = sgfread.Size{Cols: size.Cols, Rows: size.Rows}
	} else {
		x.size = sgfread.Size{Cols: 19, Rows: 19}
	}
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
		color := position.Black
		if node[1] == 'W' {
			color = position.White
		}
		if x.stones {
			x.move(color, node[3:5], run.Offset+int64(i))
		} else {
			x.otherMove(color, node[3:5], run.Offset+int64(i))
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
			x.play(game.Of(number))
		} else if named, ok := game.Named(string(p.Value(0))); ok {
			x.play(named) // GM[Othello], as some programs write
		}
	}
	if p, ok := n.Find(sgfread.IdentSZ); ok && !x.kind.About().Fixed {
		if size, _, ok := sgfread.ParseSize(p.Value(0)); ok {
			x.size = size
		}
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
	if x.stones {
		x.move(color, p.Value(0), p.Offset())
	} else {
		x.otherMove(color, p.Value(0), p.Offset())
	}
}

// otherMove puts a move that is not a point into the script. Of a game whose
// moves nobody can read it is counted: its code tells it from most others.
func (x *extractor) otherMove(color position.Color, raw []byte, offset int64) {
	x.moved = true
	if x.reader == nil {
		h := fnv.New32a()
		h.Write(raw)
		x.builder.Move(position.Move{Color: color, Point: position.Point(h.Sum32() & moveCodes)})
		return
	}
	code, err := x.reader.ReadMove(string(raw))
	if err != nil {
		x.fault(format.BadMove, offset, "a move that is "+err.Error()+": "+quote(raw)+"; left out")
		return
	}
	x.builder.Move(position.Move{Color: color, Point: code})
}

// moveCodes are the bits of a move's code in a script.
const moveCodes = 1<<14 - 1

// move puts a move that is a point into the script. One that is none of the board is
// left out; the checker has reported it where it knows the board.
func (x *extractor) move(color position.Color, raw []byte, offset int64) {
	x.moved = true
	point, kind := sgfread.ParseMove(raw, x.size)
	switch kind {
	case sgfread.PlayMove:
		x.builder.Move(position.Move{Color: color, Point: position.At(int(point.X), int(point.Y))})
	case sgfread.PassMove:
		x.builder.Move(position.Move{Color: color, Point: position.Pass})
	default:
		if x.checked {
			return
		}
		// Players of other games write the names that the board has: B[h8].
		size := position.Size{Cols: x.size.Cols, Rows: x.size.Rows}
		named, err := x.rules.ParsePoint(size, string(raw))
		if err != nil {
			x.fault(format.BadMove, offset, "a move that is not a point of a board of "+size.String()+": "+quote(raw)+"; left out")
			return
		}
		x.builder.Move(position.Move{Color: color, Point: named})
	}
}

func (x *extractor) setup(color position.Color, p sgfread.Property) {
	if color == position.Black && !x.moved {
		x.blackFirst = true
	} else {
		x.otherSetup = true
	}
	for point := range p.Points(x.size) {
		if x.room--; x.room < 0 {
			x.fault(format.TooMuch, p.Offset(), "more setup stones than can be replayed; left out")
			return
		}
		x.builder.Add(color, position.At(int(point.X), int(point.Y)))
	}
}

// replay executes the script of a game whose stones stay, notes what is wrong with
// its moves and returns the canonical keys of its positions, in the order of the
// nodes that make them.
func (x *extractor) replay(s position.Script) []position.Key {
	size := position.Size{Cols: x.size.Cols, Rows: x.size.Rows}
	keys := x.keys[:0]
	judge, _ := x.kind.(game.Judge)
	x.replayer.Rules = x.rules
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
			x.illegal(step.MoveNumber, step.Move, step.Fault.String())
		} else if judge != nil {
			if fault := judge.Judge(x.replayer.Board(), step); fault != "" {
				x.illegal(step.MoveNumber, step.Move, fault)
			}
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
