package position

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Setup is a position as somebody wrote it: a board's size and what leads to
// the position.
type Setup struct {
	Rules  Rules // of the game in whose terms the text was read
	Size   Size
	Sized  bool   // the text said the size; otherwise that of Rules is assumed
	Script Script // setup stones and moves, one line without variations

	last Move // that was read
}

// Board returns the board with all stones set up and all moves played.
func (s *Setup) Board() *Board {
	r := replayers.Get().(*Replayer)
	defer replayers.Put(r)
	r.Rules = s.Rules
	r.Replay(s.Size, s.Script, func(*Board, *Step) bool { return true })
	b := r.board
	r.board = nil
	return b
}

// replayers are memory for replays, without boards.
var replayers = sync.Pool{New: func() any { return new(Replayer) }}

// ParsePosition reads a whole-board position of Go as it is found and pasted,
// see [Rules.ParsePosition].
func ParsePosition(s string) (Setup, error) { return Rules{}.ParsePosition(s) }

// ParsePosition reads a whole-board position as it is found and pasted:
//
//   - moves in the coordinates of boards, "Q16 D4 Q3", from Black on by turns, or
//     with colors, "B Q16 D4; W D16", and in SGF coordinates, "pd dp";
//   - SGF text, "B[pd];W[dp]" or "(;SZ[9]AB[ee:eg]AW[cc])", of which the first
//     line is followed to its end;
//   - a diagram of a whole board: rows of . X O, with or without edges, Sensei's
//     Library's $$ diagrams, GTP's showboard, boards of box-drawing characters
//     as this package draws them; numbered stones are played in order. Rows of
//     hexagons may be numbered from the top, and shifted.
//
// "9x9" or "boardsize 9" before moves says the size.
func (r Rules) ParsePosition(s string) (Setup, error) {
	if strings.TrimSpace(s) == "" {
		return Setup{}, fmt.Errorf("position: nothing is given; want moves such as \"Q16 D4\" or a diagram")
	}
	lines, drawn := diagramLines(s), false
	if r.Hexes {
		lines, drawn = hexLines(lines)
	}
	switch {
	case looksLikeSGF(s):
		return r.parseSGF(s)
	case drawn || looksLikeDiagram(s):
		g, err := readGrid(lines)
		if err != nil {
			return Setup{}, err
		}
		if c := toPlayIn(s); c != Empty {
			g.toPlay = c
		}
		return g.setup(r)
	}
	return r.parseMoves(s)
}

// setup makes a position of a diagram, which must show a whole board.
func (g *grid) setup(rules Rules) (Setup, error) {
	if g.edges != AllEdges && (g.size.Cols != g.size.Rows || g.edges != 0) {
		return Setup{}, fmt.Errorf("diagram: %v points are not a whole board; draw all four edges, or search it as a pattern", g.size)
	}
	var b ScriptBuilder
	b.Node()
	for i, c := range g.cells {
		p := g.size.At(i)
		switch c {
		case OnlyBlack:
			b.Add(Black, p)
		case OnlyWhite:
			b.Add(White, p)
		case OnlyEmpty:
		default:
			return Setup{}, fmt.Errorf("diagram: row %d, column %d: %q leaves open what lies there; search it as a pattern",
				p.Y()+1, p.X()+1, c.Letter())
		}
	}
	b.ToPlay(g.toPlay)
	for _, c := range g.sequence() {
		b.Node()
		b.Move(Move{c.Color, c.Point})
	}
	return Setup{Rules: rules, Size: g.size, Sized: true, Script: b.Script()}, nil
}

// diagramLines splits a diagram into lines; a slash ends a line too.
func diagramLines(s string) []string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	s = strings.ReplaceAll(s, "\r", "\n")
	if !strings.Contains(s, "$$") {
		s = strings.ReplaceAll(s, "/", "\n")
	}
	lines := strings.Split(s, "\n")
	first, last := 0, len(lines)
	for first < last && strings.TrimSpace(lines[first]) == "" {
		first++
	}
	for first < last && strings.TrimSpace(lines[last-1]) == "" {
		last--
	}
	return lines[first:last]
}

// looksLikeDiagram reports whether a text draws points rather than naming them:
// whether one of its lines is drawn, or all of them consist of stones.
func looksLikeDiagram(s string) bool {
	if strings.Contains(s, "$$") {
		return true
	}
	lines := diagramLines(s)
	for _, line := range lines {
		fields := strings.Fields(line)
		single := !slices.ContainsFunc(fields, func(f string) bool { return len(f) > 1 && strings.Trim(f, "0123456789") != "" })
		if single && len(fields) > 1 && strings.ContainsAny(line, ".,+*?!") || slices.ContainsFunc(fields, drawn) {
			return true
		}
	}
	return len(lines) > 1 && strings.Trim(s, "XOxo0123456789#@ \t\r\n/") == ""
}

