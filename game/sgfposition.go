package game

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"kifudb/position"
)

// worded is a game whose moves and setup SGF writes in words of the game's own.
type worded interface {
	Replayer
	MoveReader
	SetupReader
}

// readSGF returns the position at the end of the first line of play of SGF that people
// paste as a position.
func readSGF(g worded, text string) (Position, error) {
	b := sgfText{game: g, size: g.About().Size, info: map[string]string{}}
	for node, err := range position.SGFNodes(text) {
		if err != nil {
			return nil, err
		}
		b.Node()
		for _, p := range node {
			for _, value := range p.Values {
				if err := b.property(p.Ident, value); err != nil {
					return nil, fmt.Errorf("%s[%s]: %w", p.Ident, value, err)
				}
			}
		}
	}
	start, err := g.Start(Record{Size: b.size, Info: func(ident string) string { return b.info[ident] }})
	if err != nil {
		return nil, err
	}
	end := start.Clone()
	for step := range g.Replay(start, b.Script()) {
		if step.Moved && !step.Done {
			return nil, fmt.Errorf("move %d: against the rules: %s", step.MoveNumber, step.Fault)
		}
		end = step.Position.Clone()
	}
	return end, nil
}

// sgfText is what has been read of such a text.
type sgfText struct {
	position.ScriptBuilder
	game worded
	size position.Size
	info map[string]string // what says how the game starts
}

// colorOf returns which color a property is about: that of the move or of the setup.
func colorOf(ident string) position.Color {
	switch ident[len(ident)-1] {
	case 'B':
		return position.Black
	case 'W':
		return position.White
	}
	return position.Empty
}

// property adds a property to the script.
func (b *sgfText) property(ident, value string) error {
	switch ident {
	case "SZ":
		var side int
		if _, err := fmt.Sscan(value, &side); err != nil {
			return errors.New("not the size of a board")
		}
		b.size = position.Square(side)
	case "PL":
		b.ToPlay(colorOf(strings.ToUpper("." + value[:min(1, len(value))])))
	case "B", "W":
		m, err := b.game.ReadMove(value)
		if err != nil || m == position.Pass && b.game.About().NoPasses {
			return err
		}
		b.Move(position.Move{Color: colorOf(ident), Point: m})
	case "AB", "AW", "AE":
		points, err := b.game.ReadPoints(value)
		for _, at := range points {
			b.Add(colorOf(ident), at)
		}
		return err
	default:
		if slices.Contains(b.game.About().Start, ident) {
			b.info[ident] = value
		}
	}
	return nil
}
