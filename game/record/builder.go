package record

import (
	"iter"
	"strconv"
	"strings"

	"kifudb/game"
	"kifudb/position"
	"kifudb/sgfread"
)

// The codes of what cannot be put on the board.
const (
	BadMove = "bad-move" // a move that is none of the game's, and is left out
	TooMuch = "too-much" // more setup than is replayed
)

// maxSetup is how many setup stones a record may have beside those that are named
// one by one, in four bytes each: AB[aa:ss] alone is 361 stones.
const maxSetup = 1 << 20

// A Builder makes the script of a record as its text is walked. It takes the calls
// of a sgfread.MoveHandler, but that nodes are given to it property by property, so
// that its owner may look at them, too: Begin before the first, then Property for each.
// Reset comes before each record. Its memory is used again for the next one.
type Builder struct {
	// Report, if not nil, is told what cannot be put on the board: one of the codes
	// above, the offset in the text, and words that continue the code.
	Report func(code string, offset int64, words string)

	script position.ScriptBuilder
	kind   game.Game        // as GM says
	stones bool             // its moves are points
	rules  position.Rules   // of stones
	named  bool             // moves may be written as the board names its points
	reader game.MoveReader  // nil if moves are not read by the game
	placer game.SetupReader // nil if setup is on points as in SGF
	worded bool             // of stones whose moves may be words
	other  bool             // the record gives each player the other's color

	last  position.Move   // on the path, of games whose moves may be words
	lasts []position.Move // where the open variations began
	swap  position.Move   // the last move when it was swapped in a way not known yet, if by is set
	by    position.Color
	ended position.Color // who gave up at the end of the main line
	first bool           // the main line goes on
	size  sgfread.Size
	depth int // open trees and variations
	nodes int
	room  int  // for setup stones that may still be placed
	moved bool // there has been a move

	blackFirst, otherSetup bool
}

// Reset prepares for a record whose text has the given number of bytes.
func (b *Builder) Reset(bytes int) {
	b.script.Reset()
	b.Play(game.Default())
	b.depth, b.nodes = 0, 0
	b.room = maxSetup + bytes/4
	b.moved, b.blackFirst, b.otherSetup = false, false, false
	b.other, b.last, b.lasts, b.by, b.ended, b.first = false, position.Move{}, b.lasts[:0], position.Empty, position.Empty, true
}

// Play says of which game the record is, on a board of its usual size. For a record
// in SGF the root says it.
func (b *Builder) Play(kind game.Game) {
	b.kind = kind
	stones, ok := kind.(game.Stones)
	if b.stones, b.rules = ok, (position.Rules{}); ok {
		b.rules = stones.Rules()
	}
	b.named = b.rules != position.Rules{}
	b.worded = b.rules.Hexes
	b.reader, _ = kind.(game.MoveReader)
	b.placer, _ = kind.(game.SetupReader)
	b.size = sgfread.Size{Cols: 19, Rows: 19}
	if size := kind.About().Size; size.Valid() {
		b.size = sgfread.Size(size)
	}
}

// Game returns the game that is played.
func (b *Builder) Game() game.Game { return b.kind }

// Size returns the size of the board.
func (b *Builder) Size() position.Size { return position.Size(b.size) }

// Nodes returns how many nodes there were.
func (b *Builder) Nodes() int { return b.nodes }

// Script returns the script of what there was.
func (b *Builder) Script() position.Script { return b.script.Script() }

// Words returns the same as Script, good until the builder is used again.
func (b *Builder) Words() position.Script { return b.script.Words() }

// Result returns who won, in SGF, if a player gave up at the end of the main line, as
// records of some games write in place of a move; "" otherwise.
func (b *Builder) Result() string {
	if b.ended == position.Empty {
		return ""
	}
	return b.ended.Opponent().Letter() + "+R"
}

// Setup reports whether black stones were put on the board before the first move,
// which may be those of a handicap, and whether there was other setup.
func (b *Builder) Setup() (black, other bool) { return b.blackFirst, b.otherSetup }

