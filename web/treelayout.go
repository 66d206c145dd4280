package web

import (
	"maps"
	"slices"
	"strconv"

	"kifudb/archive"
	"kifudb/drawing"
)

// A treeLayout is where the nodes of a game lie when a stretch of columns of its tree
// is drawn: each node one column behind its parent, its first child beside it, and every
// variation in a row of its own below all that was drawn before in the columns that it
// takes. So no lines cross: variations of later moves come first in a record, and lie
// nearer to the line that they leave. Only what lies in the stretch takes rows, so that
// of a thousand variations those near the node are near to it.
type treeLayout struct {
	column, row []int // of nodes, by their numbers; rows are -1 outside of the stretch
	left, right int   // columns of the stretch
	columns     int   // of the tree
	rows        int   // of the stretch
}

// treeColumnsOf returns the columns of the nodes of a tree that has all from the root on.
func treeColumnsOf(nodes []archive.RecordNode) (column []int, columns int) {
	column = make([]int, len(nodes))
	for i, n := range nodes {
		if n.Parent >= 0 {
			column[i] = column[n.Parent] + 1
		}
		columns = max(columns, column[i]+1)
	}
	return column, columns
}

// layTree lays out a stretch of columns of a tree.
func layTree(nodes []archive.RecordNode, column []int, columns, left, right int) *treeLayout {
	t := &treeLayout{column: column, row: make([]int, len(nodes)), left: left, right: right, columns: columns}
	used := make([]int, columns) // the first row that is free, by columns
	for first := 0; first < len(nodes); {
		// A line is a node and its first children on and on.
		last := first
		for last+1 < len(nodes) && nodes[last+1].Parent == last {
			last++
		}
		from := max(column[first]-1, left-1, 0) // where the stroke leaves the parent's line
		to := min(column[last], right)
		row := -1
		if column[first] <= right && column[last] >= left {
			row = 0
			for _, r := range used[from : to+1] {
				row = max(row, r)
			}
			for c := from; c <= to; c++ {
				used[c] = row + 1
			}
			t.rows = max(t.rows, row+1)
		}
		for n := first; n <= last; n++ {
			t.row[n] = row
		}
		first = last + 1
	}
	return t
}

// layAround lays out the stretch around a node whose own variations are near to it: a
// stretch with fewer of the moves behind it has fewer variations in between. Otherwise
// stretches begin at every [treeStride]-th column, so that most steps change none.
func layAround(nodes []archive.RecordNode, here int, near []int) *treeLayout {
	column, columns := treeColumnsOf(nodes)
	for behind := treeColumns/2 + (treeStride - 1 - (column[here]+treeColumns/2)%treeStride); ; behind = max(behind-2, 1) {
		right := min(column[here]+behind, columns-1)
		t := layTree(nodes, column, columns, max(right-treeColumns+1, 0), right)
		far := 0
		for _, n := range near {
			far = max(far, t.row[n]-t.row[here])
		}
		if far <= treeRows-3 || behind == 1 {
			return t
		}
	}
}

// A treeWindow is a part of a tree, as the template "tree" draws it.
type treeWindow struct {
	Place         [4]int // columns and rows: left, right, top, bottom
	Here          *treeSpot
	Width, Height float64
	Lines         string // path
	Nodes         []treeSpot
	Numbers       []drawing.Spot // of moves, below
	Total         int            // nodes
	Variations    int
	Shown         int  // nodes
	Cut           bool // there is more than could be looked at
	Ways          []treeWay
}

// A treeSpot is a node in a window.
type treeSpot struct {
	moveLink
	X, Y   float64
	Node   int
	Parent int
	Label  string // for who cannot see it
}

// A treeWay leads to a part of the tree beside the window.
type treeWay struct {
	Key   string // left, right, up, down
	Nodes int    // that lie there
	Link  string
}

