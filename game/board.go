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
	Game    string   `json:"game" doc:"Name of the game, such as go."`
	Signs   []string `json:"signs,omitempty" doc:"Signs for Black and White in lists. Missing in games with stones."`
	Cells   string   `json:"cells" doc:"Where pieces lie: points (where lines cross), squares or hexes."`
	Cols    int      `json:"cols" doc:"Number of columns."`
	Rows    int      `json:"rows" doc:"Number of rows."`
	Columns []string `json:"columns" doc:"Names of the columns, from the left."`
	Lines   []string `json:"lines" doc:"Names of the rows, from the top."`
	Stars   []int    `json:"stars" doc:"Numbers of the cells with a dot."`

	Pieces   []Piece `json:"pieces" doc:"The pieces on the board."`
	Hands    []Hand  `json:"hands" doc:"Pieces that the players can drop. Empty in games without drops."`
	Captured *[2]int `json:"captured,omitempty" doc:"Number of black and of white stones that were captured. Missing in games without captures of stones."`

	ToPlay string `json:"to_play" doc:"Who plays next: B or W."`
	Winner string `json:"winner,omitempty" doc:"Who has won: B or W. Missing if the board does not show it."`
	Text   string `json:"text" doc:"The position as text, for pos: in a query."`
	Moves  []Move `json:"moves" doc:"The legal moves."`
}

// A Piece is what lies on a cell.
type Piece struct {
	Cell  int    `json:"cell" doc:"Number of the cell, row by row from 0 at the upper left."`
	Color string `json:"color" doc:"Whose piece: B or W."`
	Kind  string `json:"kind" doc:"Kind of the piece: stone, or its letter in the game's notation, such as P or +P."`
	Sign  string `json:"sign,omitempty" doc:"Character on the piece. Missing if it has none."`
}

// A Hand is what a player can drop.
type Hand struct {
	Color  string      `json:"color" doc:"Whose hand: B or W."`
	Pieces []HandPiece `json:"pieces" doc:"The pieces in the hand."`
}

// A HandPiece is a number of pieces of a kind in a player's hand.
type HandPiece struct {
	Kind  string `json:"kind" doc:"Kind of the pieces, in the game's notation."`
	Sign  string `json:"sign,omitempty" doc:"Character on the piece. Missing if it has none."`
	Count int    `json:"count" doc:"Number of pieces of this kind."`
}

// A Move is a legal move. Moves with the same From, Drop and To differ in their
// Choice.
type Move struct {
	Text   string `json:"move" doc:"The move as POST /board reads it."`
	Name   string `json:"name" doc:"The move as players write it."`
	From   *int   `json:"from,omitempty" doc:"Number of the cell that the piece leaves. Missing if it comes from nowhere on the board."`
	Drop   string `json:"drop,omitempty" doc:"Kind of the piece that is dropped from the hand. Missing for other moves."`
	To     int    `json:"to" doc:"Number of the cell that the piece moves to. -1 for a pass."`
	Choice string `json:"choice,omitempty" doc:"What distinguishes moves with the same cells: promote. Missing if nothing does."`
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