// Open begins a tree or a variation.
func (b *Builder) Open() {
	if b.depth++; b.depth > 1 {
		b.settle(position.Empty)
		b.script.Open()
		if b.worded {
			b.lasts = append(b.lasts, b.last)
		}
	}
}

// Close ends the tree or variation that was opened last.
func (b *Builder) Close() {
	b.settle(position.Empty)
	b.first = false
	if b.depth--; b.depth > 0 {
		b.script.Close()
		if n := len(b.lasts) - 1; n >= 0 {
			b.last, b.lasts = b.lasts[n], b.lasts[:n]
		}
	}
}

// Moves adds a run of plain moves.
func (b *Builder) Moves(run sgfread.Run) {
	plainly := b.stones && !b.worded && b.by == position.Empty
	for i := 0; i < len(run.Text); i += run.Stride {
		node := run.Text[i:][:sgfread.MoveLen]
		color := position.Black
		if node[1] == 'W' {
			color = position.White
		}
		// As below, without the questions that are answered for the whole run.
		if x, y := int(node[3])-'a', int(node[4])-'a'; plainly && uint(x) < uint(b.size.Cols) && uint(y) < uint(b.size.Rows) {
			b.last = position.Move{Color: b.mover(color), Point: position.At(x, y)}
			b.script.Play(b.last)
			b.nodes++
			b.moved = true
			continue
		}
		b.settle(b.mover(color))
		b.script.Node()
		b.nodes++
		b.move(color, node[3:5], run.Offset+int64(i))
	}
}

// Begin begins a node. The first one says what the rest of the record depends on,
// whatever the order of its properties.
func (b *Builder) Begin(n *sgfread.Node) {
	if b.nodes == 0 {
		b.root(n)
	}
	if b.by != position.Empty {
		next := position.Empty
		if _, ok := n.Find(sgfread.IdentB); ok {
			next = b.mover(position.Black)
		} else if _, ok := n.Find(sgfread.IdentW); ok {
			next = b.mover(position.White)
		}
		b.settle(next)
	}
	b.script.Node()
	b.nodes++
}

// mover returns whose move is written as one of a color.
func (b *Builder) mover(c position.Color) position.Color {
	if b.other {
		return c.Opponent()
	}
	return c
}

// settle decides what the words swap and swap-pieces have meant, given whose move comes
// next: if it is the same color's, the players have exchanged their colors and the
// stone stays, as in all records of HexGui and benzene, whatever they call it;
// otherwise it was the stone that was exchanged.
func (b *Builder) settle(next position.Color) {
	if b.by == position.Empty {
		return
	}
	word := position.SwapPieces
	if next == b.by {
		word = position.SwapSides
	}
	b.last, _ = word.Swap(&b.script, b.by, b.swap, b.Size()) // which was tried before
	b.by = position.Empty
}

func (b *Builder) root(n *sgfread.Node) {
	if p, ok := n.Find(sgfread.IdentGM); ok {
		if number, ok := sgfread.ParseNumber(p.Value(0)); ok && number > 0 {
			b.Play(game.Numbered(number))
		} else if named, ok := game.Called(string(p.Value(0))); ok {
			b.Play(named) // GM[Othello], as some programs write
		}
	} else if g, other := unnumbered(n); g != nil {
		b.Play(g)
		b.other = other
	}
	if p, ok := n.Find(sgfread.IdentSZ); ok && !b.kind.About().Fixed {
		if size, _, ok := sgfread.ParseSize(p.Value(0)); ok {
			b.size = size
		}
	}
}

// unnumbered returns the game of a record that does not say it, as its root shows, and
// whether its moves give each player the other's color; nil if the root shows nothing.
func unnumbered(root *sgfread.Node) (g game.Game, other bool) {
	return game.WithoutNumber(func(ident string) string {
		id := sgfread.ParseIdent(ident)
		if p, ok := root.Find(id); ok && id != sgfread.IdentOther {
			return string(p.Value(0))
		}
		return ""
	})
}

