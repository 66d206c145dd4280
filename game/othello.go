package game

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"kifudb/position"
	"kifudb/position/feature"
	"kifudb/position/othello"
)

// othelloGame is Othello and reversi, GM[2], whose rules are package position/othello.
// SGF's first version named its squares as players do, f5; programs also write the two
// letters of Go, fe. A pass is made by who has no move, and only then: records may leave
// it out, so it is no move.
var othelloGame = &othelloEntry{entry{About{
	Number: 2, Name: "othello", Also: []string{"reversi", "オセロ", "リバーシ", "奥赛罗", "黑白棋", "翻轉棋"},
	Size: position.Square(othello.Usual), Margin: "discs", Ratings: true, NoPasses: true,
}}}

type othelloEntry struct{ entry }

// puts says that a move's code is the square of a disc, see [PutsOnPoints].
func (*othelloEntry) puts() {}

// Recognizes knows SGF that names the game, moves from the start in a row, and a board
// of signs with the side to move.
func (*othelloEntry) Recognizes(text string) bool {
	if number := numberInSGF(text); number != "" {
		return number == "2"
	}
	words := strings.Fields(text)
	switch {
	case len(words) > 0 && len(words[0]) > 2 && othello.IsTranscript(strings.Join(words, "")):
		return true
	case len(words) != 2 || strings.Trim(words[0], "-XO*xo./12345678") != "" || len(words[0]) < othello.MinSize*othello.MinSize:
		return false
	}
	_, err := othello.Parse(text)
	return err == nil
}

// ReadPosition reads a board with the side to move, see [othello.Parse], the moves from
// the start of a game, or SGF. A move that is against the rules is an error.
func (e *othelloEntry) ReadPosition(text string) (Position, error) {
	var p *othello.Position
	var err error
	switch {
	case strings.Contains(text, "["):
		return readSGF(e, text)
	case othello.LooksLikeMoves(text):
		p, err = othello.ParseMoves(text)
	default:
		p, err = othello.Parse(text)
	}
	var wrong *othello.MoveError
	switch {
	case errors.As(err, &wrong):
		return nil, &TextError{wrong.At, wrong.Unwrap()}
	case err != nil:
		return nil, fmt.Errorf("a position of Othello: %w", err)
	}
	return Discs{p}, nil
}

// ReadMove reads a square, or a pass.
func (*othelloEntry) ReadMove(text string) (position.Point, error) { return othello.ParsePoint(text) }

// MoveText names a square, or writes a pass.
func (*othelloEntry) MoveText(code position.Point) string {
	switch {
	case code == position.Pass:
		return "pass"
	case code.X() >= othello.MaxSize || code.Y() >= othello.MaxSize:
		return ""
	}
	return othello.Name(code)
}

// ReadPoints reads a square of setup, or the squares of a rectangle.
func (*othelloEntry) ReadPoints(text string) ([]position.Point, error) {
	first, last, _ := strings.Cut(text, ":")
	from, err := othello.ParsePoint(first)
	to := from
	if err == nil && last != "" {
		to, err = othello.ParsePoint(last)
	}
	if err != nil || from == position.Pass || to == position.Pass {
		return nil, errors.New("no square, such as e4 or ed")
	}
	var points []position.Point
	for y := from.Y(); y <= to.Y(); y++ {
		for x := from.X(); x <= to.X(); x++ {
			points = append(points, position.At(x, y))
		}
	}
	return points, nil
}

// PointText writes a square in the two letters of SGF.
func (*othelloEntry) PointText(at position.Point) string { return at.String() }

// Start returns the usual start on the board of a record.
func (*othelloEntry) Start(r Record) (Position, error) {
	if !othello.ValidSize(r.Size) {
		return nil, fmt.Errorf("a board of %v; Othello is played on 8x8, and boards from 4x4 to 14x14 with an even number of squares are replayed", r.Size)
	}
	return Discs{othello.New(r.Size.Cols)}, nil
}

// Replay plays the moves, which turn discs.
func (*othelloEntry) Replay(start Position, s position.Script) iter.Seq[*Step] {
	return steps(othello.Replay(start.(Discs).Othello, s), func(done *othello.Step) Step {
		return stepOf(&done.Visit, discs, done.Move, done.Moved, done.Fault)
	})
}

// Features returns the kinds of features of Othello.
func (*othelloEntry) Features() []feature.Kind { return othello.Features() }

// Observe yields what moves do on the board.
func (*othelloEntry) Observe(start Position, s position.Script, w feature.Wanted) iter.Seq[*feature.Instance] {
	return othello.Observe(start.(Discs).Othello, s, w)
}

// Discs is a position of Othello.
type Discs struct{ Othello *othello.Position }

func discs(p *othello.Position) Position { return Discs{p} }

// Game returns Othello.
func (Discs) Game() Game { return othelloGame }

