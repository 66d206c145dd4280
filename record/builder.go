package record

import (
	"hash/fnv"
	"strconv"

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
	size   sgfread.Size
	depth  int // open trees and variations
	nodes  int
	room   int  // for setup stones that may still be placed
	moved  bool // there has been a move

	blackFirst, otherSetup bool
}

// Reset prepares for a record whose text has the given number of bytes.
func (b *Builder) Reset(bytes int) {
	b.script.Reset()
	b.Play(game.Default())
	b.depth, b.nodes = 0, 0
	b.room = maxSetup + bytes/4
	b.moved, b.blackFirst, b.otherSetup = false, false, false
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

// Setup reports whether black stones were put on the board before the first move,
// which may be those of a handicap, and whether there was other setup.
func (b *Builder) Setup() (black, other bool) { return b.blackFirst, b.otherSetup }

// Open begins a tree or a variation.
func (b *Builder) Open() {
	if b.depth++; b.depth > 1 {
		b.script.Open()
	}
}

// Close ends the tree or variation that was opened last.
func (b *Builder) Close() {
	if b.depth--; b.depth > 0 {
		b.script.Close()
	}
}

// Moves adds a run of plain moves.
func (b *Builder) Moves(run sgfread.Run) {
	for i := 0; i < len(run.Text); i += run.Stride {
		b.script.Node()
		b.nodes++
		node := run.Text[i:][:sgfread.MoveLen]
		color := position.Black
		if node[1] == 'W' {
			color = position.White
		}
		b.move(color, node[3:5], run.Offset+int64(i))
	}
}

// Begin begins a node. The first one says what the rest of the record depends on,
// whatever the order of its properties.
func (b *Builder) Begin(n *sgfread.Node) {
	if b.nodes == 0 {
		b.root(n)
	}
	b.script.Node()
	b.nodes++
}

func (b *Builder) root(n *sgfread.Node) {
	if p, ok := n.Find(sgfread.IdentGM); ok {
		if number, ok := sgfread.ParseNumber(p.Value(0)); ok && number > 0 {
			b.Play(game.Of(number))
		} else if named, ok := game.Named(string(p.Value(0))); ok {
			b.Play(named) // GM[Othello], as some programs write
		}
	}
	if p, ok := n.Find(sgfread.IdentSZ); ok && !b.kind.About().Fixed {
		if size, _, ok := sgfread.ParseSize(p.Value(0)); ok {
			b.size = size
		}
	}
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
	default:
		return false
	}
	return true
}

func (b *Builder) move(color position.Color, raw []byte, offset int64) {
	b.moved = true
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
		b.script.Move(position.Move{Color: color, Point: position.At(point.XY())})
	case sgfread.PassMove:
		b.script.Move(position.Move{Color: color, Point: position.Pass})
	default:
		if !b.named {
			return
		}
		// Players of other games write the names that the board has: B[h8].
		named, err := b.rules.ParsePoint(b.Size(), string(raw))
		if err != nil {
			b.report(BadMove, offset, "a move outside the board of "+b.Size().String()+": "+quote(raw)+"; left out")
			return
		}
		b.script.Move(position.Move{Color: color, Point: named})
	}
}

// moveCodes are the bits of a move's code in a script.
const moveCodes = 1<<14 - 1

// coded adds a move that is not a point. Of a game whose moves nobody can read it
// is counted: its code tells it from most others.
func (b *Builder) coded(color position.Color, raw []byte, offset int64) {
	if b.reader == nil {
		h := fnv.New32a()
		h.Write(raw)
		b.script.Move(position.Move{Color: color, Point: position.Point(h.Sum32() & moveCodes)})
		return
	}
	code, err := b.reader.ReadMove(string(raw))
	if err != nil {
		b.report(BadMove, offset, "a move that is "+err.Error()+": "+quote(raw)+"; left out")
		return
	}
	if code == position.Pass && b.kind.About().NoPasses {
		b.script.ToPlay(color.Opponent())
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
	for point := range p.Points(b.size) {
		if !b.add(color, position.At(point.XY()), p.Offset()) {
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
