package query

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"kifudb/position"
	"kifudb/position/shogi"
)

// shogiNotation is that of shogi: positions are written in SFEN, or as the
// moves in USI that lead to them: "lnsgk... b - 1", "sfen lnsgk... b - 1 moves
// 7g7f", "startpos moves 7g7f 3c3d".
type shogiNotation struct{}

func (shogiNotation) reads(text string) (mine bool, err error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return false, nil
	}
	switch words[0] {
	case "startpos", "sfen", "position":
	default:
		// A diagram of Go on one line has slashes, too, and dots.
		if strings.Count(words[0], "/") != 8 || strings.Trim(words[0], "123456789/+plnsgbrkPLNSGBRK") != "" {
			return false, nil
		}
	}
	_, err = parseShogi(text)
	return true, err
}

func (shogiNotation) asked(b *Board) (Asked, error) {
	p, err := parseShogi(b.Text)
	switch {
	case err != nil:
		return Asked{}, err
	case b.Ko != "":
		return Asked{}, errors.New("ko: belongs to positions of Go")
	case b.Next != position.Empty && b.Next != p.ToPlay():
		return Asked{}, fmt.Errorf("next:%s: the position says that %s is to move", b.printNext(), p.ToPlay())
	}
	return Asked{Shogi: p}, nil
}

// parseShogi returns the position that a text describes. A move that is wrong
// is an error, which is a placedError: what stands after it is not what was
// meant. The position after a foul can be given as it is, in SFEN.
func parseShogi(text string) (*shogi.Position, error) {
	words := strings.Fields(text)
	from := 0
	for _, name := range []string{"position", "sfen"} {
		if from < len(words) && words[from] == name {
			from++
		}
	}
	moves := max(from, len(words))
	if i := slices.Index(words[from:], "moves"); i >= 0 {
		moves = from + i
	}
	p, err := shogi.ParseSFEN(strings.Join(words[from:moves], " "))
	if err != nil {
		return nil, err
	}
	at := 0
	for i, word := range words {
		at += strings.Index(text[at:], word)
		if i > moves {
			if err := playWord(p, word); err != nil {
				return nil, placedError{at, fmt.Errorf("move %d, %s: %w", i-moves, word, err)}
			}
		}
		at += len(word)
	}
	return p, nil
}

// playWord makes a move that is written in USI.
func playWord(p *shogi.Position, word string) error {
	m, err := shogi.ParseMove(word)
	if err != nil {
		return errors.New("not a move in USI, such as 7g7f, 8h2b+ or P*5e")
	}
	if fault := p.Play(m); fault != 0 {
		return fmt.Errorf("against the rules: %s", fault)
	}
	return nil
}
