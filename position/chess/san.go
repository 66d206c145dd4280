package chess

import (
	"errors"
	"strings"
	"unicode/utf8"
)

// The errors of Resolve.
var (
	ErrUnreadable = errors.New("not a move in chess notation")
	ErrNoMove     = errors.New("no piece can make the move")
	ErrAmbiguous  = errors.New("several pieces can make the move")
)

// figurines are the letters that the characters of pieces stand for.
var figurines = strings.NewReplacer("♔", "K", "♕", "Q", "♖", "R", "♗", "B", "♘", "N", "♙", "", "♚", "K", "♛", "Q", "♜", "R", "♝", "B", "♞", "N", "♟", "")

// Resolve reads a move as people and programs write it in a position: in SAN as the PGN
// standard describes it (8.2.3), with or without x, +, #, = and marks; long, Ng1-f3; in
// UCI; castling with letters or zeros; "--" and the like for the null move. A move that
// leaves the king in check is read if no other is meant.
func (p *Position) Resolve(text string) (Move, error) {
	switch text {
	case "--", "Z0", "0000", "null", "@@@@", "<>":
		return Move{}, nil
	}
	if !isASCII(text) {
		text = figurines.Replace(text)
	}
	s := trimEnd(text, "+#!?= ")
	s = strings.TrimSuffix(strings.TrimSuffix(s, "e.p."), "ep")
	switch castling(s) {
	case 2:
		return p.castleTo(0)
	case 3:
		return p.castleTo(1)
	}
	want, err := parseSAN(s)
	if err != nil {
		return Move{}, err
	}
	return p.find(want)
}