// GameOf returns SGF's number of the game of a record that does not say it, as its
// root shows: by its name in GM, or else by other properties.
func GameOf(root *sgfread.Node) int {
	var g game.Game
	if p, ok := root.Find(sgfread.IdentGM); ok {
		if named, ok := game.Called(string(p.Value(0))); ok {
			g = named
		}
	} else {
		g, _ = unnumbered(root)
	}
	if g == nil {
		g = game.Default()
	}
	return g.About().Number
}

// Property adds a property to the node, and reports whether it is one of the board.
func (b *Builder) Property(p sgfread.Property) bool {
	switch p.Ident() {
	case sgfread.IdentB:
		b.move(position.Black, p.Value(0), p.Offset())
	case sgfread.IdentW:
		b.move(position.White, p.Value(0), p.Offset())
	case sgfread.IdentAB:
		b.setup(position.Black, p)
	case sgfread.IdentAW:
		b.setup(position.White, p)
	case sgfread.IdentAE:
		b.setup(position.Empty, p)
	case sgfread.IdentPL:
		switch color, _ := sgfread.ParseColor(p.Value(0)); color {
		case 'B':
			b.script.ToPlay(position.Black)
		case 'W':
			b.script.ToPlay(position.White)
		}
	case identR:
		if !b.kind.About().RedMoves {
			return false
		}
		b.move(position.White, p.Value(0), p.Offset())
	default:
		return false
	}
	return true
}

// identR is what some records have in place of W, see [game.About].
var identR = sgfread.ParseIdent("R")

func (b *Builder) move(color position.Color, raw []byte, offset int64) {
	b.moved = true
	color = b.mover(color)
	if b.worded {
		if b.word(color, raw, offset) {
			return
		}
	}
	if b.stones {
		b.point(color, raw, offset)
	} else {
		b.coded(color, raw, offset)
	}
}

// point adds a move that is a point. One that is none of the board is left out;
// sgfread.Checker reports it where it knows the board.
func (b *Builder) point(color position.Color, raw []byte, offset int64) {
	point, kind := sgfread.ParseMove(raw, b.size)
	switch kind {
	case sgfread.PlayMove:
		b.put(position.Move{Color: color, Point: position.At(point.XY())})
	case sgfread.PassMove:
		b.put(position.Move{Color: color, Point: position.Pass})
	default:
		// Players of other games write the names that the board has, B[h8], and some
		// programs do so for Go: B[R16]. What is no name there either, Go's checker
		// reports.
		named, err := b.rules.ParsePoint(b.Size(), strings.TrimSpace(string(raw)))
		if err != nil && !b.named {
			return
		}
		if err != nil {
			b.report(BadMove, offset, "a move outside the board of "+b.Size().String()+": "+quote(raw)+"; left out")
			return
		}
		b.put(position.Move{Color: color, Point: named})
	}
}

func (b *Builder) put(m position.Move) {
	b.script.Move(m)
	b.last = m
}

// word does what a word in place of a point says, and reports whether it is one.
func (b *Builder) word(color position.Color, raw []byte, offset int64) bool {
	word := b.rules.ParseSpecial(string(raw))
	switch word {
	case position.NoSpecial:
		return false
	case position.Resigns:
		b.resign(color)
		return true
	}
	var trial position.ScriptBuilder
	into := &b.script
	if word != position.SwapSides {
		into = &trial // it is not known yet what it means, see settle
	}
	last, err := word.Swap(into, color, b.last, b.Size())
	switch {
	case err != nil:
		b.report(BadMove, offset, "a move that is none, as "+err.Error()+": "+quote(raw)+"; left out")
	case word != position.SwapSides:
		b.swap, b.by = b.last, color
	default:
		b.last = last
	}
	return true
}

