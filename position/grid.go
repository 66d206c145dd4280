package position

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A grid is a diagram as read: its cells, the stones numbered on it, and what
// it shows of the board's edges.
type grid struct {
	size     Size
	cells    []Cell
	numbered []numberedPoint // in order of their numbers
	first    Color           // whose number 1 is
	toPlay   Color           // who plays next before the numbers, Empty if not said
	edges    Edges
}

type numberedPoint struct {
	number int
	point  Point
}

// sequence returns the numbered stones: odd numbers are the first player's.
func (g *grid) sequence() []Change {
	var s []Change
	for _, n := range g.numbered {
		c := g.first
		if n.number%2 == 0 {
			c = c.Opponent()
		}
		s = append(s, Change{n.point, c})
	}
	return s
}

// gridKind is a way of drawing diagrams.
type gridKind uint8

const (
	plainGrid  gridKind = iota // Kombilo's letters, wildcards included
	senseiGrid                 // Sensei's Library, lines that begin with $$
	gtpGrid                    // GTP's showboard: rows begin with their number
)

// symbols are the characters that mean the same in every kind of diagram.
var symbols = map[rune]Cell{
	'.': OnlyEmpty, ',': OnlyEmpty, '+': OnlyEmpty, '·': OnlyEmpty, '・': OnlyEmpty, '．': OnlyEmpty, '＋': OnlyEmpty,
	'┌': OnlyEmpty, '┬': OnlyEmpty, '┐': OnlyEmpty, '├': OnlyEmpty, '┼': OnlyEmpty, '┤': OnlyEmpty,
	'└': OnlyEmpty, '┴': OnlyEmpty, '┘': OnlyEmpty, '╋': OnlyEmpty, '╬': OnlyEmpty, '•': OnlyEmpty,
	'X': OnlyBlack, 'B': OnlyBlack, '#': OnlyBlack, '●': OnlyBlack, '◉': OnlyBlack, '⚫': OnlyBlack, 'Ｘ': OnlyBlack,
	'O': OnlyWhite, 'W': OnlyWhite, '@': OnlyWhite, '○': OnlyWhite, '◎': OnlyWhite, '⚪': OnlyWhite, 'Ｏ': OnlyWhite,
	'_': Outside, '?': Any, '*': Any, '!': AnyStone,
}

// senseiMarks are the marked stones and points of Sensei's Library's diagrams:
// with a triangle, a cross, a circle, a square.
var senseiMarks = map[rune]Cell{
	'Y': OnlyBlack, 'Z': OnlyBlack, 'Q': OnlyWhite, 'P': OnlyWhite,
	'C': OnlyEmpty, 'S': OnlyEmpty, 'T': OnlyEmpty, 'M': OnlyEmpty,
}

// drawnEdges are the edges that box-drawing characters show.
var drawnEdges = map[rune]Edges{
	'┌': North | West, '┬': North, '┐': North | East, '├': West, '┤': East,
	'└': South | West, '┴': South, '┘': South | East,
}

// wantPoints tells which characters a diagram may have.
const wantPoints = "want . X O x o * ! _ or a number"

// readGrid reads a diagram from lines that the caller has found to be one.
func readGrid(lines []string) (*grid, error) {
	g := &grid{first: Black}
	lines, kind := g.kind(lines)
	var rows [][]symbol
	for n, line := range lines {
		if isEdgeLine(line) {
			if len(rows) == 0 {
				g.edges |= North
			} else {
				g.edges |= South
			}
			continue
		}
		row, err := g.row(line, kind)
		if err != nil {
			return nil, fmt.Errorf("diagram: line %d, %w", n+1, err)
		}
		if len(row) == 0 {
			continue
		}
		if len(rows) == MaxSize {
			return nil, fmt.Errorf("diagram: line %d: more than %d rows", n+1, MaxSize)
		}
		if len(rows) > 0 && len(row) != len(rows[0]) {
			return nil, fmt.Errorf("diagram: row %d has %d points, the rows above have %d", len(rows)+1, len(row), len(rows[0]))
		}
		rows = append(rows, row)
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("diagram: no rows of points; %s", wantPoints)
	}
	if kind == gtpGrid {
		g.edges = AllEdges
	}
	return g, g.fill(rows)
}

// symbol is one point of a diagram: a cell, or a number if that is positive.
type symbol struct {
	cell   Cell
	number int
}

// fill makes the cells of the rows.
func (g *grid) fill(rows [][]symbol) error {
	g.size = Size{len(rows[0]), len(rows)}
	seen := map[int]Point{}
	for y, row := range rows {
		for x, s := range row {
			p := At(x, y)
			g.cells = append(g.cells, s.cell)
			if s.number == 0 {
				continue
			}
			if at, twice := seen[s.number]; twice {
				return fmt.Errorf("diagram: row %d, column %d: %d is also in row %d, column %d",
					y+1, x+1, s.number, at.Y()+1, at.X()+1)
			}
			seen[s.number] = p
			g.numbered = append(g.numbered, numberedPoint{s.number, p})
		}
	}
	slices.SortFunc(g.numbered, func(a, b numberedPoint) int { return cmp.Compare(a.number, b.number) })
	return nil
}

// kind tells how the diagram is drawn and returns the lines that draw it,
// without prefixes.
func (g *grid) kind(lines []string) ([]string, gridKind) {
	if slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(strings.TrimSpace(l), "$$") }) {
		return g.sensei(lines), senseiGrid
	}
	if rows := numberedRows(lines); rows != nil {
		return rows, gtpGrid
	}
	return lines, plainGrid
}

