package chart

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Lines follows several values over years: a line each with the band of its interval.
type Lines struct {
	Head
	Step   int // between two places: 10 for decades; 0 is 1
	Series []Series
}

// A Series is a value over years. Its points ascend.
type Series struct {
	Name   string
	Points []Point
}

func (c *Lines) all() []Point {
	var points []Point
	for _, s := range c.Series {
		points = append(points, s.Points...)
	}
	return points
}

// Text draws each series as columns, all on one scale and over the same places, see
// [Columns.Text].
func (c *Lines) Text(t Terminal) string {
	all := c.all()
	if len(all) == 0 {
		return c.titled("")
	}
	by := step(c.Step)
	first, count := span(all, by)
	highest := 0.0
	for _, p := range all {
		if p.known() {
			highest = max(highest, p.Value)
		}
	}
	s := newScale(c.Unit, c.Full, highest, 2)
	names := 0
	for _, v := range s.ticks() {
		names = max(names, textWidth(c.Unit.tick(v)))
	}
	room := max(t.width()-names-hang, 8)
	wide := min(max(room/count, 1), 4)
	var series [][]float64
	for _, one := range c.Series {
		series = append(series, values(one.Points, by, first, count))
	}
	var lines []string
	for i, one := range c.Series {
		if i > 0 {
			lines = append(lines, "")
		}
		if one.Name != "" {
			lines = append(lines, fit(harmless(one.Name), min(textWidth(harmless(one.Name)), t.width())))
		}
		for j, part := range parts(series, count, room/wide) {
			if j > 0 {
				lines = append(lines, "")
			}
			from, to := part[0], part[1]
			lines = append(lines, columnsText(series[i][from:to], s, c.Unit, names, wide, t.ink())...)
			lines = append(lines, strings.Repeat(" ", names+1)+axisText(first+from*by, by, to-from, wide))
		}
	}
	return c.titled(trimmed(lines))
}

// SVG draws the lines into one frame, with their names at their ends.
func (c *Lines) SVG() string { return c.draw().file() }

// Figure draws the same without the styles.
func (c *Lines) Figure() string { return c.draw().element() }

// Linked are places of a chart that lead somewhere.
type Linked struct {
	Here int                 // a place that is marked, such as the move that is looked at
	Link func(at int) string // the address of the page's own server to which a place leads

	Marks []Mark // places that are marked below the lines
}

// A Mark is a stone below the lines of a chart.
type Mark struct {
	At     int
	Words  string
	Hollow bool // the stone is white
	Large  bool
}

// LinkedFigure draws the same as [Lines.Figure], with links on its dots.
func (c *Lines) LinkedFigure(l Linked) string { return c.drawLinked(&l).element() }

// linePatterns is how many lines can be told from each other.
const linePatterns = 6

func (c *Lines) draw() *picture { return c.drawLinked(nil) }

func (c *Lines) drawLinked(l *Linked) *picture {
	p := newPicture(&c.Head, c.list())
	p.linked = l != nil
	names := 0.0
	if len(c.Series) > 1 {
		for _, s := range c.Series {
			names = max(names, drawnWidth(s.Name))
		}
		names = min(names, 220) + 44
	}
	all := c.all()
	f := newFrame(p, c.Unit, newScale(c.Unit, c.Full, topOf(all), 5), all, step(c.Step), pageWidth-12-names)
	f.grid()
	if len(c.Series) == 1 {
		p.body.WriteString(`<g class="kc-alone">` + "\n")
	}
	for i := range c.Series {
		f.band(&c.Series[i])
	}
	if len(c.Series) == 1 {
		p.end()
	}
	if l != nil && len(f.stretches) > 0 {
		x := min(max(f.x(l.Here), f.left), f.right)
		f.p.line(x, f.top, x, f.bottom, "kc-here")
	}
	for i := range c.Series {
		f.line(&c.Series[i], i%linePatterns, l)
	}
	if l != nil && len(f.stretches) > 0 {
		f.marks(l)
	}
	f.base()
	if len(c.Series) > 1 {
		f.names(c.Series)
	}
	return p
}

// runs yields stretches of points between gaps.
func (f *frame) runs(points []Point, yield func([]Point)) {
	from := 0
	for i := range points {
		if !points[i].known() {
			if i > from {
				yield(points[from:i])
			}
			from = i + 1
		} else if i > from && points[i].At-points[i-1].At > f.by {
			yield(points[from:i])
			from = i
		}
	}
	if from < len(points) {
		yield(points[from:])
	}
}

