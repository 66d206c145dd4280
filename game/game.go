package game

import (
	"iter"
	"strconv"
	"strings"

	"kifudb/position"
)

// A Game is an entry of the registry.
type Game interface {
	About() *About
}

// About is what kifudb knows about a game without its rules.
type About struct {
	Number int      // SGF's, the value of GM
	Name   string   // in lists, in JSON and in queries: "go"
	Also   []string // what else people call it, in lower case

	// Size is that of the board where a record does not say it; zero if that is
	// not known.
	Size position.Size
	// Fixed is set if no record can say another size.
	Fixed bool

	unlisted bool // SGF has no name for it

	// Start are the identifiers of the info of a record that say how its game
	// starts, if that is not among its moves.
	Start []string
	// Signs stand for Black and White in lists; "" for stones.
	Signs [2]string
	// Margin is what the difference of a result counts: "points", "discs"; "" if
	// there are only winners.
	Margin string
	// Ratings is set where the numbers of BR and WR are ratings.
	Ratings bool
	// AsIs is set if positions are found as they lie, not turned or mirrored, unless
	// a question wants it otherwise: the rules may know a mirror that openings do
	// not.
	AsIs bool
	// NoPasses is set where a player passes who has no move, and nobody else may: a pass
	// is no move of a record then, which may leave it out.
	NoPasses bool
	// WhiteAhead is set where values of engines say how far White is ahead, who begins.
	WhiteAhead bool
	// RedMoves is set where records have R in place of W for moves of the second player.
	RedMoves bool
	// Corners is set if the opening of a game is described by the first points in the corners.
	Corners bool
	// Always is set if archives of every format hold the positions of its games.
	// The positions of other games were derived by a version that knew the rules, see
	// store.HasRules.
	Always bool
	// LateEndings is set if names of how games end came later than those of openings: with
	// the properties of nodes, see store.PropertiesRead.
	LateEndings bool
}

// Listed reports whether SGF has a name for the game.
func (a *About) Listed() bool { return !a.unlisted }

// An entry is a game of which nothing else is known. Other entries embed one.
type entry struct{ about About }

func (e *entry) About() *About { return &e.about }

// Stones is a game whose stones are put on points and stay there unless they are
// captured. Its moves are points, and package position replays it.
type Stones interface {
	Game
	Rules() position.Rules
}

// A Replayer is a game whose records can be replayed.
type Replayer interface {
	Game
	// Start returns the position from which a record starts. An error says what
	// in its info is not understood.
	Start(r Record) (Position, error)
	// Replay executes a script from a position and yields a step for each node.
	// It does what the record says as far as it can be done.
	Replay(start Position, s position.Script) iter.Seq[*Step]
}

// A Record is what tells how a game starts.
type Record struct {
	Size position.Size
	Info func(ident string) string // the first value of a property, "" if there is none
}

// value returns a value of the info.
func (r Record) value(ident string) string {
	if r.Info == nil {
		return ""
	}
	return r.Info(ident)
}

// A Step is what a node of a script did. It and its positions are valid until the
// next one.
type Step struct {
	Node       int // number of the node in file order, the root is 0
	Parent     int // number of the node above, -1 for the root
	MoveNumber int // moves so far on this path
	MainLine   bool

	Moved bool          // whether the node has a move
	Move  position.Move // by whose turn it was, and its code
	Done  bool          // whether the move could be executed
	Fault string        // how it is against the rules, "" if it is not
	Swap  bool          // it took the other's stone over, as in Hex: Move is the stone at its new place

	// Before and Position are the positions before and after the node. Before is
	// nil for games of Stones, whose moves are named without it.
	Before, Position Position
}

// Number says which move of a game the step has: "move 4". Passes are not counted where
// players pass only if they cannot move: "the pass after move 3".
func (s *Step) Number(g Game) string {
	if g.About().NoPasses && (!s.Moved || s.Move.Point == position.Pass) {
		return "the pass after move " + strconv.Itoa(s.MoveNumber)
	}
	return "move " + strconv.Itoa(s.MoveNumber)
}

