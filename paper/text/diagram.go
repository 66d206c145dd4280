package text

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kifudb/internal/plaintext"
	"kifudb/paper"
)

// diagram writes a board in the notation of Sensei's Library ("How Diagrams Work"): lines that
// begin with $$, stones as X and O, up to ten moves as digits, 0 for the tenth. It reports false
// if the figure has more moves, or moves that do not alternate, or anything else that the notation lacks.
func diagram(f *paper.Figure) (lines []string, ok bool) {
	b, m := f.Board, &f.Marks
	if b.Cells != "points" || b.Cols > 35 || b.Rows > 35 {
		return nil, false
	}
	colors := make([]string, b.Cols*b.Rows)
	for _, p := range b.Pieces {
		colors[p.Cell] = p.Color
	}
	first, begins, ok := sequence(m.Numbers, colors)
	if !ok {
		return nil, false
	}
	cells := make([]byte, len(colors))
	for i, c := range colors {
		cells[i] = map[string]byte{"": '.', "B": 'X', "W": 'O'}[c]
	}
	for _, star := range b.Stars {
		if cells[star] == '.' && !f.NoStars {
			cells[star] = ','
		}
	}
	for cell, n := range m.Numbers {
		cells[cell] = byte('0' + (n-first+1)%10)
	}
	for cell, sign := range m.Shapes {
		cells[cell] = marked[sign][slices.Index([]string{"", "B", "W"}, colors[cell])]
	}
	for cell, text := range m.Letters {
		letter := strings.ToLower(text)
		if colors[cell] != "" || len(letter) != 1 || letter[0] < 'a' || letter[0] > 'z' {
			return nil, false
		}
		cells[cell] = letter[0]
	}
	for _, cell := range m.Hidden {
		cells[cell] = ' '
	}
	if len(m.Territory[0])+len(m.Territory[1])+len(m.Arrows)+len(m.Lines) > 0 {
		return nil, false
	}
	head := "$$" + begins
	if f.Coordinates {
		head += "c"
	}
	if first > 1 {
		head += "m" + strconv.Itoa(first)
	}
	if b.Cols != 19 || b.Rows != 19 {
		head = strings.Replace(head, "m", fmt.Sprintf("%dm", max(b.Cols, b.Rows)), 1)
		if first <= 1 {
			head += strconv.Itoa(max(b.Cols, b.Rows))
		}
	}
	left, top, right, bottom := seen(f)
	edge := "$$ " + strings.Repeat("--", right-left+1)
	for _, shown := range []bool{left == 0, right == b.Cols-1} {
		if shown {
			edge += "--"
		}
	}
	edge = edge[:len(edge)-1]
	lines = append(lines, plaintext.Cut(head+" "+plaintext.Printable(f.Caption), Width))
	if top == 0 {
		lines = append(lines, edge)
	}
	for y := top; y <= bottom; y++ {
		line := "$$ "
		if left == 0 {
			line += "| "
		}
		for x := left; x <= right; x++ {
			line += string(cells[y*b.Cols+x]) + " "
		}
		if right == b.Cols-1 {
			line += "|"
		}
		lines = append(lines, line)
	}
	if bottom == b.Rows-1 {
		lines = append(lines, edge)
	}
	return lines, true
}

// marked are the characters of marks on empty points, on black stones and on white ones.
var marked = map[string][3]byte{"CR": {'C', 'B', 'W'}, "SQ": {'S', '#', '@'}, "TR": {'T', 'Y', 'Q'}, "MA": {'M', 'Z', 'P'}, "SL": {'S', '#', '@'}}

// sequence returns the first one of up to ten numbers that follow each other and alternate, and
// who begins: B, W, or neither without numbers. It reports false for others.
func sequence(numbers map[int]int, colors []string) (first int, begins string, ok bool) {
	if len(numbers) == 0 {
		return 0, "", true
	}
	cells := make([]int, 0, len(numbers))
	for cell := range numbers {
		cells = append(cells, cell)
	}
	slices.SortFunc(cells, func(a, b int) int { return numbers[a] - numbers[b] })
	first, begins = numbers[cells[0]], colors[cells[0]]
	if numbers[cells[len(cells)-1]]-first >= Moves {
		return 0, "", false
	}
	for _, cell := range cells {
		if (colors[cell] == begins) != ((numbers[cell]-first)%2 == 0) {
			return 0, "", false
		}
	}
	return first, begins, true
}

