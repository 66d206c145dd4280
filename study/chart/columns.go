package chart

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Columns follows one value over years or other numbers: a column for each, with
// gaps where there is none.
type Columns struct {
	Head
	Step   int // between two places: 10 for decades; 0 is 1
	Points []Point
}

// A Point is a value at a place on the axis, such as a year.
type Point struct {
	At int
	Number
}

func step(n int) int { return max(n, 1) }

// span returns the places that an axis has, first and last included.
func span(points []Point, by int) (first, count int) {
	if len(points) == 0 {
		return 0, 0
	}
	least := slices.MinFunc(points, func(a, b Point) int { return cmp.Compare(a.At, b.At) }).At
	most := slices.MaxFunc(points, func(a, b Point) int { return cmp.Compare(a.At, b.At) }).At
	return least, (most-least)/by + 1
}

func topOf(points []Point) float64 {
	top := 0.0
	for i := range points {
		top = max(top, points[i].top())
	}
	return top
}

// values returns the values by place, Unknown where there is none.
func values(points []Point, by, first, count int) []float64 {
	list := make([]float64, count)
	for i := range list {
		list[i] = Unknown
	}
	for _, p := range points {
		if i := (p.At - first) / by; i >= 0 && i < count {
			list[i] = p.Value
		}
	}
	return list
}

// Text draws the columns as blocks, in several parts below each other if there are
// more than fit; stretches without any value are left out then. A dot is 0, a blank is
// not known. Intervals are not drawn.
func (c *Columns) Text(t Terminal) string {
	return (&Lines{c.Head, c.Step, []Series{{Points: c.Points}}}).Text(t)
}

// parts divides the places of some series into stretches that fit the width.
// If one is not enough, each begins where there is a value.
func parts(series [][]float64, count, room int) (list [][2]int) {
	if count <= room {
		return [][2]int{{0, count}}
	}
	for from := 0; from < count; from++ {
		if !slices.ContainsFunc(series, func(values []float64) bool { return values[from] == values[from] }) {
			continue
		}
		list = append(list, [2]int{from, min(from+room, count)})
		from += room - 1
	}
	return list
}

// columnsText draws a part of the columns, each with a width in characters.
func columnsText(list []float64, s scale, u Unit, names, wide int, k ink) []string {
	const rows = 8
	ticks := s.ticks()
	var lines []string
	for row := rows - 1; row >= 0; row-- {
		name := ""
		for _, v := range ticks {
			if at := int(s.part(v)*rows + 0.5); v > 0 && at == row+1 || v == 0 && row == 0 && len(ticks) == 1 {
				name = u.tick(v)
			}
		}
		line := right(name, names) + k.edge
		for _, v := range list {
			cell := fraction(k.up, min(max(s.part(v)*rows-float64(row), 0), 1))
			switch {
			case v != v: // not known
				cell = " "
			case row == 0 && v == 0:
				cell = k.zero
			case row == 0 && cell == " ": // little is not nothing
				cell = fraction(k.up, 0.125)
			}
			line += bodied(cell, wide)
		}
		lines = append(lines, line)
	}
	return append(lines, right(u.tick(0), names)+k.edge+strings.Repeat(k.axis, len(list)*wide))
}

// hang is what the line at the left and a year below the last column need.
const hang = 4

// bodied repeats a character over a column, which ends with a space if it is wide.
func bodied(cell string, wide int) string {
	if wide < 3 {
		return strings.Repeat(cell, wide)
	}
	return strings.Repeat(cell, wide-1) + " "
}

// axisText names places below columns, as many as there is room for.
func axisText(first, by, count, wide int) string {
	line := []byte(strings.Repeat(" ", count*wide+8))
	free := 0
	every := axisStep(by, count, count*wide/7)
	for i := range count {
		at := first + i*by
		name := strconv.Itoa(at)
		if at%every != 0 && count > 1 || i*wide < free {
			continue
		}
		copy(line[i*wide:], name)
		free = i*wide + len(name) + 1
	}
	return string(line)
}

// axisStep returns how far apart places are that are named: 1, 2, 5, 10, ... times by.
func axisStep(by, count, names int) int {
	for power := 1; ; power *= 10 {
		for _, f := range []int{1, 2, 5} {
			if n := f * power; n%by == 0 && count*by/n <= max(names, 1) {
				return n
			}
		}
	}
}

// SVG draws columns with a whisker for each interval.
func (c *Columns) SVG() string { return c.draw().file() }

// Figure draws the same without the styles.
func (c *Columns) Figure() string { return c.draw().element() }

func (c *Columns) draw() *picture {
	p := newPicture(&c.Head, c.list())
	f := newFrame(p, c.Unit, newScale(c.Unit, c.Full, topOf(c.Points), 5), c.Points, step(c.Step), pageWidth-12)
	f.grid()
	for i := range c.Points {
		n := &c.Points[i]
		if !n.known() {
			continue
		}
		x, wide := f.x(n.At), min(f.each*0.78, 44)
		p.group(fmt.Sprintf("%d: %s", n.At, c.Unit.words(&n.Number)))
		p.rect(x-wide/2, f.y(n.Value), wide, f.bottom-f.y(n.Value), "kc-bar")
		if n.interval() && f.each >= 3 {
			half := min(f.each/4, 4)
			low, high := f.y(n.Low), f.y(n.High)
			p.path("M"+coordinate(x-half)+" "+coordinate(low)+"H"+coordinate(x+half)+"M"+coordinate(x)+" "+coordinate(low)+
				"V"+coordinate(high)+"M"+coordinate(x-half)+" "+coordinate(high)+"H"+coordinate(x+half), "kc-whisker")
		}
		p.end()
	}
	f.base()
	return p
}

// list says all numbers in words.
func (c *Columns) list() string { return pointWords(c.Unit, c.Points) }

func pointWords(u Unit, points []Point) string {
	var words []string
	for i := range points {
		words = append(words, fmt.Sprintf("%d: %s", points[i].At, u.words(&points[i].Number)))
	}
	return strings.Join(words, "; ")
}