// trimEnd returns a text without the bytes of a set at its end. Texts of moves are so short that
// strings.TrimRight would take longer to prepare.
func trimEnd(s, set string) string {
	for s != "" && strings.IndexByte(set, s[len(s)-1]) >= 0 {
		s = s[:len(s)-1]
	}
	return s
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// castling counts the letters and zeros of a castling move, with or without dashes: 2 for the short
// side, 3 for the long one; 0 if the text is another move.
func castling(s string) (letters int) {
	for i := range len(s) {
		switch s[i] {
		case 'O', 'o', '0':
			letters++
		case '-':
		default:
			return 0
		}
	}
	return letters
}

// castleTo returns the move that castles to a side.
func (p *Position) castleTo(side int) (Move, error) {
	us := index(p.turn)
	m := Move{From: p.kings[us], To: p.rooks[us][side]}
	if m.From == NoSquare || m.To == NoSquare || !p.reaches(m) {
		return Move{}, ErrNoMove
	}
	return m, nil
}

// wanted is what a text says about a move.
type wanted struct {
	kind      Kind // NoKind if the text names a square only
	file, row int  // of the origin; -1 if not said
	to        Square
	promote   Kind
}

// parseSAN takes a move apart, from its end.
func parseSAN(s string) (wanted, error) {
	w := wanted{file: -1, row: -1}
	if n := len(s); n > 2 && s[n-1] == ')' && s[n-3] == '(' {
		s = s[:n-3] + s[n-2:n-1]
	}
	if n := len(s); n > 2 {
		if k := kindOf(s[n-1]); k > Pawn && k < King && (s[n-1] < 'a' || s[n-2] >= '1' && s[n-2] <= '8') {
			w.promote = k
			s = strings.TrimRight(s[:n-1], "=/")
		}
	}
	if len(s) < 2 {
		return w, ErrUnreadable
	}
	if w.to = ParseSquare(s[len(s)-2:]); w.to == NoSquare {
		return w, ErrUnreadable
	}
	s = trimEnd(s[:len(s)-2], "x:-")
	if s != "" && s[0] >= 'A' && s[0] <= 'Z' {
		if w.kind = kindOf(s[0]); w.kind == NoKind {
			return w, ErrUnreadable
		}
		s = s[1:]
	} else {
		w.kind = Pawn
	}
	for _, c := range []byte(s) {
		switch {
		case c >= 'a' && c <= 'h' && w.file < 0:
			w.file = int(c - 'a')
		case c >= '1' && c <= '8' && w.row < 0:
			w.row = int('8' - c)
		default:
			return w, ErrUnreadable
		}
	}
	if w.kind == Pawn && w.file >= 0 && w.row >= 0 {
		w.kind = NoKind // both squares, as in UCI: whatever stands there moves
	}
	return w, nil
}

// find returns the move that is meant.
func (p *Position) find(w wanted) (Move, error) {
	var reached [8]Move // by the pieces that can make the move, safely or not: one on each line or jump at most
	n := 0
	try := func(from Square) {
		piece := p.board[from]
		if piece == NoPiece || piece.Color() != p.turn || w.kind != NoKind && piece.Kind() != w.kind ||
			w.file >= 0 && from.File() != w.file || w.row >= 0 && from.Row() != w.row {
			return
		}
		m := Move{From: from, To: w.to, Promote: w.promote}
		if piece.Kind() == Pawn && lastRow(w.to) && m.Promote == NoKind {
			m.Promote = Queen // as programs do that leave it out
		}
		if w.kind == NoKind && piece.Kind() == King && !p.reaches(m) {
			// e1g1
			for side := range 2 {
				if to, _ := castled(p.turn, side); to == w.to && from.File() == 4 {
					m.To = p.rooks[index(p.turn)][side]
				}
			}
			if m.To == NoSquare {
				return
			}
		}
		if p.reaches(m) {
			reached[n] = m
			n++
		}
	}
	switch {
	case w.file >= 0 && w.row >= 0:
		try(SquareAt(w.file, w.row))
	case w.kind == Knight:
		for _, from := range jumps[w.to] {
			try(from)
		}
	case w.kind == King:
		if king := p.kings[index(p.turn)]; king != NoSquare {
			try(king)
		}
	case w.kind == Pawn:
		back := -forward(p.turn)
		for _, behind := range [...]int{back, 2 * back, back - 1, back + 1} {
			if from := int(w.to) + behind; from >= 0 && from < 64 {
				try(Square(from))
			}
		}
	default: // the first piece on each line from where it goes
		first, last, _ := directions(w.kind)
		for d := first; d < last; d++ {
			for _, from := range rays[w.to][d] {
				if p.board[from] != NoPiece {
					try(from)
					break
				}
			}
		}
	}
	switch n {
	case 0:
		return Move{}, ErrNoMove
	case 1: // safe or not, no other is meant
		return reached[0], nil
	}
	legals, legal := 0, Move{} // how many, and the latest
	for _, m := range reached[:n] {
		if p.safe(m) {
			legal, legals = m, legals+1
		}
	}
	switch legals {
	case 0: // several, and all of them leave the king in check
		return Move{}, ErrNoMove
	case 1:
		return legal, nil
	}
	return Move{}, ErrAmbiguous
}

// SAN returns a move as players write it, with + for check and # for mate.
func (p *Position) SAN(m Move) string {
	if m.IsNull() {
		return "--"
	}
	if !p.Judge(m).Possible() {
		return m.String()
	}
	var b strings.Builder
	if side, ok := p.castles(p.turn, m); ok {
		b.WriteString([2]string{"O-O", "O-O-O"}[side])
	} else {
		piece, takes := p.board[m.From], p.board[m.To] != NoPiece
		if piece.Kind() == Pawn {
			if takes || m.To == p.passed && m.From.File() != m.To.File() {
				b.WriteString(m.From.String()[:1])
				takes = true
			}
		} else {
			b.WriteByte(piece.Kind().Letter())
			b.WriteString(p.origin(m))
		}
		if takes {
			b.WriteByte('x')
		}
		b.WriteString(m.To.String())
		if m.Promote != NoKind {
			b.WriteByte('=')
			b.WriteByte(m.Promote.Letter())
		}
	}
	after := *p
	after.apply(m)
	if after.InCheck(after.turn) {
		if len(after.Moves()) == 0 {
			b.WriteByte('#')
		} else {
			b.WriteByte('+')
		}
	}
	return b.String()
}

// origin returns what tells the piece that moves from others of its kind that could
// legally move there: its file, else its rank, else both.
func (p *Position) origin(m Move) string {
	others, file, row := false, false, false
	for from := range NoSquare {
		other := Move{From: from, To: m.To}
		if from == m.From || p.board[from] != p.board[m.From] || !p.reaches(other) || !p.safe(other) {
			continue
		}
		others = true
		file = file || from.File() == m.From.File()
		row = row || from.Row() == m.From.Row()
	}
	name := m.From.String()
	switch {
	case !others:
		return ""
	case !file:
		return name[:1]
	case !row:
		return name[1:]
	}
	return name
}