const (
	treeCell    = 20.0 // from one node to the next
	treeMargin  = 14.0
	treeColumns = 27 // at most in a window
	treeStride  = 8
	treeRows    = 12
)

// A treePlace names a part of a tree: the last column of a stretch, and a row of it.
type treePlace struct{ column, row int }

// window returns the rows of the stretch around one, with the node here. Links are made
// by link, those of other parts by elsewhere.
func (t *treeLayout) window(nodes []archive.RecordNode, around, here int, link func(archive.RecordNode) moveLink, elsewhere func(treePlace) string) *treeWindow {
	left, right := t.left, t.right
	top, bottom := span(around, treeRows, t.rows)
	inRows := func(r int) bool { return r >= top && r <= bottom }
	w := &treeWindow{
		Place: [4]int{left, right, top, bottom},
		Width: 2*treeMargin + float64(right-left)*treeCell, Height: 2*treeMargin + float64(bottom-top)*treeCell + 16,
		Total: len(nodes),
	}
	x := func(c int) float64 { return treeMargin + float64(c-left)*treeCell }
	y := func(r int) float64 { return treeMargin + float64(min(max(r, top-1), bottom+1)-top)*treeCell }
	var lines pathWriter
	lowest := map[int]int{} // the row of the last variation, by parents in the stretch
	var away [4]int         // left, right, up, down
	for i, n := range nodes {
		c, r := t.column[i], t.row[i]
		p := n.Parent
		branches := p >= 0 && p != i-1
		if branches {
			w.Variations++
		}
		inside := c >= left && c <= right
		if p >= 0 && r >= 0 && (inside || c == right+1) {
			switch {
			case !branches && inRows(r):
				lines.line(x(c-1), y(r), x(c), y(r))
			case branches && inside:
				lowest[p] = max(lowest[p], r)
				if inRows(r) {
					lines.bend(x(c-1), y(r), x(c))
				}
			}
		}
		switch {
		case c < left:
			away[0]++
		case c > right:
			away[1]++
		case r < top:
			away[2]++
		case r > bottom:
			away[3]++
		default:
			m := link(n)
			w.Nodes = append(w.Nodes, treeSpot{moveLink: m, X: x(c), Y: y(r), Node: n.Node, Parent: n.Parent})
		}
	}
	for _, p := range slices.Sorted(maps.Keys(lowest)) {
		if from, to := max(t.row[p], 0), lowest[p]; to >= top && from <= bottom {
			lines.line(x(t.column[p]), y(from), x(t.column[p]), y(to)-bendRadius)
		}
	}
	w.Lines, w.Shown = lines.String(), len(w.Nodes)
	w.numbers(nodes, here, left, right, x)
	for i, to := range []treePlace{{left - 1, 0}, {right + treeColumns, 0}, {right, top - treeRows + treeRows/2}, {right, bottom + 1 + treeRows/2}} {
		if away[i] > 0 {
			to = treePlace{min(max(to.column, 0), t.columns-1), min(max(to.row, 0), max(t.rows-1, 0))}
			w.Ways = append(w.Ways, treeWay{[]string{"left", "right", "up", "down"}[i], away[i], elsewhere(to)})
		}
	}
	return w
}

// numbers writes those of moves below the window, as the line of the node here has them.
func (w *treeWindow) numbers(nodes []archive.RecordNode, here, left, right int, x func(int) float64) {
	const every = 10
	line := (&archive.GameTree{Nodes: nodes}).Line(here)
	for c := left; c <= right && c < len(line); c++ {
		if n := line[c]; n.Color != "" && n.Move%every == 0 {
			w.Numbers = append(w.Numbers, drawing.Spot{X: x(c), Y: w.Height - 4, Text: strconv.Itoa(n.Move)})
		}
	}
}

// span returns a stretch of so many of all places, around one.
func span(around, width, all int) (first, last int) {
	first = min(max(around-width/2, 0), max(all-width, 0))
	return first, min(first+width, all) - 1
}