// resign notes that a player gave up, if that is at the end of the main line.
func (b *Builder) resign(by position.Color) {
	if b.first {
		b.ended = by
	}
}

// coded adds a move that is not a point. Of a game whose moves nobody can read it
// is counted: its code tells it from most others.
func (b *Builder) coded(color position.Color, raw []byte, offset int64) {
	if b.reader == nil {
		if position.IsResignation(string(raw)) {
			b.resign(color)
			return
		}
		b.script.Move(position.Move{Color: color, Point: position.Uncoded(raw)})
		return
	}
	code, err := b.reader.ReadMove(string(raw))
	if err != nil {
		if r, ok := b.reader.(game.Resigner); ok && r.Resigns(string(raw)) {
			b.resign(color)
			return
		}
		b.report(BadMove, offset, "a move that is "+err.Error()+": "+quote(raw)+"; left out")
		return
	}
	if code == position.Pass && b.kind.About().NoPasses {
		b.script.Pass(color)
		return
	}
	b.script.Move(position.Move{Color: color, Point: code})
}

func (b *Builder) setup(color position.Color, p sgfread.Property) {
	if color == position.Black && !b.moved {
		b.blackFirst = true
	} else {
		b.otherSetup = true
	}
	if b.placer != nil {
		b.place(color, p)
		return
	}
	for point := range b.points(p) {
		if !b.add(color, point, p.Offset()) {
			return
		}
	}
}

// place sets up pieces on squares whose names the game reads.
func (b *Builder) place(color position.Color, p sgfread.Property) {
	for raw := range p.Values() {
		points, err := b.placer.ReadPoints(string(raw))
		if err != nil {
			b.report(BadMove, p.Offset(), "setup that is "+err.Error()+": "+quote(raw)+"; left out")
		}
		for _, at := range points {
			if !b.add(color, at, p.Offset()) {
				return
			}
		}
	}
}

// add sets up a stone as long as there is room.
func (b *Builder) add(color position.Color, at position.Point, offset int64) bool {
	if b.room--; b.room < 0 {
		b.report(TooMuch, offset, "more setup stones than can be replayed; left out")
		return false
	}
	b.script.Add(color, at)
	return true
}

// points yields the points of a list, which may be named as the board names them.
func (b *Builder) points(p sgfread.Property) iter.Seq[position.Point] {
	return func(yield func(position.Point) bool) {
		for point := range p.Points(b.size) {
			if !yield(position.At(point.XY())) {
				return
			}
		}
		for raw := range p.Values() {
			if _, _, ok := sgfread.ParsePoints(raw); ok {
				continue
			}
			first, last, ok := b.corners(string(raw))
			if !ok && !b.named {
				continue
			}
			if !ok {
				b.report(BadMove, p.Offset(), "a stone outside the board of "+b.Size().String()+": "+quote(raw)+"; left out")
				continue
			}
			for y := min(first.Y(), last.Y()); y <= max(first.Y(), last.Y()); y++ {
				for x := min(first.X(), last.X()); x <= max(first.X(), last.X()); x++ {
					if !yield(position.At(x, y)) {
						return
					}
				}
			}
		}
	}
}

// corners reads a point or a rectangle of points by their names: "c2", "a1:c2".
func (b *Builder) corners(text string) (first, last position.Point, ok bool) {
	from, to, two := strings.Cut(strings.TrimSpace(text), ":")
	first, err := b.rules.ParsePoint(b.Size(), from)
	if last = first; err == nil && two {
		last, err = b.rules.ParsePoint(b.Size(), to)
	}
	return first, last, err == nil && first != position.Pass && last != position.Pass
}

func (b *Builder) report(code string, offset int64, words string) {
	if b.Report != nil {
		b.Report(code, offset, words)
	}
}

// quote shows a value in a message, shortened.
func quote(raw []byte) string {
	const most = 20
	if len(raw) > most {
		return strconv.Quote(string(raw[:most])) + "..."
	}
	return strconv.Quote(string(raw))
}