// seen returns the part of the board that is shown: what is not hidden, and of problems the part where
// something lies, with the edges that are near.
func seen(f *paper.Figure) (left, top, right, bottom int) {
	const near, around = 3, 1
	cols, rows := f.Board.Cols, f.Board.Rows
	is := make([]bool, cols*rows)
	switch {
	case len(f.Marks.Hidden) > 0:
		for cell := range is {
			is[cell] = true
		}
		for _, cell := range f.Marks.Hidden {
			is[cell] = false
		}
	case f.Crop:
		for _, piece := range f.Board.Pieces {
			is[piece.Cell] = true
		}
		for cell := range f.Marks.Letters {
			is[cell] = true
		}
	}
	left, top, right, bottom = cols, rows, -1, -1
	for cell := range is {
		if x, y := cell%cols, cell/cols; is[cell] {
			left, top, right, bottom = min(left, x), min(top, y), max(right, x), max(bottom, y)
		}
	}
	switch {
	case right < 0:
		return 0, 0, cols - 1, rows - 1
	case len(f.Marks.Hidden) > 0:
		return left, top, right, bottom
	}
	widened := func(from, to, end int) (int, int) {
		if from -= around; from < near {
			from = 0
		}
		if to += around; to > end-near {
			to = end
		}
		return from, to
	}
	left, right = widened(left, right, cols-1)
	top, bottom = widened(top, bottom, rows-1)
	return left, top, right, bottom
}

// wide writes a board with room for the numbers of its moves: stones without numbers are X and O.
// Black's numbers end with a star, as no letter tells them apart.
func wide(f *paper.Figure) []string {
	b, m := f.Board, &f.Marks
	cells := make([]string, b.Cols*b.Rows)
	for i := range cells {
		cells[i] = "."
	}
	for _, star := range b.Stars {
		if b.Cells == "points" && !f.NoStars {
			cells[star] = "+"
		}
	}
	for _, p := range b.Pieces {
		cells[p.Cell] = map[string]string{"B": "X", "W": "O"}[p.Color]
		if n, ok := m.Numbers[p.Cell]; ok {
			cells[p.Cell] = strconv.Itoa(n)
			if p.Color == "B" {
				cells[p.Cell] += "*"
			}
		}
	}
	for cell, sign := range m.Shapes {
		if cells[cell] == "." || cells[cell] == "+" {
			cells[cell] = map[string]string{"TR": "/", "SQ": "#", "CR": "@", "MA": "x", "SL": "%"}[sign]
		} else {
			cells[cell] += map[string]string{"TR": "/", "SQ": "#", "CR": "@", "MA": "x", "SL": "%"}[sign]
		}
	}
	for cell, text := range m.Letters {
		text = plaintext.Cut(plaintext.Printable(text), 4)
		if _, ok := m.Numbers[cell]; !ok && cells[cell] != "." && cells[cell] != "+" {
			text = cells[cell] + text // on a stone
		}
		cells[cell] = text
	}
	for i, color := range []string{"x", "o"} {
		for _, cell := range m.Territory[i] {
			if cells[cell] == "." || cells[cell] == "+" {
				cells[cell] = color + "'"
			}
		}
	}
	for _, cell := range m.Hidden {
		cells[cell] = ""
	}
	room := 1
	for _, text := range cells {
		room = max(room, plaintext.Width(text))
	}
	names := 0
	if f.Coordinates {
		for _, name := range b.Lines {
			names = max(names, len(name))
		}
		for _, name := range b.Columns {
			room = max(room, len(name))
		}
	}
	pad := func(text string, n int) string {
		return strings.Repeat(" ", max(n-plaintext.Width(text), 0)) + text
	}
	left, top, right, bottom := seen(f)
	row := func(name string, text func(x int) string) string {
		line := pad(name, names)
		for x := left; x <= right; x++ {
			line += " " + pad(text(x), room)
		}
		return line
	}
	var lines []string
	columns := row("", func(x int) string { return b.Columns[x] })
	if f.Coordinates {
		lines = append(lines, columns)
	}
	for y := top; y <= bottom; y++ {
		name := ""
		if f.Coordinates {
			name = b.Lines[y]
		}
		indent := ""
		if b.Cells == "hexes" {
			indent = strings.Repeat(" ", (y-top)*(room+1)/2)
		}
		lines = append(lines, indent+row(name, func(x int) string { return cells[y*b.Cols+x] }))
	}
	return lines
}