// drawn reports whether a word is a piece of a diagram. Numbers such as "1."
// and "6.5", which lists of moves and commands have, are none.
func drawn(word string) bool {
	if strings.ContainsAny(word, "*?!|●○◉◎⚫⚪┌┬┐├┼┤└┴┘╋·・＋") {
		return true
	}
	number := strings.Trim(word, "0123456789") == "."
	return len(word) > 1 && !number && strings.ContainsAny(word, ".,+") &&
		strings.Trim(word, "0123456789.,+XOxo#@_") == ""
}

// toPlayWords are how engines say below a board whose turn it is.
var toPlayWords = []struct {
	words string
	color Color
}{
	{"next player: black", Black}, {"next player: white", White},
	{"black to play", Black}, {"white to play", White},
	{"black to move", Black}, {"white to move", White},
	{"black (x) to move", Black}, {"white (o) to move", White},
}

// toPlayIn returns whose turn the text around a diagram says it is.
func toPlayIn(s string) Color {
	s = strings.ToLower(s)
	for _, w := range toPlayWords {
		if strings.Contains(s, w.words) {
			return w.color
		}
	}
	return Empty
}

// parseMoves reads points in the coordinates of boards or of SGF, with or without
// colors.
func (r Rules) parseMoves(s string) (Setup, error) {
	setup := Setup{Rules: r, Size: r.size()}
	var b ScriptBuilder
	color, given := Black, false
	fields := strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" \t\r\n,;:=", r) })
	moves := 0
	var last Move
	for i := 0; i < len(fields); i++ {
		f := fields[i]
		switch strings.ToLower(f) {
		case "b", "black":
			color, given = Black, true
			continue
		case "w", "white":
			color, given = White, true
			continue
		case "play", "clear_board", "moves":
			continue
		case "komi":
			i++
			continue
		case "boardsize", "size":
			i++
			if i == len(fields) {
				return Setup{}, fmt.Errorf("position: %s without a number", f)
			}
			f = fields[i]
			if !strings.ContainsAny(f, "xX") {
				f += "x" + f
			}
		}
		if size, ok := parseSize(f); ok {
			if moves > 0 {
				return Setup{}, fmt.Errorf("position: the size %s must come before the moves", f)
			}
			if !size.Valid() {
				return Setup{}, fmt.Errorf("position: size %s: want 1 to %d columns and rows", f, MaxSize)
			}
			setup.Size, setup.Sized = size, true
			continue
		}
		if digits := strings.TrimLeft(f, "0123456789"); strings.HasPrefix(digits, ".") && len(digits) < len(f) {
			f = digits[1:] // a move's number
			if f == "" {
				continue
			}
		}
		p, err := Point(0), error(nil)
		if word := r.ParseSpecial(f); word != NoSpecial && word != Resigns {
			b.Node()
			if last, err = word.Swap(&b, color, last, setup.Size); err == nil && word == SwapSides {
				color = color.Opponent()
			}
		} else if p, err = r.parseEither(setup.Size, f); err == nil {
			last = Move{color, p}
			b.Node()
			b.Move(last)
		}
		if err != nil {
			return Setup{}, fmt.Errorf("position: word %d: %w", i+1, err)
		}
		moves++
		if !given {
			color = color.Opponent()
		}
	}
	setup.Script = b.Script()
	return setup, nil
}

// parseEither reads a point in the coordinates of boards, which end in a digit, or
// SGF's.
func (r Rules) parseEither(s Size, text string) (Point, error) {
	if strings.EqualFold(text, "pass") || text != "" && text[len(text)-1] >= '0' && text[len(text)-1] <= '9' {
		return r.ParsePoint(s, text)
	}
	p, err := ParsePoint(text)
	if err != nil {
		return 0, fmt.Errorf("%q is not a point; want one like Q16, or pd as in SGF", text)
	}
	if text == "tt" && max(s.Cols, s.Rows) <= 19 {
		return Pass, nil
	}
	if !s.Contains(p) {
		return 0, fmt.Errorf("point %q is not on a %v board", text, s)
	}
	return p, nil
}

// parseSize reads "19x13".
func parseSize(s string) (Size, bool) {
	cols, rows, ok := strings.Cut(strings.ToLower(s), "x")
	w, err1 := strconv.Atoi(cols)
	h, err2 := strconv.Atoi(rows)
	return Size{w, h}, ok && err1 == nil && err2 == nil
}
