package loa

import (
	"io"

	"kifudb/position"
)

// A Drawing says how a position is drawn.
type Drawing struct {
	Style  position.Style
	Last   Move // the move that led here, of which the end is marked; Pass for none
	Labels map[position.Point]string
}

// Draw returns the position for a terminal, in lines that end in a newline.
func (p *Position) Draw(d Drawing) string { return p.discs(d).Draw(d.Style) }

// WriteSVG draws the position as an SVG picture. It ends with a newline and returns the
// writer's error.
func (p *Position) WriteSVG(w io.Writer, d Drawing) error { return p.discs(d).WriteSVG(w) }

// discs returns what is drawn.
func (p *Position) discs(d Drawing) *position.Discs {
	board := &position.Discs{
		Name: "Lines of Action", Pieces: "pieces", Size: size, At: p.At, Rising: true, Status: p.status(), Last: position.Pass, Labels: d.Labels,
	}
	if d.Last != Pass {
		board.Last = size.At(int(d.Last.To))
	}
	return board
}

// status says whose turn it is, or who has won.
func (p *Position) status() string {
	switch winner := p.Winner(); {
	case winner == position.Black:
		return "The game is over: Black has joined all pieces"
	case winner == position.White:
		return "The game is over: White has joined all pieces"
	case p.Over():
		return "The game is over: both have joined all pieces"
	case p.turn == position.White:
		return "White to play"
	}
	return "Black to play"
}
