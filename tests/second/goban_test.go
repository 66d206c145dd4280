package second

import "strings"

// A goban is a board of stones, one byte a point: X, O or a dot.
type goban struct {
	rows, cols int
	cells      []byte
}

// index returns where a point of SGF lies; -1 if it lies nowhere.
func (b *goban) index(point string) int {
	if len(point) != 2 {
		return -1
	}
	col, row := int(point[0]-'a'), int(point[1]-'a')
	if point[1] <= '9' { // Othello has numbers
		row = int(point[1] - '1')
	}
	if col < 0 || row < 0 || col >= b.cols || row >= b.rows {
		return -1
	}
	return row*b.cols + col
}

// neighbors returns the points beside one.
func (b *goban) neighbors(i int) (list []int) {
	row, col := i/b.cols, i%b.cols
	if row > 0 {
		list = append(list, i-b.cols)
	}
	if row < b.rows-1 {
		list = append(list, i+b.cols)
	}
	if col > 0 {
		list = append(list, i-1)
	}
	if col < b.cols-1 {
		list = append(list, i+1)
	}
	return list
}

// capture takes the chain at a point off the board if it has no liberty.
func (b *goban) capture(i int) {
	color := b.cells[i]
	chain := []int{i}
	seen := map[int]bool{i: true}
	for k := 0; k < len(chain); k++ {
		for _, j := range b.neighbors(chain[k]) {
			switch {
			case b.cells[j] == '.':
				return
			case b.cells[j] == color && !seen[j]:
				seen[j] = true
				chain = append(chain, j)
			}
		}
	}
	for _, j := range chain {
		b.cells[j] = '.'
	}
}

// play puts a stone on a point and takes what has no liberty, the other color first.
func (b *goban) play(i int, color byte) {
	b.cells[i] = color
	for _, j := range b.neighbors(i) {
		if b.cells[j] != '.' && b.cells[j] != color {
			b.capture(j)
		}
	}
	b.capture(i)
}

// stone is the cell of a color.
func stone(color byte) byte {
	if color == 'B' {
		return 'X'
	}
	return 'O'
}

// other is the other color.
func other(color byte) byte {
	if color == 'B' {
		return 'W'
	}
	return 'B'
}

// points returns the points of a list in which aa:cc stands for a rectangle.
func (b *goban) points(values []string) (list []int, ok bool) {
	for _, v := range values {
		from, to, rectangle := strings.Cut(v, ":")
		i := b.index(from)
		if i < 0 {
			return nil, false
		}
		if !rectangle {
			list = append(list, i)
			continue
		}
		j := b.index(to)
		if j < 0 {
			return nil, false
		}
		for row := i / b.cols; row <= j/b.cols; row++ {
			for col := i % b.cols; col <= j%b.cols; col++ {
				list = append(list, row*b.cols+col)
			}
		}
	}
	return list, true
}

// replayGo gives every node of a record its board. What the second program does not know to
// play breaks the record: ok is false.
func replayGo(r *record) (ok bool) {
	for _, n := range r.nodes {
		b := &goban{rows: r.rows, cols: r.cols, cells: []byte(strings.Repeat(".", r.rows*r.cols))}
		if n.parent != nil {
			copy(b.cells, n.parent.cells)
			n.played = n.parent.played
		}
		for _, setup := range []struct {
			name string
			cell byte
		}{{"AB", 'X'}, {"AW", 'O'}, {"AE", '.'}} {
			list, ok := b.points(n.props[setup.name])
			if !ok {
				return false
			}
			for _, i := range list {
				b.cells[i] = setup.cell
			}
		}
		for _, color := range "BW" {
			values := n.props[string(color)]
			if len(values) == 0 {
				continue
			}
			if len(values) > 1 || n.color != 0 || len(n.props["AB"])+len(n.props["AW"])+len(n.props["AE"]) > 0 {
				return false
			}
			n.color, n.move = byte(color), values[0]
			if n.move == "tt" && r.rows <= 19 && r.cols <= 19 {
				n.move = ""
			}
			n.played++
			if n.move == "" {
				continue
			}
			i := b.index(n.move)
			if i < 0 || b.cells[i] != '.' {
				return false
			}
			b.play(i, stone(n.color))
		}
		n.cells = string(b.cells)
	}
	return true
}

// A turning turns or mirrors a board. It exchanges rows and columns, if the board is square, and then
// reverses their order. A square has eight turnings, a rectangle four.
type turning struct{ transpose, flipRows, flipCols bool }

// turnings returns those of a board.
func turnings(rows, cols int) (list []turning) {
	for _, transpose := range []bool{false, true} {
		if transpose && rows != cols {
			continue
		}
		for _, flipRows := range []bool{false, true} {
			for _, flipCols := range []bool{false, true} {
				list = append(list, turning{transpose, flipRows, flipCols})
			}
		}
	}
	return list
}

// of returns where a cell goes.
func (t turning) of(i, rows, cols int) int {
	row, col := i/cols, i%cols
	if t.transpose {
		row, col = col, row
	}
	if t.flipRows {
		row = rows - 1 - row
	}
	if t.flipCols {
		col = cols - 1 - col
	}
	return row*cols + col
}

// board returns a board turned.
func (t turning) board(cells string, rows, cols int) string {
	turned := make([]byte, len(cells))
	for i := range cells {
		turned[t.of(i, rows, cols)] = cells[i]
	}
	return string(turned)
}

// exchanged returns a board with the colors exchanged.
func exchanged(cells string) string {
	return strings.NewReplacer("X", "O", "O", "X").Replace(cells)
}
