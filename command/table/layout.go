package table

import (
	"slices"

	"kifudb/internal/plaintext"
)

// A column says how the cells of one column of a table are shown, and how they
// give way where there is little room.
type column struct {
	head    string
	right   bool        // flush right, and never shortened: numbers
	most    int         // width if it is not for a terminal; 0 for any
	shorten *Shortening // nil for what must stay whole
	keep    bool        // shown though all cells are empty
	spare   int         // left out where there is no room, the highest first; 0 stays
}

// A layout is which columns of a table are shown, and how wide.
type layout struct {
	shown  []int // numbers of columns
	widths []int // of the columns shown
	left   []int // numbers of columns for which there was no room
}

// Gap is the space between two columns.
const Gap = 2

// newLayout gives the columns of a table room by their content. What is empty is
// not shown. Where a terminal's width is not enough for all, columns that can be
// spared are left out until the others fit at their least, and the room is
// divided by what is lost: see [fitting.loss]. If the others do not fit even so,
// they shrink to a few letters, and the last ones go. A width of 0 is no terminal.
func newLayout(columns []column, measures []measure, width int) layout {
	var l layout
	var fits []*fitting
	for i := range columns {
		f := newFitting(&columns[i], i, &measures[i], width)
		if f.natural == 0 && !columns[i].keep {
			continue
		}
		fits = append(fits, f)
	}
	leave := func(i int) {
		l.left = append(l.left, fits[i].number)
		fits = slices.Delete(fits, i, i+1)
	}
	if width > 0 {
		for i := mostSparable(fits); i >= 0 && room(fits, (*fitting).narrowest) > width; i = mostSparable(fits) {
			leave(i)
		}
		for len(fits) > 1 && room(fits, (*fitting).bare) > width {
			leave(len(fits) - 1)
		}
		shrink(fits, width)
	}
	for _, f := range fits {
		l.shown = append(l.shown, f.number)
		l.widths = append(l.widths, f.width)
	}
	slices.Sort(l.left)
	return l
}

// mostSparable returns which column can be left out first, -1 if none can.
func mostSparable(fits []*fitting) int {
	most := -1
	for i, f := range fits {
		if f.spare > 0 && (most < 0 || f.spare > fits[most].spare) {
			most = i
		}
	}
	return most
}

// room is the width of a table.
func room(fits []*fitting, of func(*fitting) int) int {
	sum := -Gap
	for _, f := range fits {
		sum += of(f) + Gap
	}
	return sum
}

// shrink takes room from columns, one column of the terminal after the other,
// where it costs least. If all are at their least and it is still too much, they
// shrink on to a few letters.
func shrink(fits []*fitting, width int) {
	for over := room(fits, (*fitting).now) - width; over > 0; over-- {
		var cheapest *fitting
		for _, f := range fits {
			if f.width > f.narrowest() && (cheapest == nil || f.price() < cheapest.price()) {
				cheapest = f
			}
		}
		for _, f := range slices.Backward(fits) {
			if cheapest == nil && f.width > f.bare() {
				cheapest = f
			}
		}
		if cheapest == nil {
			return
		}
		cheapest.take()
	}
}

// A fitting is a column that is given its width.
type fitting struct {
	*column
	number  int
	cells   []Cell // some of them, if there are many
	natural int    // width of the widest
	least   int    // see narrowest
	width   int    // now

	lossNow, lossNext float64 // at the width, and at one less; of -1 is not known
}

// A measure is what is kept of the cells of a column, however many there are, to give it
// its width.
type measure struct {
	natural int    // width of the widest
	some    []Cell // one of so many, by which the room is divided
	step    int
	seen    int
}

// add takes in the next cell.
func (m *measure) add(c Cell) {
	const most = 200 // cells that are enough to divide the room by
	m.natural = max(m.natural, plaintext.Width(c.String()))
	if m.step == 0 {
		m.step = 1
	}
	if m.seen%m.step == 0 {
		if len(m.some) == 2*most {
			for i := range most {
				m.some[i] = m.some[2*i]
			}
			clear(m.some[most:])
			m.some, m.step = m.some[:most], 2*m.step
		}
		m.some = append(m.some, c)
	}
	m.seen++
}

// newFitting begins with all the room that a column may want.
func newFitting(c *column, number int, m *measure, width int) *fitting {
	f := &fitting{column: c, number: number, cells: m.some, natural: m.natural, lossNow: -1, lossNext: -1}
	if f.natural == 0 && !c.keep {
		return f
	}
	f.width = max(f.natural, plaintext.Width(c.head))
	f.least = f.width
	if c.shorten != nil {
		f.least = min(f.width, max(c.shorten.least(f.cells), plaintext.Width(c.head)))
	}
	switch {
	case width > 0 && c.shorten != nil:
		f.width = max(f.least, min(f.width, width))
	case width == 0 && c.most > 0:
		f.width = max(min(f.width, c.most), plaintext.Width(c.head))
	}
	return f
}

func (f *fitting) narrowest() int { return f.least }
func (f *fitting) now() int       { return f.width }

// bare is the width of the least that can be shown at all.
func (f *fitting) bare() int {
	const letters = 4
	if f.shorten == nil {
		return f.least
	}
	return max(min(f.least, letters), plaintext.Width(f.head))
}

// price is what the next column of the terminal costs that is taken away.
func (f *fitting) price() float64 {
	if f.lossNow < 0 {
		f.lossNow = f.loss(f.width)
	}
	if f.lossNext < 0 {
		f.lossNext = f.loss(f.width - 1)
	}
	return f.lossNext - f.lossNow
}

func (f *fitting) take() {
	f.width--
	f.lossNow, f.lossNext = f.lossNext, -1
}

// loss is what a width costs: of each cell the share that is hidden, which grows
// the more of it is, and a lot for each that cannot be told from another one.
func (f *fitting) loss(width int) float64 {
	const alike = 10
	sum := 0.0
	shown := f.shorten.cut(f.cells, width)
	first := map[string]string{}
	mixed := map[string]bool{}
	for i, c := range f.cells {
		full := c.String()
		if w := plaintext.Width(full); w > width {
			hidden := float64(w - width)
			sum += hidden * hidden / float64(w)
		}
		if other, ok := first[shown[i].Text]; ok && other != full {
			mixed[shown[i].Text] = true
		} else {
			first[shown[i].Text] = full
		}
	}
	for _, s := range shown {
		if mixed[s.Text] {
			sum += alike
		}
	}
	return sum * f.shorten.dear
}
