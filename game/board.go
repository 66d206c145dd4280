package game

import (
	"fmt"
	"strings"

	"kifudb/position"
)

// A Board is a position for programs that do not know the rules of the game: they
// draw the cells and what lies on them, offer the moves, and ask [After] for
// the board after one. Cells are numbered row by row from 0 at the upper left.
type Board struct {
	Game    string   `json:"game"`
	Signs   []string `json:"signs,omitempty"` // what stands for Black and White in lists; left out for stones
	Cells   string   `json:"cells"`           // "points" where lines cross, "squares", "hexes"
	Cols    int      `json:"cols"`
	Rows    int      `json:"rows"`
	Columns []string `json:"columns"` // their names, from the left
	Lines   []string `json:"lines"`   // names of the rows, from the top
	Stars   []int    `json:"stars"`   // cells with a dot

	Pieces   []Piece `json:"pieces"`
	Hands    []Hand  `json:"hands"`              // what the players have to drop, if the game has that
	Captured *[2]int `json:"captured,omitempty"` // Black's and White's stones that were captured, if the game has that

	ToPlay string `json:"to_play"`          // "B" or "W"
	Winner string `json:"winner,omitempty"` // "B" or "W", if the board says it
	Text   string `json:"text"`             // the position, as pos: reads it
	Moves  []Move `json:"moves"`            // that are legal
}

// A Piece is what lies on a cell.
type Piece struct {
	Cell  int    `json:"cell"`
	Color string `json:"color"`          // "B" or "W"
	Kind  string `json:"kind"`           // "stone", or what the game's notation calls it: "P", "+P"
	Sign  string `json:"sign,omitempty"` // the character that is written on it
}

// A Hand is what a player can drop.
type Hand struct {
	Color  string      `json:"color"`
	Pieces []HandPiece `json:"pieces"`
}

// A HandPiece is a number of pieces of a kind in a player's hand.
type HandPiece struct {
	Kind  string `json:"kind"`
	Sign  string `json:"sign,omitempty"`
	Count int    `json:"count"`
}

// A Move is a legal move. Moves with the same From, Drop and To differ in their
// Choice.
type Move struct {
	Text   string `json:"move"`             // as After reads it
	Name   string `json:"name"`             // as players write it
	From   *int   `json:"from,omitempty"`   // the cell that a piece leaves
	Drop   string `json:"drop,omitempty"`   // the kind that comes from the hand
	To     int    `json:"to"`               // the cell that is taken; -1 for none, which is a pass
	Choice string `json:"choice,omitempty"` // "promote"
}

// Start returns the usual starting position of a game.
func Start(g Game) (Position, error) {
	r, ok := g.(Replayer)
	if !ok {
		return nil, noRules(g)
	}
	return r.Start(Record{Size: g.About().Size})
}

// Read returns the position that a text describes: "start" is the usual starting
// position, and the game reads every other text.
func Read(r PositionReader, text string) (Position, error) {
	if strings.EqualFold(strings.TrimSpace(text), "start") {
		return Start(r)
	}
	return r.ReadPosition(text)
}

// After returns the position that a text describes after some more moves. A move
// that cannot be made is an error.
func After(g Game, text string, moves ...string) (Position, error) {
	reader, ok := g.(PositionReader)
	if !ok {
		return nil, noRules(g)
	}
	p, err := Read(reader, text)
	if err != nil {
		return nil, err
	}
	mover, ok := p.(Mover)
	if !ok && len(moves) > 0 {
		return nil, noRules(g)
	}
	for i, m := range moves {
		code, err := mover.ReadMove(m)
		if err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
		if fault, done := mover.Play(code); !done || fault != "" {
			return nil, fmt.Errorf("move %d, %s: against the rules: %s", i+1, m, fault)
		}
	}
	return p, nil
}

// letter returns a color as boards have it.
func letter(c position.Color) string {
	if c == position.Empty {
		return ""
	}
	return c.Letter()
}
