package loa

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"kifudb/position"
)

// String returns the position as game servers write it and [Parse] reads it: the rows from
// the top, L for Black's pieces, who begins, l for White's, digits for empty squares, and
// behind a blank w if it is Black's turn, b if it is White's.
func (p *Position) String() string {
	var b strings.Builder
	for y := range Side {
		if y > 0 {
			b.WriteByte('/')
		}
		empty := 0
		flush := func() {
			if empty > 0 {
				b.WriteString(strconv.Itoa(empty))
			}
			empty = 0
		}
		for x := range Side {
			switch p.on(y*Side + x) {
			case position.Black:
				flush()
				b.WriteByte('L')
			case position.White:
				flush()
				b.WriteByte('l')
			default:
				empty++
			}
		}
		flush()
	}
	if p.turn == position.White {
		return b.String() + " b"
	}
	return b.String() + " w"
}

// Parse reads a position as [Position.String] writes it. Behind it further words may
// stand, as servers write them: "- - 0 1".
func Parse(text string) (*Position, error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return nil, errors.New("there is no board")
	}
	rows := strings.Split(words[0], "/")
	if len(rows) != Side {
		return nil, fmt.Errorf("a board of %d rows, of which there are %d", len(rows), Side)
	}
	p := NewEmpty()
	for y, row := range rows {
		x := 0
		for _, c := range row {
			switch {
			case c >= '1' && c <= '8':
				x += int(c - '0')
				continue
			case c == 'L' && x < Side:
				p.put(y*Side+x, position.Black)
			case c == 'l' && x < Side:
				p.put(y*Side+x, position.White)
			case c != 'L' && c != 'l':
				return nil, fmt.Errorf("%q is no piece and no number of empty squares; L are Black's pieces, l White's", c)
			}
			x++
		}
		if x != Side {
			return nil, fmt.Errorf("row %d has %d squares, not %d", Side-y, x, Side)
		}
	}
	switch {
	case len(words) == 1:
		return nil, errors.New("it is not said who is to move; put w for Black, who begins, or b for White behind the board")
	case words[1] == "b":
		p.turn = position.White
	case words[1] != "w":
		return nil, fmt.Errorf("%q does not say who is to move: w is Black, who begins, b is White", words[1])
	}
	return p, nil
}

// A MoveError is about a move of a text.
type MoveError struct {
	At int // the byte where it begins
	error
}

func (e *MoveError) Unwrap() error { return e.error }

// PlayMoves makes moves that stand in a row, "b8-b6 a5-c5" or "1. b8-b6 a5-c5". A move that
// is against the rules is an error, a *[MoveError].
func (p *Position) PlayMoves(text string) error {
	count, at := 0, 0
	for _, word := range strings.Fields(text) {
		at += strings.Index(text[at:], word)
		move := word
		if number, rest, ok := strings.Cut(word, "."); ok && strings.Trim(number, "0123456789") == "" {
			move = strings.TrimLeft(rest, ".")
		}
		if move != "" {
			m, err := ParseMove(move)
			if err != nil {
				return &MoveError{at, fmt.Errorf("%.20s: %w", word, err)}
			}
			count++
			if fault := p.Judge(m); fault != OK {
				return &MoveError{at, fmt.Errorf("move %d, %s: against the rules: %s", count, move, fault)}
			}
			p.Play(m)
		}
		at += len(word)
	}
	return nil
}
