package chart

import (
	"math"
	"strings"
)

// Heat is a table of numbers for two fields, the higher the darker. Each cell shows
// its number, too.
type Heat struct {
	Head
	Down, Across  string // what rows and columns are
	Rows, Columns []string
	Cells         [][]Number // by row and column; of games without number Unknown
}

func (c *Heat) top() float64 {
	top := 0.0
	for _, row := range c.Cells {
		for i := range row {
			if row[i].known() {
				top = math.Max(top, row[i].Value)
			}
		}
	}
	if c.Full || top == 0 {
		return 1
	}
	return top
}

// Text draws a table of shades. A line below lists what does not fit at the right.
func (c *Heat) Text(t Terminal) string {
	labels := textWidth(c.Down + " / " + c.Across)
	for _, row := range c.Rows {
		labels = max(labels, textWidth(harmless(row)))
	}
	labels = min(labels, t.width()/3)
	room := t.width() - labels - gap
	top := c.top()
	var widths []int
	used := 0
	for j, name := range c.Columns {
		wide := textWidth(harmless(name))
		for i := range c.Rows {
			wide = max(wide, textWidth(c.cell(i, j))+2)
		}
		if used += wide + 1; used > room {
			break
		}
		widths = append(widths, wide)
	}
	line := fit(harmless(c.Down+" / "+c.Across), labels) + strings.Repeat(" ", gap)
	for j, wide := range widths {
		line += right(harmless(c.Columns[j]), wide) + " "
	}
	lines := []string{line}
	for i, name := range c.Rows {
		line := fit(harmless(name), labels) + strings.Repeat(" ", gap)
		for j, wide := range widths {
			line += c.shade(i, j, top, t) + right(c.cell(i, j), wide-1) + " "
		}
		lines = append(lines, line)
	}
	if n := len(c.Columns) - len(widths); n > 0 {
		lines = append(lines, "(no room for "+Count.Format(float64(n))+" more columns)")
	}
	return c.titled(trimmed(lines))
}

func (c *Heat) number(i, j int) *Number {
	if i < len(c.Cells) && j < len(c.Cells[i]) {
		return &c.Cells[i][j]
	}
	return &Number{Value: Unknown}
}

func (c *Heat) cell(i, j int) string {
	if n := c.number(i, j); n.known() {
		return c.Unit.Format(n.Value)
	}
	return ""
}

// shade is the character before a number: the darker the higher.
func (c *Heat) shade(i, j int, top float64, t Terminal) string {
	n := c.number(i, j)
	shades := " ░▒▓█"
	if t.ASCII {
		shades = " .:*#"
	}
	if !n.known() || n.Value <= 0 {
		return " "
	}
	list := []rune(shades)
	return string(list[min(1+int(n.Value/top*float64(len(list)-1)), len(list)-1)])
}

// The measures of a table in SVG.
const (
	heatRow   = 24
	heatLeast = 46 // width of a column
	heatDark  = 0.34
)

// SVG draws the table. It is as wide as its columns are.
func (c *Heat) SVG() string { return c.draw().file() }

// Figure draws the same without the styles.
func (c *Heat) Figure() string { return c.draw().element() }

func (c *Heat) draw() *picture {
	p := newPicture(&c.Head, c.list())
	labels := drawnWidth(c.Down)
	for _, name := range c.Rows {
		labels = max(labels, drawnWidth(name))
	}
	labels = min(labels, 220)
	left, top := labels+20, p.top()+heatRow
	p.text(left-12, top-8, "kc-head", "end", shortened(c.Down, labels))
	widest := 0.0
	for j := range c.Columns {
		for i := range c.Rows {
			widest = max(widest, drawnWidth(c.cell(i, j))+14)
		}
		widest = max(widest, min(drawnWidth(c.Columns[j])+10, 110))
	}
	each := max(min((pageWidth-left-8)/float64(max(len(c.Columns), 1)), 96), heatLeast, widest)
	p.width = max(pageWidth, left+each*float64(len(c.Columns))+8)
	highest := c.top()
	for j, name := range c.Columns {
		x := left + (float64(j)+0.5)*each
		p.group(c.Across + ": " + name)
		p.text(x, top-8, "kc-head", "middle", shortened(name, each-6))
		p.end()
	}
	for i, name := range c.Rows {
		y := top + float64(i)*heatRow
		p.group(c.Down + ": " + name)
		p.text(left-12, y+16, "kc-label", "end", shortened(name, labels))
		p.end()
		for j := range c.Columns {
			n := c.number(i, j)
			if !n.known() {
				continue
			}
			x := left + float64(j)*each
			p.group(name + ", " + c.Columns[j] + ": " + c.Unit.words(n))
			p.shade(x+1, y+1, each-2, heatRow-2, heatDark*math.Min(n.Value/highest, 1))
			p.text(x+each/2, y+16, "kc-label", "middle", c.cell(i, j))
			p.end()
		}
	}
	p.height = top + float64(len(c.Rows))*heatRow + 12
	return p
}

// list says all numbers in words.
func (c *Heat) list() string {
	var words []string
	for i, row := range c.Rows {
		for j, column := range c.Columns {
			if n := c.number(i, j); n.known() {
				words = append(words, row+", "+column+": "+c.Unit.words(n))
			}
		}
	}
	return strings.Join(words, "; ")
}