// sensei returns the rows of a $$ diagram and reads its header, which names the
// first player: "$$W Title", "$$Bcm1".
func (g *grid) sensei(lines []string) []string {
	var rows []string
	for i, line := range lines {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "$$") {
			continue
		}
		line = line[2:]
		if i == 0 || len(rows) == 0 {
			switch {
			case strings.HasPrefix(line, "W"):
				g.first, g.toPlay = White, White
			case strings.HasPrefix(line, "B"):
				g.toPlay = Black
			}
			if line != "" && line[0] != ' ' && line[0] != '\t' && line[0] != '|' && line[0] != '-' && line[0] != '+' {
				continue // the header
			}
		}
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") || strings.HasPrefix(line, "{") {
			continue // links, arrows and lines
		}
		if len(rows) == 0 && !slices.ContainsFunc([]rune(line), func(r rune) bool { return r == '.' || r == '-' || r == '|' || r == ',' }) {
			continue // a title on a line of its own
		}
		rows = append(rows, line)
	}
	return rows
}

// numberedRows returns the rows of a board whose rows begin with their numbers,
// counted down to 1, without the numbers; nil if the lines are something else.
// Other lines, above, below and to the right, are left out.
func numberedRows(lines []string) []string {
	var rows []string
	next := 0
	for _, line := range lines {
		line = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "="))
		digits := len(line) - len(strings.TrimLeft(line, "0123456789"))
		number, err := strconv.Atoi(line[:digits])
		if err != nil || len(rows) > 0 && number != next || number < 1 || number > MaxSize {
			continue
		}
		rest := strings.TrimLeft(line[digits:], " \t|")
		if rest == "" || len(rest) == len(line)-digits {
			continue
		}
		// What follows the row: its number again, or two spaces and a text.
		if end := strings.Index(rest, " "+line[:digits]); end >= 0 && !strings.ContainsAny(rest[:end], "0123456789|") {
			rest = rest[:end]
		} else if end := strings.IndexByte(rest, '|'); end >= 0 {
			rest = rest[:end]
		} else if end := lastField(rest, line[:digits]); end >= 0 {
			rest = rest[:end]
		}
		rows = append(rows, rest)
		next = number - 1
		if next == 0 {
			return rows
		}
	}
	return nil
}

// lastField returns where the first field that equals word begins, -1 if there
// is none.
func lastField(s, word string) int {
	for at := 0; ; {
		i := strings.Index(s[at:], " "+word)
		if i < 0 {
			return -1
		}
		at += i
		end := at + 1 + len(word)
		if end == len(s) || s[end] == ' ' || s[end] == '\t' {
			return at
		}
		at = end
	}
}

// isEdgeLine reports whether a line draws the upper or lower edge: "+-----+".
func isEdgeLine(line string) bool {
	line = strings.TrimSpace(line)
	return strings.ContainsAny(line, "-=") && strings.Trim(line, "+-=|' \t") == ""
}

// row reads a row of points. Errors begin with the column.
func (g *grid) row(line string, kind gridKind) ([]symbol, error) {
	line = strings.TrimRight(strings.TrimLeft(line, " \t"), " \t\r")
	if kind != gtpGrid {
		if rest, ok := strings.CutPrefix(line, "|"); ok {
			g.edges |= West
			line = rest
		}
		if rest, ok := strings.CutSuffix(line, "|"); ok {
			g.edges |= East
			line = rest
		}
		if row := spacedRow(line, kind); row != nil {
			return row, nil
		}
	}
	var row []symbol
	for at, r := range line {
		if r == '─' || r == '━' || unicode.IsSpace(r) || r == '\ufe0e' || r == '\ufe0f' {
			continue
		}
		if kind == gtpGrid && (r == '(' || r == ')' || r == '[' || r == ']' || r >= '0' && r <= '9') {
			continue // marks of the latest moves
		}
		s, ok := symbolOf(r, kind)
		if !ok {
			return nil, fmt.Errorf("column %d: %q is not a point of a diagram; %s", utf8.RuneCountInString(line[:at])+1, r, wantPoints)
		}
		g.edges |= drawnEdges[r]
		row = append(row, s)
		if len(row) > MaxSize {
			return nil, fmt.Errorf("column %d: more than %d columns", at+1, MaxSize)
		}
	}
	return row, nil
}

// spacedRow reads a row of single characters and whole numbers with spaces
// between them, such as ". 9 10 11 .". It returns nil if the line is not one.
func spacedRow(line string, kind gridKind) []symbol {
	fields := strings.Fields(line)
	if len(fields) > MaxSize || len(fields) < 2 {
		return nil
	}
	var row []symbol
	long := false
	for _, f := range fields {
		if n, err := strconv.Atoi(f); err == nil && len(f) > 1 && n > 0 && f[0] != '0' {
			row = append(row, symbol{OnlyEmpty, n})
			long = true
			continue
		}
		r, n := utf8.DecodeRuneInString(f)
		s, ok := symbolOf(r, kind)
		if !ok || n != len(f) {
			return nil
		}
		row = append(row, s)
	}
	if !long {
		return nil
	}
	return row
}

// symbolOf reads one character of a diagram.
func symbolOf(r rune, kind gridKind) (symbol, bool) {
	switch c, ok := symbols[r]; {
	case ok:
		return symbol{cell: c}, true
	case r == '0':
		return symbol{OnlyEmpty, 10}, true
	case r >= '1' && r <= '9':
		return symbol{OnlyEmpty, int(r - '0')}, true
	}
	if kind == senseiGrid {
		if c, ok := senseiMarks[r]; ok {
			return symbol{cell: c}, true
		}
	} else if r == 'x' {
		return symbol{cell: BlackOrEmpty}, true
	} else if r == 'o' {
		return symbol{cell: WhiteOrEmpty}, true
	}
	return symbol{cell: OnlyEmpty}, r >= 'a' && r <= 'z' // a label
}
