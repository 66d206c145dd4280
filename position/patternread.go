package position

import (
	"fmt"
	"strconv"
	"strings"
)

// ParsePattern reads a pattern. It may begin with its place: NW, NE, SW, SE, or
// corner for any of them; N, E, S, W, or side (corners excluded); center (touching no
// edge), board, @cd for a fixed upper left point in SGF coordinates, @cd:ef for a
// rectangle of them; without one it floats. Then come
//
//   - its size and rows in brackets, NW4x3[....|..X.|....], as String writes
//     them; the size may be left out, and a slash may stand for the bar;
//   - or a diagram of any form that ParsePosition reads, where drawn edges
//     (|, -, +, ┌ and so on) tell the place unless that is given;
//   - or a position as ParsePosition reads it, of which the part at the given
//     place and of the given size is cut out, "NE7x7 Q16 R14", or the whole
//     board taken.
//
// The letters of cells are . empty, X black, O white, x black or empty, o white
// or empty, ! a stone of either color, * or ? anything, and _ for a point that
// does not belong to the region. Numbers are stones to be played in this order,
// odd ones by Black (or by White in a $$W diagram), on points that are empty
// first. After the bracket, the same can be said in words: "B cc, W dd, within
// 5", in SGF coordinates counted from the pattern's upper left; within is the
// field Within.
func ParsePattern(s string) (*Pattern, error) {
	p, err := parsePattern(strings.TrimSpace(s))
	if err != nil {
		return nil, err
	}
	return p, p.Check()
}

func parsePattern(s string) (*Pattern, error) {
	if s == "" {
		return nil, fmt.Errorf("pattern: nothing is given; want rows such as \"..X|.O.|...\"")
	}
	h, rest := readHead(s)
	if open := strings.TrimSpace(rest); strings.HasPrefix(open, "[") {
		return h.inline(open)
	}
	switch {
	case strings.TrimSpace(rest) == "":
		return nil, fmt.Errorf("pattern: %q has no rows; want such as %s3x2[..X|.O.]", s, s)
	case looksLikeSGF(rest) || !looksLikeDiagram(rest):
		return h.cut(rest)
	}
	lines := diagramLines(rest)
	if len(lines) == 1 && strings.Contains(strings.Trim(lines[0], "| \t"), "|") {
		return h.inline("[" + strings.Trim(lines[0], "| \t") + "]")
	}
	g, err := readGrid(lines)
	if err != nil {
		return nil, err
	}
	if h.sized && h.size != g.size {
		return nil, fmt.Errorf("pattern: the diagram has %v points, not %v", g.size, h.size)
	}
	p := g.pattern()
	if h.placed {
		if p.Place, err = p.Place.In(h.place); err != nil {
			return nil, fmt.Errorf("pattern: %w", err)
		}
	}
	return p, nil
}

// pattern makes a pattern of a diagram, at the edges that it draws.
func (g *grid) pattern() *Pattern {
	p := &Pattern{Cols: g.size.Cols, Rows: g.size.Rows, Cells: g.cells, Sequence: g.sequence()}
	if g.edges != 0 {
		p.Place = Place{Kind: AtEdges, Edges: g.edges}
	}
	return p
}

// patternHead is what may stand before a pattern's rows.
type patternHead struct {
	place         Place
	placed, sized bool
	size          Size
}

