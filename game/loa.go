package game

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"kifudb/position"
	"kifudb/position/loa"
)

// loaGame is Lines of Action, GM[9], whose rules are package position/loa. Its SGF is
// described at https://www.red-bean.com/sgf/loa.html: moves are "e1-e3" or "c2:c5", SU says
// which start it is.
var loaGame = &loaEntry{entry{About{
	Number: 9, Name: "lines of action", Also: []string{"loa"}, Size: position.Square(loa.Side), Start: []string{"SU"},
}}}

type loaEntry struct{ entry }

// Recognizes knows SGF that names the game, boards as servers write them, and moves from
// the start in a row, which nobody writes in that way for another game.
func (*loaEntry) Recognizes(text string) bool {
	if number := numberInSGF(text); number != "" {
		return number == "9"
	}
	words := strings.Fields(text)
	if len(words) > 1 && strings.Count(words[0], "/") == loa.Side-1 {
		_, err := loa.Parse(text)
		return err == nil
	}
	return len(text) > 4 && strings.ContainsAny(text, "-:") && loa.New().PlayMoves(text) == nil
}

// ReadPosition reads a board as servers write it, moves from the start of a game, or SGF. A
// move that is against the rules is an error.
func (e *loaEntry) ReadPosition(text string) (Position, error) {
	switch {
	case strings.Contains(text, "["):
		return readSGF(e, text)
	case strings.Contains(text, "/"):
		p, err := loa.Parse(text)
		if err != nil {
			return nil, fmt.Errorf("a position of Lines of Action: %w", err)
		}
		return Lines{p}, nil
	}
	p := loa.New()
	err := p.PlayMoves(text)
	if wrong, ok := errors.AsType[*loa.MoveError](err); ok {
		return nil, &TextError{wrong.At, wrong.Unwrap()}
	}
	if strings.TrimSpace(text) == "" {
		return nil, errors.New("a position of Lines of Action: there is no move and no board")
	}
	return Lines{p}, nil
}

// ReadMove reads a move, or a pass.
func (*loaEntry) ReadMove(text string) (position.Point, error) {
	m, err := loa.ParseMove(text)
	return m.Code(), err
}

// MoveText writes a move as SGF has it.
func (*loaEntry) MoveText(code position.Point) string {
	m, ok := loa.MoveOf(code)
	if !ok {
		return ""
	}
	return m.String()
}

// Resigns knows the words of SGF for those who give up.
func (*loaEntry) Resigns(text string) bool {
	text = strings.TrimSpace(text)
	return strings.EqualFold(text, "resign") || strings.EqualFold(text, "forfeit")
}

// ReadPoints reads a square of setup, or the squares of a rectangle.
func (*loaEntry) ReadPoints(text string) ([]position.Point, error) {
	first, last, two := strings.Cut(strings.TrimSpace(text), ":")
	from, err := loa.ParseSquare(first)
	to := from
	if err == nil && two {
		to, err = loa.ParseSquare(last)
	}
	if err != nil {
		return nil, err
	}
	a, b := loaGame.about.Size.At(from), loaGame.about.Size.At(to)
	var points []position.Point
	for y := min(a.Y(), b.Y()); y <= max(a.Y(), b.Y()); y++ {
		for x := min(a.X(), b.X()); x <= max(a.X(), b.X()); x++ {
			points = append(points, position.At(x, y))
		}
	}
	return points, nil
}

// PointText names a square.
func (*loaEntry) PointText(at position.Point) string {
	return loa.SquareName(loaGame.about.Size.Index(at))
}

// Start returns the start that SU names. Parachute and Gemma, which SGF lists, are
// games with rules of their own.
func (*loaEntry) Start(r Record) (Position, error) {
	if r.Size != loaGame.about.Size {
		return nil, fmt.Errorf("a board of %v; kifudb replays Lines of Action only on 8x8", r.Size)
	}
	switch setup := r.value("SU"); strings.ToLower(strings.TrimSpace(setup)) {
	case "", "standard":
		return Lines{loa.New()}, nil
	case "scrambled-eggs", "scrambled eggs":
		return Lines{loa.NewScrambled()}, nil
	case "custom":
		return Lines{loa.NewEmpty()}, nil
	default:
		return nil, fmt.Errorf("the rules of SU[%.40s] are not known; kifudb replays Standard, Scrambled-eggs and Custom", setup)
	}
}

// Replay plays the moves, whose codes are those of [loa.Move.Code].
func (*loaEntry) Replay(start Position, s position.Script) iter.Seq[*Step] {
	return steps(loa.Replay(start.(Lines).LOA, s), func(done *loa.Step) Step {
		return stepOf(&done.Visit, lines, done.Move, done.Moved, done.Fault)
	})
}

