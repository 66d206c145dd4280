package notation

import (
	"strings"

	"kifudb/position/shogi"
)

// parseWestern reads a move in Western notation, which is one word:
//
//	["+"] piece [origin] ["-" | "x" | drop mark] square ["+" | "="]
//
// where origin is a file or a square: "P-7f", "G45b", "G4a5b", "+R6bx6a",
// "S*5e". Ranks are letters or digits.
func parseWestern(word string) (d description, ok bool) {
	rest := word
	promoted := strings.HasPrefix(rest, "+")
	if promoted {
		rest = rest[1:]
	}
	if n := len(rest); n > 0 && (rest[n-1] == '+' || rest[n-1] == '=') {
		d.promotes = rest[n-1]
		rest = rest[:n-1]
	}
	if len(rest) < 3 {
		return d, false
	}
	d.to = squareOf(rest[len(rest)-2:])
	rest = rest[:len(rest)-2]
	switch last := rest[len(rest)-1]; {
	case last == '-':
		d.capture = '-'
	case last == 'x' || last == 'X':
		d.capture = 'x' // no piece's name ends in x
	case strings.IndexByte(dropChars, last) >= 0:
		d.drop = isDrop
	default:
		rest += " " // no separator
	}
	rest = rest[:len(rest)-1]
	name := rest // up to the origin's file
	if i := strings.IndexAny(rest, "123456789"); i >= 0 {
		name = rest[:i]
	}
	switch origin := rest[len(name):]; len(origin) {
	case 0:
	case 1:
		d.file = int(origin[0] - '0')
	case 2:
		d.file, d.rank = int(origin[0]-'0'), rankOf(origin[1])
		if d.rank == 0 {
			return d, false
		}
	default:
		return d, false
	}
	d.kind = pieceOf(strings.ToUpper(name))
	if d.kind == shogi.NoKind || !d.to.Valid() {
		return d, false
	}
	if promoted {
		d.kind = promotedKind(d.kind)
	}
	return d, true
}

// westernText writes a move in Western notation. Packed text has no '-' and no
// room before an unpromoted piece. Explicit text has the origin in any case.
func westernText(p *shogi.Position, m shogi.Move, f Format, explicit bool) string {
	b := make([]byte, 0, 10)
	if m.IsDrop() {
		if f.Width == 0 {
			b = append(b, ' ')
		}
		mark := f.DropChar
		if mark == 0 {
			mark = defaultDrop
		}
		b = append(b, m.Drop.Letter(), mark)
		return string(append(b, m.To.String()...))
	}
	kind := p.At(m.From).Kind()
	switch {
	case kind.Promoted():
		b = append(b, '+')
	case f.Width == 0:
		b = append(b, ' ')
	}
	b = append(b, kind.Letter())
	if explicit || len(rivals(p, m)) > 0 {
		b = append(b, m.From.String()...)
	}
	switch {
	case p.At(m.To) != shogi.NoPiece:
		b = append(b, 'x')
	case f.Width == 0:
		b = append(b, '-')
	}
	b = append(b, m.To.String()...)
	switch {
	case m.Promote:
		b = append(b, '+')
	case declines(p, m):
		b = append(b, '=')
	}
	return string(b)
}