// ToPlay returns whose turn it is.
func (p Discs) ToPlay() position.Color { return p.Othello.ToPlay() }

// Text returns the squares and the side to move.
func (p Discs) Text() string { return p.Othello.String() }

// Subject returns that of the image whose text comes first.
func (p Discs) Subject() string { return leastText(p) }

// Canonical returns the key of all images.
func (p Discs) Canonical() position.Key { return p.Othello.Canonical() }

// Equal reports whether discs and turn are the same.
func (p Discs) Equal(other Position) bool {
	q, ok := other.(Discs)
	return ok && p.Othello.Equal(q.Othello)
}

// Clone returns a copy.
func (p Discs) Clone() Position { return Discs{p.Othello.Clone()} }

// At returns what lies on a square.
func (p Discs) At(at position.Point) position.Color { return p.Othello.At(at) }

// Size returns the size of the board.
func (p Discs) Size() position.Size { return p.Othello.Size() }

// Result returns by how many discs the game was won, if it is over.
func (p Discs) Result() string {
	if !p.Othello.Over() {
		return "" // before the discs are counted: imports ask after each move
	}
	switch margin := p.Othello.Margin(); {
	case margin > 0:
		return fmt.Sprintf("B+%d", margin)
	case margin < 0:
		return fmt.Sprintf("W+%d", -margin)
	}
	return "0"
}

// Images returns the position as it is, with Mirror also turned and mirrored, with Swap
// also with the colors exchanged.
func (p Discs) Images(o ImageOptions) []Image { return different(allImages(p, o, p.moved)) }

// Selves returns the images that equal the position, itself first.
func (p Discs) Selves(o ImageOptions) []Image { return selvesOf(p, allImages(p, o, p.moved)) }

// Image returns the image under a symmetry.
func (p Discs) Image(s position.Symmetry, swapped bool) Position {
	return Discs{p.Othello.Image(s, swapped)}
}

// moved returns what a symmetry does to a move.
func (p Discs) moved(s position.Symmetry, code position.Point) position.Point {
	if !p.Size().Contains(code) {
		return code
	}
	return s.Apply(code, p.Size())
}

// ReadMove reads a square.
func (p Discs) ReadMove(text string) (position.Point, error) {
	at, err := othello.ParsePoint(text)
	if err != nil || at != position.Pass && !p.Size().Contains(at) {
		return 0, errors.New("not a square of the board, such as f5")
	}
	return at, nil
}

// Name returns a square as players name it.
func (Discs) Name(code position.Point, _ bool) string { return othello.Name(code) }

// Play makes a move of the side to move.
func (p Discs) Play(code position.Point) (string, bool) {
	f := p.Othello.Play(position.Move{Color: p.ToPlay(), Point: code})
	return f.String(), f.Possible()
}

// Moves returns the legal moves. There is no pass: it is the turn of who has a move.
func (p Discs) Moves() []Move {
	moves := []Move{}
	for _, at := range p.Othello.Moves(p.ToPlay(), nil) {
		moves = append(moves, Move{Text: othello.Name(at), Name: othello.Name(at), To: p.Size().Index(at)})
	}
	return moves
}

func drawing(d Drawing) othello.Drawing {
	drawn := othello.Drawing{Style: d.Style, Last: position.Pass, Labels: d.Labels}
	if d.Last != nil {
		drawn.Last = *d.Last
	}
	return drawn
}

// Draw draws the board, and counts the discs.
func (p Discs) Draw(d Drawing) string { return p.Othello.Draw(drawing(d)) }

// WriteSVG draws the board as a picture.
func (p Discs) WriteSVG(w io.Writer, d Drawing) error { return p.Othello.WriteSVG(w, drawing(d)) }

// Data returns the board as plain data.
func (p Discs) Data() *Board {
	size := p.Size()
	b := &Board{
		Game: othelloGame.about.Name, Cells: "squares", Cols: size.Cols, Rows: size.Rows, Stars: []int{}, Pieces: []Piece{}, Hands: []Hand{},
		ToPlay: letter(p.ToPlay()), Text: p.Text(), Moves: p.Moves(),
	}
	for i := range size.Cols {
		b.Columns = append(b.Columns, string(rune('a'+i)))
		b.Lines = append(b.Lines, fmt.Sprint(i+1))
	}
	for _, star := range p.Othello.Stars() {
		b.Stars = append(b.Stars, size.Index(star))
	}
	for i := range size.Area() {
		if c := p.At(size.At(i)); c != position.Empty {
			b.Pieces = append(b.Pieces, Piece{Cell: i, Color: letter(c), Kind: "disc"})
		}
	}
	switch margin := p.Othello.Margin(); {
	case !p.Othello.Over():
	case margin > 0:
		b.Winner = "B"
	case margin < 0:
		b.Winner = "W"
	}
	return b
}
