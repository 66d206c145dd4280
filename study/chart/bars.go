package chart

import (
	"fmt"
	"strings"
)

// Bars compares named values: a line each, longest as long as there is room.
type Bars struct {
	Head
	Bars []Bar
}

// A Bar is a named value.
type Bar struct {
	Label string
	Number
}

func (c *Bars) scale(ticks int) scale {
	top := 0.0
	for i := range c.Bars {
		top = max(top, c.Bars[i].top())
	}
	return newScale(c.Unit, c.Full, top, ticks)
}

// Text draws a bar to the lower end of each interval, and from there a line to the
// upper end with a dot at the value.
func (c *Bars) Text(t Terminal) string {
	labels, notes := 0, 0
	for i := range c.Bars {
		labels = max(labels, textWidth(harmless(c.Bars[i].Label)))
		notes = max(notes, textWidth(t.words(c.Unit, &c.Bars[i].Number)))
	}
	const leastBar = 10
	width := t.width()
	labels = min(labels, max(width-notes-leastBar-2*gap, width/4))
	room := max(width-labels-notes-2*gap, leastBar)
	s := c.scale(4)
	top := 0.0 // in a terminal the longest takes all the room
	for i := range c.Bars {
		top = max(top, c.Bars[i].top())
	}
	if top > 0 && !c.Full {
		s.top = top
	}
	var lines []string
	for i := range c.Bars {
		b := &c.Bars[i]
		line := fit(harmless(b.Label), labels) + strings.Repeat(" ", gap) + c.bar(&b.Number, s, room, t.ink()) +
			strings.Repeat(" ", gap) + t.words(c.Unit, &b.Number)
		lines = append(lines, line)
	}
	return c.titled(trimmed(lines))
}

// gap is the space between two columns of text.
const gap = 2

// bar draws one number in a number of columns.
func (c *Bars) bar(n *Number, s scale, room int, k ink) string {
	if !n.known() {
		return strings.Repeat(" ", room)
	}
	var b strings.Builder
	if !n.interval() {
		cells := s.part(n.Value) * float64(room)
		for i := range room {
			b.WriteString(fraction(k.across, min(max(cells-float64(i), 0), 1)))
		}
		return b.String()
	}
	at := func(v float64) int { return min(int(s.part(v)*float64(room)), room-1) }
	low, value, high := at(n.Low), at(n.Value), at(n.High)
	full := fraction(k.across, 1)
	for i := range room {
		switch {
		case i == value:
			b.WriteString(k.value)
		case i < low:
			b.WriteString(full)
		case i == low:
			b.WriteString(k.low)
		case i < high:
			b.WriteString(k.line)
		case i == high:
			b.WriteString(k.high)
		default:
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// The measures of bars in SVG.
const (
	barRow    = 26
	barHeight = 13
	pageWidth = 760
)

// SVG draws bars with a whisker for each interval.
func (c *Bars) SVG() string { return c.draw().file() }

// Figure draws the same without the styles.
func (c *Bars) Figure() string { return c.draw().element() }

func (c *Bars) draw() *picture {
	labels, notes := 0.0, 0.0
	for i := range c.Bars {
		labels = max(labels, drawnWidth(c.Bars[i].Label))
		notes = max(notes, drawnWidth(c.Unit.words(&c.Bars[i].Number)))
	}
	labels, notes = min(labels, 240), min(notes, 260)
	p := newPicture(&c.Head, c.list())
	left, right := labels+24, pageWidth-notes-24
	top := p.top()
	bottom := top + float64(len(c.Bars))*barRow
	s := c.scale(4)
	x := func(v float64) float64 { return left + s.part(v)*(right-left) }
	for _, v := range s.ticks() {
		p.line(x(v), top-4, x(v), bottom, "kc-grid")
		p.text(x(v), bottom+16, "kc-tick", "middle", c.Unit.tick(v))
	}
	for i := range c.Bars {
		b := &c.Bars[i]
		y := top + float64(i)*barRow + barRow/2
		p.group(b.Label + ": " + c.Unit.words(&b.Number))
		p.text(left-12, y+4.5, "kc-label", "end", shortened(b.Label, labels))
		if b.known() {
			p.rect(left, y-barHeight/2, x(b.Value)-left, barHeight, "kc-bar")
		}
		if b.interval() {
			p.whisker(x(b.Low), x(b.High), y)
		}
		p.text(right+12, y+4.5, "kc-number", "start", shortened(c.Unit.words(&b.Number), notes))
		p.end()
	}
	p.line(left, top-4, left, bottom, "kc-axis")
	p.height = bottom + 30
	return p
}

// list says all numbers in words.
func (c *Bars) list() string {
	var words []string
	for i := range c.Bars {
		words = append(words, fmt.Sprintf("%s: %s", c.Bars[i].Label, c.Unit.words(&c.Bars[i].Number)))
	}
	return strings.Join(words, "; ")
}