// stepOf returns the step of a game that is played by a package of its own, whose
// positions become those of package game by as.
func stepOf[P any](at *position.Visit[P], as func(*P) Position, move position.Move, moved bool, fault interface {
	Possible() bool
	String() string
}) Step {
	return Step{
		Node: at.Node, Parent: at.Parent, MoveNumber: at.MoveNumber, MainLine: at.MainLine,
		Moved: moved, Move: move, Done: moved && fault.Possible(), Fault: fault.String(),
		Before: as(at.Before), Position: as(at.Position),
	}
}

// steps yields the steps of such a game in the terms of all games.
func steps[S any](played iter.Seq[*S], as func(*S) Step) iter.Seq[*Step] {
	return func(yield func(*Step) bool) {
		var step Step
		for done := range played {
			step = as(done)
			if !yield(&step) {
				return
			}
		}
	}
}

// Name returns the step's move as players write it, native in their own script.
func (s *Step) Name(native bool) string {
	p := s.Before
	if p == nil {
		p = s.Position
	}
	code := s.Move.Point
	if s.Swap {
		code = position.SwapsStone
	}
	if m, ok := p.(Mover); ok {
		return m.Name(code, native)
	}
	return ""
}

// A MoveReader is a game whose moves are not points: a record in SGF writes them
// in a notation of their own.
type MoveReader interface {
	Game
	// ReadMove returns the code of a move, which fits into 14 bits. The error
	// continues "a move that is".
	ReadMove(text string) (position.Point, error)
	// MoveText is the inverse, "" for what is not the code of a move.
	MoveText(code position.Point) string
}

// IsPass reports whether the point of a move of a game stands for a pass. Where moves have codes in
// place of points, the number of a pass may be the code of another move.
func IsPass(g Game, p position.Point) bool {
	if p != position.Pass {
		return false
	}
	reader, ok := g.(MoveReader)
	return !ok || strings.EqualFold(reader.MoveText(p), position.Pass.String())
}

// A SetupReader is a game whose pieces are set up in SGF on squares that have names of
// their own.
type SetupReader interface {
	Game
	// ReadPoints returns the squares of one value of AB, AW or AE. The error continues
	// "setup that is".
	ReadPoints(text string) ([]position.Point, error)
	// PointText names a square so that ReadPoints reads it.
	PointText(at position.Point) string
}

// A Resigner is a game of which records in SGF may have a word in place of a move that
// says that a player gives up.
type Resigner interface {
	MoveReader
	Resigns(text string) bool
}

// A PositionReader is a game whose positions can be written in a text.
type PositionReader interface {
	Game
	// Recognizes reports whether a text can only be a position of this game.
	Recognizes(text string) bool
	// ReadPosition returns the position of a text. Its error may be a *TextError.
	ReadPosition(text string) (Position, error)
}

// A TextError is an error about a word of a position's text.
type TextError struct {
	At int // the byte where the word begins
	error
}

func (e *TextError) Unwrap() error { return e.error }

// A Judge is one of Stones with rules beyond those of points and stones.
type Judge interface {
	Stones
	// Judge returns what else is wrong with a step that led to a board, "" for
	// nothing.
	Judge(b *position.Board, s *position.Step) string
	// Winner returns who has won on the board, Empty if nobody has.
	Winner(b *position.Board) position.Color
}

// An Unnumbered is a game of which some programs write records without its number.
type Unnumbered interface {
	Game
	// Unnumbered reports whether the values of a root show the game, and whether the
	// moves of such a record give each player the other's color.
	Unnumbered(value func(ident string) string) (is, other bool)
}

// A Handicapper is a game with a handicap that is not stones on points.
type Handicapper interface {
	Game
	// Handicap returns how many pieces were given, 0 for none.
	Handicap(r Record) int
}

// RulesOf returns the rules of a game whose stones are put on points, nil for others.
func RulesOf(g Game) *position.Rules {
	stones, ok := g.(Stones)
	if !ok {
		return nil
	}
	rules := stones.Rules()
	return &rules
}
