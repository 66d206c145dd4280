package archive

import (
	"fmt"

	registry "kifudb/game"
	"kifudb/position"
)

// Arrange returns a board on which pieces lie as given, after some more moves, each as
// the board's Moves have it. Of a game whose stones stay where they are put, it reads
// Game, Cols, Rows, Pieces and ToPlay; of any other, Game and Text. What cannot lie
// there, and a move against the rules, is an error that wraps [ErrRequest].
func Arrange(b *registry.Board, moves ...string) (*registry.Board, error) {
	p, err := arranged(b)
	if err == nil {
		err = playOn(p, moves)
	}
	if err != nil {
		return nil, badRequest("", "%w", err)
	}
	return p.(registry.Shown).Data(), nil
}

func arranged(b *registry.Board) (registry.Position, error) {
	g, ok := registry.Named(b.Game)
	if !ok {
		return nil, fmt.Errorf("there is no game called %q", b.Game)
	}
	stones, ok := g.(registry.Stones)
	if !ok {
		return registry.After(g, b.Text)
	}
	size := position.Size{Cols: b.Cols, Rows: b.Rows}
	if !size.Valid() {
		return nil, fmt.Errorf("a board cannot have %d columns and %d rows", b.Cols, b.Rows)
	}
	goban := stones.Rules().NewBoard(size)
	for _, piece := range b.Pieces {
		color := colorNamed(piece.Color)
		if piece.Cell < 0 || piece.Cell >= size.Area() || color == position.Empty {
			return nil, fmt.Errorf("a stone of color %q cannot lie on cell %d", piece.Color, piece.Cell)
		}
		goban.Set(size.At(piece.Cell), color)
	}
	if color := colorNamed(b.ToPlay); color != position.Empty {
		goban.SetToPlay(color)
	}
	return registry.OnPoints(goban), nil
}

func colorNamed(letter string) position.Color {
	switch letter {
	case "B":
		return position.Black
	case "W":
		return position.White
	}
	return position.Empty
}

// playOn makes moves.
func playOn(p registry.Position, moves []string) error {
	mover, ok := p.(registry.Mover)
	if !ok && len(moves) > 0 {
		return registry.ErrNoRules
	}
	for _, m := range moves {
		code, err := mover.ReadMove(m)
		if err != nil {
			return err
		}
		if fault, done := mover.Play(code); !done || fault != "" {
			return fmt.Errorf("%s is against the rules: %s", m, fault)
		}
	}
	return nil
}