// readHead reads the place and the size and returns what follows them. Words
// that may be points or colors, such as "W" and "se", are a place only before a
// size, a colon, a bracket or the end of the line.
func readHead(s string) (h patternHead, rest string) {
	word := s[:len(s)-len(strings.TrimLeft(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"))]
	if strings.HasPrefix(s, "@") {
		if place, n := readAnchor(s); n > 0 {
			h.place, h.placed = place, true
			s = s[n:]
		}
	} else if place, ok := placeNamed(word); ok && word != "" {
		after := strings.TrimLeft(s[len(word):], " \t")
		if len(word) > 3 || after == "" || strings.IndexByte("0123456789:[\r\n", after[0]) >= 0 && !pointLike(s) {
			h.place, h.placed = place, true
			s = strings.TrimPrefix(after, ":")
		}
	}
	s = strings.TrimLeft(s, " \t")
	sizeEnd := len(s) - len(strings.TrimLeft(s, "0123456789xX"))
	if size, ok := parseSize(s[:sizeEnd]); ok && (h.placed || strings.HasPrefix(strings.TrimSpace(s[sizeEnd:]), "[")) {
		h.size, h.sized = size, true
		s = strings.TrimPrefix(s[sizeEnd:], ":")
	}
	return h, s
}

// pointLike reports whether a text begins with a point such as "E5" or with SGF
// such as "W[dd]", rather than with a place before a size or rows.
func pointLike(s string) bool {
	letters := len(s) - len(strings.TrimLeft(s, "NESWnesw"))
	digits := len(s) - letters - len(strings.TrimLeft(s[letters:], "0123456789"))
	if digits > 0 {
		after := s[letters+digits:]
		return after == "" || after[0] != 'x' && after[0] != 'X'
	}
	if strings.HasPrefix(s[letters:], "[") {
		end := strings.IndexByte(s, ']')
		return end >= 0 && (end == letters+1 || end == letters+3 && strings.Trim(s[letters+1:end], sgfLetters) == "" &&
			strings.Trim(s[letters+1:end], "XOxo") != "")
	}
	return false
}

// placeNamed returns the place with a name, in upper or lower case.
func placeNamed(name string) (Place, bool) {
	for _, n := range placeNames {
		if strings.EqualFold(n.name, name) {
			return n.place, true
		}
	}
	return Place{}, false
}

// readAnchor reads "@cd" or "@cd:ef" and returns its length, 0 if it is none.
func readAnchor(s string) (Place, int) {
	if len(s) < 3 {
		return Place{}, 0
	}
	from, err := ParsePoint(s[1:3])
	if err != nil {
		return Place{}, 0
	}
	if len(s) >= 6 && s[3] == ':' {
		if to, err := ParsePoint(s[4:6]); err == nil {
			return Place{Kind: InRectangle, From: from, To: to}, 6
		}
	}
	return Place{Kind: InRectangle, From: from, To: from}, 3
}

// inline reads rows in brackets and the sequence behind them.
func (h *patternHead) inline(s string) (*Pattern, error) {
	end := strings.IndexByte(s, ']')
	if end < 0 {
		return nil, fmt.Errorf("pattern: the bracket is not closed")
	}
	rows := strings.FieldsFunc(s[1:end], func(r rune) bool { return r == '|' || r == '/' || r == '\n' || r == '\r' })
	for i := range rows {
		rows[i] = strings.TrimSpace(rows[i])
	}
	g := &grid{first: Black}
	var cells [][]symbol
	for y, text := range rows {
		row, err := g.row(text, plainGrid)
		switch {
		case err != nil:
			return nil, fmt.Errorf("pattern: row %d, %w", y+1, err)
		case h.sized && len(row) != h.size.Cols:
			return nil, fmt.Errorf("pattern: row %d has %d points, want %d", y+1, len(row), h.size.Cols)
		case len(row) == 0:
			return nil, fmt.Errorf("pattern: row %d has no points; %s", y+1, wantPoints)
		case len(cells) > 0 && len(row) != len(cells[0]):
			return nil, fmt.Errorf("pattern: row %d has %d points, the rows above have %d", y+1, len(row), len(cells[0]))
		case y >= MaxSize:
			return nil, fmt.Errorf("pattern: more than %d rows", MaxSize)
		}
		cells = append(cells, row)
	}
	if len(cells) == 0 {
		return nil, fmt.Errorf("pattern: no rows; %s", wantPoints)
	}
	if h.sized && len(cells) != h.size.Rows {
		return nil, fmt.Errorf("pattern: %d rows, want %d", len(cells), h.size.Rows)
	}
	if err := g.fill(cells); err != nil {
		return nil, err
	}
	p := g.pattern()
	p.Place = h.place
	return p, p.readSequence(s[end+1:])
}

// readSequence reads "B cc, W dd, within 5".
func (p *Pattern) readSequence(s string) error {
	color := Empty
	words := strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" \t\r\n,;", r) })
	for i := 0; i < len(words); i++ {
		switch word := words[i]; strings.ToLower(word) {
		case "b", "black":
			color = Black
		case "w", "white":
			color = White
		case "within":
			i++
			if i == len(words) {
				return fmt.Errorf("pattern: within what number of moves?")
			}
			n, err := strconv.Atoi(words[i])
			if err != nil || n < 1 {
				return fmt.Errorf("pattern: within %s: want a number of moves, at least 1", words[i])
			}
			p.Within = n
		default:
			at, err := ParsePoint(word)
			if err != nil {
				return fmt.Errorf("pattern: after the bracket: %w", err)
			}
			if color == Empty {
				return fmt.Errorf("pattern: after the bracket: %q needs a color, B or W, before it", word)
			}
			p.Sequence = append(p.Sequence, Change{at, color})
			color = color.Opponent()
		}
	}
	if p.Within > 0 && len(p.Sequence) == 0 {
		return fmt.Errorf("pattern: within %d: there is no sequence of moves that it could belong to", p.Within)
	}
	return nil
}

// cut takes the pattern out of a position.
func (h *patternHead) cut(s string) (*Pattern, error) {
	whole := !h.placed || h.place == (Place{Kind: AtEdges, Edges: AllEdges})
	if whole && h.sized {
		s = h.size.String() + " " + s
	}
	setup, err := ParsePosition(s)
	if err != nil {
		return nil, err
	}
	b := setup.Board()
	switch {
	case whole:
		return BoardPattern(b), nil
	case len(h.place.each()) > 1:
		return nil, fmt.Errorf("pattern: %v of a position: say which, such as NE7x7", h.place.phrase())
	case !h.sized:
		return nil, fmt.Errorf("pattern: %v of a position needs a size, such as %v7x7", h.place, h.place)
	}
	return CutPattern(b, h.place, h.size), nil
}
