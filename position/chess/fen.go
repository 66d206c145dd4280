package chess

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// ParseFEN reads a position in Forsyth-Edwards notation, as the PGN standard of 1994
// describes it (16.1). The fields after the board may be missing: then White is to move, and
// kings and rooks on their squares may castle. It also reads castling as X-FEN and Shredder write it
// for Chess960: with the file of a rook. A square for en passant counts only if a pawn can
// take there.
func ParseFEN(s string) (*Position, error) {
	fields := strings.Fields(s)
	if len(fields) == 0 {
		return nil, errors.New("FEN is empty")
	}
	p := &Position{passed: NoSquare, turn: White, full: 1}
	p.kings = [2]Square{NoSquare, NoSquare}
	p.rooks = [2][2]Square{{NoSquare, NoSquare}, {NoSquare, NoSquare}}
	if err := p.readBoard(fields[0]); err != nil {
		return nil, err
	}
	if len(fields) > 1 {
		switch fields[1] {
		case "w", "W":
		case "b", "B":
			p.turn = Black
		default:
			return nil, fmt.Errorf("FEN: the side to move is w or b, not %.10q", fields[1])
		}
	}
	rights := "-"
	if len(fields) > 2 {
		rights = fields[2]
	} else if len(fields) == 1 {
		rights = p.standing()
	}
	if err := p.readCastling(rights); err != nil {
		return nil, err
	}
	if len(fields) > 3 && fields[3] != "-" {
		over := ParseSquare(fields[3])
		if over == NoSquare {
			return nil, fmt.Errorf("FEN: %.10q is not a square", fields[3])
		}
		by := p.turn.Opponent()
		if over.Row() == pawnRow(by)+forward(by)/8 && p.board[int(over)+forward(by)] == NewPiece(by, Pawn) && p.board[over] == NoPiece {
			p.pass(over, by)
		}
	}
	for i, counter := range []*uint16{&p.half, &p.full} {
		if len(fields) > 4+i {
			n, err := strconv.ParseUint(fields[4+i], 10, 15)
			if err != nil {
				return nil, fmt.Errorf("FEN: %.10q is not a number of moves", fields[4+i])
			}
			*counter = uint16(n)
		}
	}
	p.full = max(p.full, 1)
	return p, nil
}

func (p *Position) readBoard(text string) error {
	rows := strings.Split(text, "/")
	if len(rows) != 8 {
		return fmt.Errorf("FEN: the board has %d ranks, not 8", len(rows))
	}
	for y, row := range rows {
		x := 0
		for _, c := range []byte(row) {
			if c >= '1' && c <= '8' {
				x += int(c - '0')
				continue
			}
			kind, color := kindOf(c), White
			if c >= 'a' {
				color = Black
			}
			s := SquareAt(x, y)
			switch {
			case kind == NoKind:
				return fmt.Errorf("FEN: rank %d: %q is not a piece", 8-y, c)
			case s == NoSquare:
				return fmt.Errorf("FEN: rank %d has more than 8 squares", 8-y)
			case kind == Pawn && lastRow(s):
				return fmt.Errorf("FEN: a pawn on %s", s)
			case kind == King && p.kings[index(color)] != NoSquare:
				return fmt.Errorf("FEN: %s has two kings", color)
			}
			p.put(s, NewPiece(color, kind))
			x++
		}
		if x != 8 {
			return fmt.Errorf("FEN: rank %d has %d squares, not 8", 8-y, x)
		}
	}
	return nil
}

// standing returns the castling rights that kings and rooks on their squares may have.
func (p *Position) standing() string {
	rights := ""
	for _, c := range [2]Color{White, Black} {
		row := homeRow(c)
		if p.board[SquareAt(4, row)] != NewPiece(c, King) {
			continue
		}
		for side, file := range [2]int{7, 0} {
			if p.board[SquareAt(file, row)] == NewPiece(c, Rook) {
				rights += string([2][2]byte{{'k', 'q'}, {'K', 'Q'}}[index(c)][side])
			}
		}
	}
	return rights
}

// readCastling reads who may castle. Rights that kings and rooks do not bear out are
// dropped, as programs do: many diagrams leave KQkq where it does not belong.
func (p *Position) readCastling(text string) error {
	if text == "-" {
		return nil
	}
	for _, c := range []byte(text) {
		color := White
		if c >= 'a' {
			color = Black
		}
		king, row := p.kings[index(color)], homeRow(color)
		letter := c &^ 0x20
		if letter != 'K' && letter != 'Q' && (letter < 'A' || letter > 'H') {
			return fmt.Errorf("FEN: %q says nothing about castling", c)
		}
		if king == NoSquare || king.Row() != row {
			continue
		}
		rook := NoSquare
		for i := range 8 { // the outermost rook on the side
			file, wanted := i, Rook
			if letter == 'K' {
				file = 7 - i
			}
			s := SquareAt(file, row)
			if letter >= 'A' && letter <= 'H' && file != int(letter-'A') {
				continue
			}
			if letter == 'K' && s < king || letter == 'Q' && s > king {
				break
			}
			if p.board[s] == NewPiece(color, wanted) {
				rook = s
				break
			}
		}
		switch {
		case rook == NoSquare:
		case rook > king:
			p.rooks[index(color)][0] = rook
		default:
			p.rooks[index(color)][1] = rook
		}
	}
	return nil
}

// FEN returns the position in Forsyth-Edwards notation, with both counters.
func (p *Position) FEN() string {
	return p.EPD() + " " + strconv.Itoa(int(p.half)) + " " + strconv.Itoa(int(p.full))
}

// EPD returns the position without counters: board, side to move, castling, and the
// square for taking in passing if a pawn stands to take there.
func (p *Position) EPD() string {
	var b strings.Builder
	for y := range 8 {
		if y > 0 {
			b.WriteByte('/')
		}
		empty := 0
		for x := range 8 {
			piece := p.board[y*8+x]
			if piece == NoPiece {
				empty++
				continue
			}
			if empty > 0 {
				b.WriteByte('0' + byte(empty))
				empty = 0
			}
			b.WriteString(piece.String())
		}
		if empty > 0 {
			b.WriteByte('0' + byte(empty))
		}
	}
	if p.turn == White {
		b.WriteString(" w ")
	} else {
		b.WriteString(" b ")
	}
	return b.String() + p.castling() + " " + p.passed.String()
}

// castling writes who may castle: KQkq, or the files of rooks that are not the
// outermost on their side.
func (p *Position) castling() string {
	text := ""
	for _, c := range [2]Color{White, Black} {
		for side, rook := range p.rooks[index(c)] {
			if rook == NoSquare {
				continue
			}
			letter := "KQ"[side]
			step, end := 1, SquareAt(7, homeRow(c))
			if side == 1 {
				step, end = -1, SquareAt(0, homeRow(c))
			}
			for s := rook; s != end; {
				s = Square(int(s) + step)
				if p.board[s] == NewPiece(c, Rook) {
					letter = 'A' + byte(rook.File())
				}
			}
			if c == Black {
				letter |= 0x20
			}
			text += string(letter)
		}
	}
	if text == "" {
		return "-"
	}
	return text
}
