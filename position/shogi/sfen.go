package shogi

import (
	"fmt"
	"strconv"
	"strings"
)

// StartSFEN is the even game's start.
const StartSFEN = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"

// StartIdent is the private property of the root of a record in SGF that holds, in
// SFEN, the position from which the game starts, unless it is the even game's.
const StartIdent = "SFEN"

// StartOf returns the position from which a game starts, given the values of its
// record by their identifiers, "" for none.
func StartOf(value func(ident string) string) (*Position, error) {
	if text := value(StartIdent); text != "" {
		return ParseSFEN(text)
	}
	return New(), nil
}

// handOrder is the order in which SFEN lists a hand.
var handOrder = [...]Kind{Rook, Bishop, Gold, Silver, Knight, Lance, Pawn}

// ParseSFEN reads a position in SFEN: the ranks from White's side, the side to
// move, the hands, and the number of the next move, which is not kept. Side, hands and
// number may be missing (Black, none, 1); "startpos" is the even game's start. It
// refuses a position that fails Check.
func ParseSFEN(s string) (*Position, error) {
	fields := strings.Fields(s)
	if len(fields) == 0 || len(fields) > 4 {
		return nil, fmt.Errorf("sfen: %d fields instead of 4", len(fields))
	}
	if len(fields) == 1 && fields[0] == "startpos" {
		return New(), nil
	}
	p := NewEmpty()
	if err := p.parseBoard(fields[0]); err != nil {
		return nil, err
	}
	if len(fields) > 1 {
		switch fields[1] {
		case "b":
		case "w":
			p.SetToPlay(White)
		default:
			return nil, fmt.Errorf("sfen: side to move is %.20q, not b or w", fields[1])
		}
	}
	if len(fields) > 2 {
		if err := p.parseHands(fields[2]); err != nil {
			return nil, err
		}
	}
	if len(fields) > 3 {
		if _, err := strconv.ParseUint(fields[3], 10, 32); err != nil {
			return nil, fmt.Errorf("sfen: %.20q is not a move number", fields[3])
		}
	}
	if err := p.Check(); err != nil {
		return nil, fmt.Errorf("sfen: %w", err)
	}
	return p, nil
}

func (p *Position) parseBoard(s string) error {
	x, y, promoted := 0, 0, false
	for i := 0; i < len(s); i++ {
		c := s[i]
		kind := kindOfLetter(c)
		switch {
		case promoted && !kind.CanPromote():
			return fmt.Errorf("sfen: '+' before %q on rank %d", c, y+1)
		case c == '/':
			if x != 9 {
				return fmt.Errorf("sfen: rank %d has %d files", y+1, x)
			}
			if x, y = 0, y+1; y > 8 {
				return fmt.Errorf("sfen: more than 9 ranks")
			}
		case c == '+':
			promoted = true
		case c >= '1' && c <= '9':
			x += int(c - '0')
		case kind != NoKind:
			if x > 8 {
				return fmt.Errorf("sfen: rank %d has more than 9 files", y+1)
			}
			if promoted {
				kind, promoted = kind.Promote(), false
			}
			color := Black
			if c >= 'a' {
				color = White
			}
			p.Set(Square(y*9+x), NewPiece(color, kind))
			x++
		default:
			return fmt.Errorf("sfen: %q on rank %d", c, y+1)
		}
	}
	if x != 9 || y != 8 || promoted {
		return fmt.Errorf("sfen: the board ends in rank %d after %d files", y+1, x)
	}
	return nil
}

func (p *Position) parseHands(s string) error {
	if s == "-" {
		return nil
	}
	n := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		kind := kindOfLetter(c)
		switch {
		case c >= '0' && c <= '9' && n < 100:
			n = n*10 + int(c-'0')
		case kind != NoKind && kind != King:
			color := Black
			if c >= 'a' {
				color = White
			}
			n = max(n, 1) + p.Hand(color, kind)
			if n > kind.Complement() {
				return fmt.Errorf("sfen: %d pieces of kind %s in hand", n, kind)
			}
			p.SetHand(color, kind, n)
			n = 0
		default:
			return fmt.Errorf("sfen: %q in the hands", c)
		}
	}
	if n != 0 {
		return fmt.Errorf("sfen: the hands end in a number")
	}
	return nil
}

// SFEN returns the position in SFEN with 1 as move number, so that equal
// positions have equal texts.
func (p *Position) SFEN() string { return p.Setup() + " 1" }

// Setup returns the SFEN without the move number.
func (p *Position) Setup() string {
	b := make([]byte, 0, 80)
	for y := range 9 {
		if y > 0 {
			b = append(b, '/')
		}
		empty := 0
		for x := range 9 {
			piece := p.board[y*9+x]
			if piece == NoPiece {
				empty++
				continue
			}
			if empty > 0 {
				b = append(b, '0'+byte(empty))
				empty = 0
			}
			b = append(b, piece.String()...)
		}
		if empty > 0 {
			b = append(b, '0'+byte(empty))
		}
	}
	if p.turn == White {
		b = append(b, " w "...)
	} else {
		b = append(b, " b "...)
	}
	start := len(b)
	for _, c := range []Color{Black, White} {
		for _, k := range handOrder {
			n := p.Hand(c, k)
			if n > 1 {
				b = strconv.AppendInt(b, int64(n), 10)
			}
			if n > 0 {
				b = append(b, NewPiece(c, k).String()...)
			}
		}
	}
	if len(b) == start {
		b = append(b, '-')
	}
	return string(b)
}