// band draws the intervals of a series.
func (f *frame) band(s *Series) {
	f.runs(s.Points, func(run []Point) {
		var upper, lower []string
		add := func(x float64, n *Number) {
			low, high := n.Value, n.Value
			if n.interval() {
				low, high = n.Low, n.High
			}
			upper = append(upper, coordinate(x)+" "+coordinate(f.y(high)))
			lower = append(lower, coordinate(x)+" "+coordinate(f.y(low)))
		}
		if len(run) == 1 { // a band needs some width
			x := f.x(run[0].At)
			add(x-2, &run[0].Number)
			add(x+2, &run[0].Number)
		} else {
			for i := range run {
				add(f.x(run[i].At), &run[i].Number)
			}
		}
		slices.Reverse(lower)
		f.p.path("M"+strings.Join(append(upper, lower...), "L")+"Z", "kc-band")
	})
}

// line draws the values of a series, with links on them unless l is nil.
func (f *frame) line(s *Series, pattern int, l *Linked) {
	f.runs(s.Points, func(run []Point) {
		var places []string
		for i := range run {
			places = append(places, coordinate(f.x(run[i].At))+" "+coordinate(f.y(run[i].Value)))
		}
		if len(run) > 1 {
			f.p.path("M"+strings.Join(places, "L"), "kc-line kc-s"+strconv.Itoa(pattern))
		}
	})
	for i := range s.Points {
		n := &s.Points[i]
		if !n.known() {
			continue
		}
		words := strconv.Itoa(n.At) + ": " + f.unit.words(&n.Number)
		if s.Name != "" {
			words = s.Name + ", " + words
		}
		dot := `<circle class="kc-dot" cx="` + coordinate(f.x(n.At)) + `" cy="` + coordinate(f.y(n.Value)) +
			`" r="` + coordinate(min(max(f.each/5, 1.2), 2.6)) + `"><title>` + escaped(words) + "</title></circle>"
		if l != nil { // the keyboard has other ways to so many places
			dot = `<a href="` + escaped(l.Link(n.At)) + `" tabindex="-1">` + dot + "</a>"
		}
		f.p.body.WriteString(dot + "\n")
	}
}

// marks draws the marked places, with links on them.
func (f *frame) marks(l *Linked) {
	for _, m := range l.Marks {
		x := f.x(m.At)
		if x < f.left || x > f.right {
			continue
		}
		class, r := "kc-stone", 3.0
		if m.Hollow {
			class += " kc-hollow"
		}
		if m.Large {
			r = 5
		}
		f.p.body.WriteString(`<a href="` + escaped(l.Link(m.At)) + `" tabindex="-1"><circle class="` + class + `" cx="` + coordinate(x) +
			`" cy="` + coordinate(f.bottom-6) + `" r="` + coordinate(r) + `"><title>` + escaped(m.Words) + "</title></circle></a>\n")
	}
}

// names writes the names of series beside their ends, not over each other.
func (f *frame) names(series []Series) {
	type name struct {
		number int
		text   string
		y      float64
	}
	var list []name
	for i, s := range series {
		for j := len(s.Points) - 1; j >= 0; j-- {
			if s.Points[j].known() {
				list = append(list, name{i, s.Name, f.y(s.Points[j].Value)})
				break
			}
		}
	}
	slices.SortStableFunc(list, func(a, b name) int { return cmp.Compare(a.y, b.y) })
	const apart = 16
	for i := range list {
		if i > 0 {
			list[i].y = max(list[i].y, list[i-1].y+apart)
		}
	}
	low := f.bottom + 4
	for i := len(list) - 1; i >= 0; i-- {
		list[i].y = min(list[i].y, low)
		low = list[i].y - apart
	}
	for _, n := range list {
		f.p.group(n.text)
		f.p.path("M"+coordinate(f.right+6)+" "+coordinate(n.y)+"h26", "kc-line kc-s"+strconv.Itoa(n.number%linePatterns))
		f.p.text(f.right+36, n.y+4.5, "kc-label", "start", shortened(n.text, pageWidth-f.right-42))
		f.p.end()
	}
}

// list says all numbers in words.
func (c *Lines) list() string {
	var words []string
	for _, s := range c.Series {
		text := pointWords(c.Unit, s.Points)
		if s.Name != "" {
			text = s.Name + ": " + text
		}
		words = append(words, text)
	}
	return strings.Join(words, ". ")
}