// Lines is a position of Lines of Action.
type Lines struct{ LOA *loa.Position }

func lines(p *loa.Position) Position { return Lines{p} }

// Game returns Lines of Action.
func (Lines) Game() Game { return loaGame }

// ToPlay returns whose turn it is.
func (p Lines) ToPlay() position.Color { return p.LOA.ToPlay() }

// Text returns the board and the side to move, as servers write them.
func (p Lines) Text() string { return p.LOA.String() }

// Subject returns that of the image whose text comes first.
func (p Lines) Subject() string { return leastText(p) }

// Canonical returns the key of all images.
func (p Lines) Canonical() position.Key { return p.LOA.Canonical() }

// Equal reports whether pieces and turn are the same.
func (p Lines) Equal(other Position) bool {
	q, ok := other.(Lines)
	return ok && *p.LOA == *q.LOA
}

// Clone returns a copy.
func (p Lines) Clone() Position { return Lines{p.LOA.Clone()} }

// At returns what lies on a square.
func (p Lines) At(at position.Point) position.Color { return p.LOA.At(at) }

// Size returns the size of the board.
func (Lines) Size() position.Size { return loaGame.about.Size }

// Winner returns who alone has joined all pieces.
func (p Lines) Winner() position.Color { return p.LOA.Winner() }

// Images returns the position as it is, with Mirror also turned and mirrored, with Swap
// also with the colors exchanged.
func (p Lines) Images(o ImageOptions) []Image { return different(allImages(p, o, p.moved)) }

// Selves returns the images that equal the position, itself first.
func (p Lines) Selves(o ImageOptions) []Image { return selvesOf(p, allImages(p, o, p.moved)) }

// Image returns the image under a symmetry.
func (p Lines) Image(s position.Symmetry, swapped bool) Position {
	return Lines{p.LOA.Image(s, swapped)}
}

// moved returns what a symmetry does to a move.
func (Lines) moved(s position.Symmetry, code position.Point) position.Point {
	m, ok := loa.MoveOf(code)
	if !ok {
		return code
	}
	return m.Image(s).Code()
}

// ReadMove reads a move, or a pass.
func (Lines) ReadMove(text string) (position.Point, error) { return loaGame.ReadMove(text) }

// Name returns a move as players write it, which shows whether it captures.
func (p Lines) Name(code position.Point, _ bool) string {
	m, ok := loa.MoveOf(code)
	if !ok {
		return code.String()
	}
	return p.LOA.Name(m)
}

// Play makes a move.
func (p Lines) Play(code position.Point) (string, bool) {
	m, ok := loa.MoveOf(code)
	if !ok {
		return loa.NoMove.String(), false
	}
	f := p.LOA.Play(m)
	return f.String(), f.Possible()
}

// Moves returns the legal moves; of who has none a pass.
func (p Lines) Moves() []Move {
	moves := []Move{}
	for _, m := range p.LOA.Moves(nil) {
		move := Move{Text: m.String(), Name: p.LOA.Name(m), To: -1}
		if m != loa.Pass {
			from := int(m.From)
			move.From, move.To = &from, int(m.To)
		}
		moves = append(moves, move)
	}
	return moves
}

func loaDrawing(d Drawing) loa.Drawing {
	drawn := loa.Drawing{Style: d.Style, Last: loa.Pass, Labels: d.Labels}
	if d.Last != nil {
		if m, ok := loa.MoveOf(*d.Last); ok {
			drawn.Last = m
		}
	}
	return drawn
}

// Draw draws the board, and counts the pieces.
func (p Lines) Draw(d Drawing) string { return p.LOA.Draw(loaDrawing(d)) }

// WriteSVG draws the board as a picture.
func (p Lines) WriteSVG(w io.Writer, d Drawing) error { return p.LOA.WriteSVG(w, loaDrawing(d)) }

// Data returns the board as plain data.
func (p Lines) Data() *Board {
	size := p.Size()
	b := &Board{
		Game: loaGame.about.Name, Cells: "squares", Cols: size.Cols, Rows: size.Rows, Stars: []int{}, Pieces: []Piece{}, Hands: []Hand{},
		ToPlay: letter(p.ToPlay()), Winner: letter(p.Winner()), Text: p.Text(), Moves: p.Moves(),
	}
	for i := range loa.Side {
		b.Columns = append(b.Columns, string(rune('a'+i)))
		b.Lines = append(b.Lines, strconv.Itoa(loa.Side-i))
	}
	for i := range size.Area() {
		if c := p.At(size.At(i)); c != position.Empty {
			b.Pieces = append(b.Pieces, Piece{Cell: i, Color: letter(c), Kind: "disc"})
		}
	}
	return b
}
