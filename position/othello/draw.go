package othello

import (
	"fmt"
	"io"

	"kifudb/position"
)

// A Drawing says how a position is drawn.
type Drawing struct {
	Style  position.Style
	Last   position.Point // the square of the move that led here, which is marked; Pass for none
	Labels map[position.Point]string
}

// Draw returns the position for a terminal, in lines that end in a newline, as [Parse]
// reads it, unless there are labels.
func (p *Position) Draw(d Drawing) string { return p.discs(d).Draw(d.Style) }

// WriteSVG draws the position as an SVG picture. It ends with a newline and returns the
// writer's error.
func (p *Position) WriteSVG(w io.Writer, d Drawing) error { return p.discs(d).WriteSVG(w) }

// discs returns what is drawn.
func (p *Position) discs(d Drawing) *position.Discs {
	return &position.Discs{
		Name: "Othello", Pieces: "discs", Size: p.Size(), At: p.At, Stars: p.Stars(), Status: p.status(), Last: d.Last, Labels: d.Labels,
	}
}

// status says whose turn it is, or who has won.
func (p *Position) status() string {
	switch margin := p.Margin(); {
	case !p.over && p.turn == position.White:
		return "White to play"
	case !p.over:
		return "Black to play"
	case margin > 0:
		return fmt.Sprintf("The game is over: Black has won by %d", margin)
	case margin < 0:
		return fmt.Sprintf("The game is over: White has won by %d", -margin)
	}
	return "The game is over: a draw"
}

// Stars returns the squares at whose lower right corners boards have dots.
func (p *Position) Stars() []position.Point {
	if p.size < 8 {
		return nil
	}
	far := int(p.size) - 3
	return []position.Point{position.At(1, 1), position.At(far, 1), position.At(1, far), position.At(far, far)}
}
