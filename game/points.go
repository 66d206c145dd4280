package game

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"kifudb/position"
)

// Points is a position of a game of Stones.
type Points struct{ Goban *position.Board }

// OnPoints makes a position of a board, which it holds from then on.
func OnPoints(b *position.Board) *Points { return &Points{b} }

// Game returns the game by whose rules the board is played on.
func (p *Points) Game() Game { return Of(p.rules().Number()) }

func (p *Points) rules() position.Rules { return p.Goban.Rules() }

// ToPlay returns whose turn it is.
func (p *Points) ToPlay() position.Color { return p.Goban.ToPlay() }

// Text returns the stones as setup in SGF. The side to move is not in it.
func (p *Points) Text() string { return p.Goban.SetupSGF() }

// Subject returns that of the image that comes first: to people a position is the
// same however it is turned.
func (p *Points) Subject() string { return p.Goban.CanonicalSGF() }

// Canonical returns the key of all images of the stones.
func (p *Points) Canonical() position.Key { return p.Goban.Canonical() }

// Equal reports whether the same stones lie on the same points.
func (p *Points) Equal(other Position) bool {
	q, ok := other.(*Points)
	return ok && p.rules() == q.rules() && p.Text() == q.Text()
}

// Clone returns a copy.
func (p *Points) Clone() Position { return &Points{p.Goban.Clone()} }

// Moves returns the legal moves: none where somebody has won.
func (p *Points) Moves() []Move {
	b, size := p.Goban, p.Goban.Size()
	moves := []Move{}
	if p.winner() != position.Empty {
		return moves
	}
	for i := range size.Area() {
		at := size.At(i)
		if b.At(at) == position.Empty && (p.free(at) || b.Legal(position.Move{Color: b.ToPlay(), Point: at}) == nil) {
			moves = append(moves, Move{Text: at.String(), Name: p.Name(at, false), To: i})
		}
	}
	if p.rules().Hexes {
		for _, code := range p.swaps() {
			moves = append(moves, Move{Text: p.Name(code, false), Name: p.Name(code, false), To: -1})
		}
		return moves // nobody may pass
	}
	return append(moves, Move{Text: position.Pass.String(), Name: "pass", To: -1})
}

// free reports whether a stone may be put on an empty point without a look at what
// it captures.
func (p *Points) free(at position.Point) bool {
	if ko, barred := p.Goban.Ko(); p.rules().Keep || barred && ko == at {
		return p.rules().Keep
	}
	for _, n := range [...][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
		x, y := at.X()+n[0], at.Y()+n[1]
		if size := p.Goban.Size(); x >= 0 && y >= 0 && x < size.Cols && y < size.Rows && p.Goban.At(position.At(x, y)) == position.Empty {
			return true
		}
	}
	return false
}

// swaps returns the codes of the ways to swap in Hex: only the first stone can be.
func (p *Points) swaps() []position.Point {
	b, other := p.Goban, p.ToPlay().Opponent()
	if !p.rules().Hexes || b.Stones(other) != 1 || b.Stones(p.ToPlay()) != 0 {
		return nil
	}
	if size := b.Size(); !size.Contains(p.mirrored(other)) {
		return []position.Point{position.Pass}
	}
	return []position.Point{position.SwapsStone, position.Pass}
}

// mirrored returns where the image of the first stone of a color lies, in the long diagonal.
func (p *Points) mirrored(c position.Color) position.Point {
	return position.Symmetry(4).Apply(p.first(c), p.Goban.Size())
}

// first returns the first stone of a color.
func (p *Points) first(c position.Color) position.Point {
	size := p.Goban.Size()
	for i := range size.Area() {
		if at := size.At(i); p.Goban.At(at) == c {
			return at
		}
	}
	return position.Pass
}

// ReadMove reads a point as boards or SGF name it, or a pass; in Hex also how to swap.
func (p *Points) ReadMove(text string) (position.Point, error) {
	for _, code := range p.swaps() {
		if strings.EqualFold(text, p.Name(code, false)) {
			return code, nil
		}
	}
	setup, err := p.rules().ParsePosition(p.Goban.Size().String() + " " + text)
	if err != nil {
		return 0, errors.New("not a point of the board, such as " + p.Name(position.At(p.Goban.Size().Cols/2, 0), false))
	}
	for event, m := range setup.Script.Events() {
		if event == position.AtNode && m.Color != position.Empty {
			return m.Point, nil
		}
	}
	return 0, fmt.Errorf("%q is not a move", text)
}

// Name returns the point as boards name it.
func (p *Points) Name(code position.Point, _ bool) string {
	return p.rules().PointName(p.Goban.Size(), code)
}

// Play puts a stone.
func (p *Points) Play(code position.Point) (string, bool) {
	if p.winner() != position.Empty {
		return "the game is over", false
	}
	by := p.Goban.ToPlay()
	switch {
	case !p.rules().Hexes:
	case slices.Contains(p.swaps(), code):
		if code == position.Pass {
			p.Goban.Play(position.Move{Color: by, Point: code})
			p.Goban.SetToPlay(by)
			return "", true
		}
		code = p.mirrored(by.Opponent())
		p.Goban.Set(p.first(by.Opponent()), position.Empty)
	case code >= position.SwapsStone:
		return "only the first stone can be swapped", false
	}
	f := p.Goban.Play(position.Move{Color: by, Point: code})
	return f.String(), f&(position.OffBoard|position.NoColor) == 0
}

func (p *Points) winner() position.Color {
	if judge, ok := p.Game().(Judge); ok {
		return judge.Winner(p.Goban)
	}
	return position.Empty
}

func (p *Points) diagram(d Drawing) *position.Diagram {
	diagram := position.NewDiagram(p.Goban)
	diagram.Labels = d.Labels
	if d.Last != nil {
		diagram.Last = *d.Last
	}
	return diagram
}

// Draw draws the board.
func (p *Points) Draw(d Drawing) string { return p.diagram(d).Format(d.Style) }

// WriteSVG draws the board as a picture.
func (p *Points) WriteSVG(w io.Writer, d Drawing) error { return p.diagram(d).WriteSVG(w) }

// cells is what plain data call the points.
func (p *Points) cells() string {
	if p.rules().Hexes {
		return "hexes"
	}
	return "points"
}

// Data returns the board as plain data.
func (p *Points) Data() *Board {
	size := p.Goban.Size()
	b := &Board{
		Game: p.Game().About().Name, Cells: p.cells(), Cols: size.Cols, Rows: size.Rows, Stars: []int{}, Pieces: []Piece{}, Hands: []Hand{},
		ToPlay: letter(p.ToPlay()), Winner: letter(p.winner()), Text: p.Text(), Moves: p.Moves(),
	}
	for x := range size.Cols {
		b.Columns = append(b.Columns, p.rules().ColumnName(x))
	}
	for y := range size.Rows {
		b.Lines = append(b.Lines, p.rules().RowName(size, y))
	}
	for i := range size.Area() {
		at := size.At(i)
		if p.rules().Star(size, at) {
			b.Stars = append(b.Stars, i)
		}
		if c := p.Goban.At(at); c != position.Empty {
			b.Pieces = append(b.Pieces, Piece{Cell: i, Color: letter(c), Kind: "stone"})
		}
	}
	if !p.rules().Keep {
		b.Captured = &[2]int{p.Goban.Captured(position.Black), p.Goban.Captured(position.White)}
	}
	return b
}
