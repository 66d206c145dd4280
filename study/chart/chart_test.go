package chart

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

// hostile is what a record may hold.
const hostile = "</text><script>alert(1)</script>\x1b[31m\u202e\x00 & \"quoted\" \xff"

// samples are charts of each kind with what is difficult: intervals and none, what is
// not known, nothing at all, wide characters, long and hostile names.
func samples() map[string]Chart {
	years := func(from, by int, values ...float64) (points []Point) {
		for i, v := range values {
			p := Point{At: from + i*by, Number: Number{Value: v, Note: "of 40 games"}}
			if v == v {
				p.Low, p.High = math.Max(v-0.03, 0), v+0.04
			}
			points = append(points, p)
		}
		return points
	}
	long := years(1850, 1)
	for i := range 174 {
		v := 0.1 + 0.08*math.Sin(float64(i)/9)
		long = append(long, Point{At: 1850 + i, Number: Number{Value: v, Low: v - 0.02, High: v + 0.03}})
	}
	return map[string]Chart{
		"bars": &Bars{Head{Title: "Black wins", About: "share of decided games", Unit: Share, Full: true}, []Bar{
			{"Honinbo Shusaku", Number{0.62, 0.5446, 0.6897, "of 150"}},
			{"本因坊秀策", Number{0.4, 0.1682, 0.6873, "of 10"}},
			{"a name that is much longer than any table has room for, and goes on", Number{1, 0.7225, 1, "of 10"}},
			{"nobody", Number{Value: Unknown}},
			{hostile, Number{0, 0, 0.2775, "of 10"}},
		}},
		"bars-plain":  &Bars{Head{Title: "Games", Unit: Count}, []Bar{{"Cho Chikun", Number{Value: 1234}}, {"Rin Kaiho", Number{Value: 987}}, {"Otake", Number{Value: 3}}, {"none", Number{}}}},
		"columns":     &Columns{Head{Title: "Games per year", Unit: Count}, 1, []Point{{1985, Number{Value: 12}}, {1986, Number{Value: 0}}, {1988, Number{Value: 1400}}, {1989, Number{Value: 700}}, {1990, Number{Value: Unknown}}, {1991, Number{Value: 350}}}},
		"columns-one": &Columns{Head{Title: "One", Unit: Decimal}, 0, []Point{{2016, Number{Value: 2.25, Low: 2, High: 2.5}}}},
		"columns-decades": &Columns{Head{Title: "Share of games", Unit: Share}, 10,
			years(1900, 10, 0.12, 0.2, Unknown, 0.03, 0.25)},
		"columns-long": &Columns{Head{Title: "174 years", Unit: Share}, 1, long},
		"lines": &Lines{Head{Title: "3-3 invasion and its kin", About: "share of games", Unit: Share}, 1, []Series{
			{"3-3 under 4-4", years(2012, 1, 0.02, 0.03, 0.05, 0.04, 0.2, 0.5, 0.61)},
			{"knight's approach", years(2012, 1, 0.7, 0.68, 0.66, 0.6, 0.5, 0.52, 0.4)},
			{"小目", years(2013, 1, 0.4, Unknown, 0.44, 0.41, 0.42)},
		}},
		"lines-one":  &Lines{Head{Title: "Alone", Unit: Share, Full: true}, 1, []Series{{"", years(2012, 1, 0.2, 0.3, 0.5, Unknown, 0.2)}}},
		"lines-many": &Lines{Head{Title: "Long", Unit: Share}, 1, []Series{{"a", long}, {"b", years(1900, 1, 0.3, 0.28)}}},
		"columns-gap": &Columns{Head{Title: "With gaps", Unit: Count}, 10, append([]Point{{190, Number{Value: 12}}, {1250, Number{Value: 3}}, {1260, Number{Value: 9}}},
			years(1800, 10, 10, 20, 30, 20, 40, 10, 5, 30, 20, 14, 50, 22, 30)...)},
		"heat": &Heat{Head{Title: "Games", Unit: Count}, "decade", "result", []string{"1980s", "1990s", hostile}, []string{"B+R", "W+R", "B+0.5", "黒中押し勝ち"}, [][]Number{
			{{Value: 1200}, {Value: 400}, {Value: Unknown}, {Value: 1}},
			{{Value: 0}, {Value: 900, Note: "of 1,000"}, {Value: 55}, {Value: Unknown}},
			{{Value: 3}},
		}},
		"empty-bars": &Bars{}, "empty-columns": &Columns{}, "empty-lines": &Lines{}, "empty-heat": &Heat{},
	}
}

// golden compares with a file, or writes it if KIFUDB_GOLDEN is set.
func golden(t *testing.T, name, got string) {
	t.Helper()
	name = filepath.Join("testdata", name)
	if os.Getenv("KIFUDB_GOLDEN") != "" {
		if err := os.WriteFile(name, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is not what is drawn; look at it, and accept it with KIFUDB_GOLDEN=1\n%s", name, got)
	}
}

func TestGolden(t *testing.T) {
	for name, c := range samples() {
		if strings.HasPrefix(name, "empty") || strings.HasSuffix(name, "long") || strings.HasSuffix(name, "many") {
			continue
		}
		golden(t, name+".svg", c.SVG())
		golden(t, name+".txt", c.Text(Terminal{Width: 72}))
		golden(t, name+".ascii.txt", c.Text(Terminal{Width: 72, ASCII: true}))
	}
}

// Every SVG is well-formed XML without scripts, has a title and a description, and is
// the same each time; a figure is the file without the styles.
func TestSVG(t *testing.T) {
	for name, c := range samples() {
		svg := c.SVG()
		if svg != samples()[name].SVG() || strings.Replace(svg, "<style>"+Style+"</style>\n", "", 1) != c.Figure() {
			t.Errorf("%s: not the same each time, or the figure differs from the file", name)
		}
		elements := map[string]int{}
		d := xml.NewDecoder(strings.NewReader(svg))
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v\n%s", name, err, svg)
			}
			if start, ok := token.(xml.StartElement); ok {
				elements[start.Name.Local]++
			}
		}
		if elements["svg"] != 1 || elements["desc"] != 1 || elements["title"] < 1 || elements["script"] > 0 || !strings.Contains(svg, `role="img"`) {
			t.Errorf("%s has elements %v", name, elements)
		}
		if strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") {
			t.Errorf("%s has coordinates that are no numbers\n%s", name, svg)
		}
	}
}

// Text is as wide as the terminal at most, but where labels alone are wider, holds
// nothing that disturbs one, and of ASCII only ASCII is drawn.
func TestText(t *testing.T) {
	for name, c := range samples() {
		for _, width := range []int{0, 40, 60, 80, 120, 200} {
			for _, plain := range []bool{false, true} {
				text := c.Text(Terminal{Width: width, ASCII: plain})
				for line := range strings.Lines(text) {
					line = strings.TrimSuffix(line, "\n")
					if w := textWidth(line); w > max(width, 60) && width != 0 || width == 0 && w > 80 {
						t.Errorf("%s at %d: a line of %d\n%s", name, width, w, text)
					}
					if i := strings.IndexFunc(line, func(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Cf) }); i >= 0 {
						t.Errorf("%s: %q in a terminal", name, line)
					}
				}
				if plain && strings.ContainsAny(text, "█▁├─┤●│") {
					t.Errorf("%s is not ASCII\n%s", name, text)
				}
			}
		}
	}
}

// A bar is as long as its value: cells and eighths of them are counted.
func TestBarsText(t *testing.T) {
	c := &Bars{Head{}, []Bar{{"a", Number{Value: 80}}, {"b", Number{Value: 41}}, {"c", Number{Value: 0}}}}
	lines := strings.Split(c.Text(Terminal{Width: 1 + 2 + 40 + 2 + 2}), "\n")
	for i, want := range []string{strings.Repeat("█", 40), strings.Repeat("█", 20) + "▌", ""} {
		if got := strings.Trim(lines[i][1:], " 0148"); got != want {
			t.Errorf("line %d is %q, want the bar %q", i, lines[i], want)
		}
	}
	n := Number{Value: 0.5, Low: 0.25, High: 0.75}
	if got, want := c.bar(&n, scale{1, 0.5}, 20, blocks), "█████├────●────┤    "; got != want {
		t.Errorf("the interval is %q, want %q", got, want)
	}
}

// Columns keep the gaps of years that are not there, and say nothing from not known.
func TestColumnsText(t *testing.T) {
	c := &Columns{Head{Unit: Count}, 1, []Point{{2000, Number{Value: 7}}, {2001, Number{Value: 0}}, {2003, Number{Value: Unknown}}, {2004, Number{Value: 3.5}}, {2005, Number{Value: 0.001}}}}
	lines := strings.Split(c.Text(Terminal{Width: 16}), "\n")
	if got, want := lines[7], "│█·  █▁"; !strings.HasSuffix(got, want) {
		t.Errorf("the lowest line is %q\n%s", got, strings.Join(lines, "\n"))
	}
	if !strings.Contains(lines[9], "2000") {
		t.Errorf("the axis is %q", lines[9])
	}
	many := samples()["columns-long"].Text(Terminal{Width: 80})
	for _, year := range []string{"1850", "1940", "2020"} {
		if !strings.Contains(many, year) {
			t.Errorf("%s is missing from\n%s", year, many)
		}
	}
	gap := &Columns{Head{Unit: Count}, 1, []Point{{200, Number{Value: 1}}, {1985, Number{Value: 2}}, {1990, Number{Value: 3}}}}
	if text := gap.Text(Terminal{Width: 40}); strings.Count(text, "\n") != 2*9+2+1 || !strings.Contains(text, "1985") {
		t.Errorf("a gap of centuries is drawn as\n%s", text)
	}
	if got := Spark([]float64{0, 1, Unknown, 8, 4}, 0); got != "·▁ █▄" {
		t.Errorf("spark line %q", got)
	}
}

// Long gaps are cut out of the axis, and nothing else: what is a place apart stays so.
func TestFrame(t *testing.T) {
	at := func(places ...int) (points []Point) {
		for _, p := range places {
			points = append(points, Point{At: p})
		}
		return points
	}
	frame := func(points []Point) *frame {
		return newFrame(newPicture(&Head{}, ""), Count, scale{1, 1}, points, 10, 700)
	}
	whole := frame(at(1900, 1920, 2000))
	if len(whole.stretches) != 1 || whole.x(1920)-whole.x(1900) != 2*whole.each {
		t.Errorf("without long gaps: %+v", whole.stretches)
	}
	cut := frame(at(190, 1250, 1260, 1800, 1900, 2000, 2020))
	if len(cut.stretches) != 3 {
		t.Fatalf("with long gaps: %+v", cut.stretches)
	}
	before := 0.0
	for _, place := range []int{190, 1250, 1260, 1800, 1810, 2020} {
		x := cut.x(place)
		if x <= before+cut.each/2 || x > 700 {
			t.Errorf("%d is at %v, after %v", place, x, before)
		}
		before = x
	}
	if d := cut.x(1810) - cut.x(1800); math.Abs(d-cut.each) > 1e-9 {
		t.Errorf("a decade is %v wide, not %v", d, cut.each)
	}
	if d := cut.x(1250) - cut.x(190); math.Abs(d-(1+breakWidth)*cut.each) > 1e-9 {
		t.Errorf("a cut is %v wide, of places of %v", d, cut.each)
	}
}

func TestScale(t *testing.T) {
	for _, test := range []struct {
		unit      Unit
		full      bool
		top       float64
		want      scale
		wantTicks int
	}{
		{Count, false, 1400, scale{1500, 500}, 4},
		{Count, false, 1, scale{1, 1}, 2},
		{Count, false, 0, scale{1, 1}, 2},
		{Share, true, 0.2, scale{1, 0.25}, 5},
		{Share, false, 0.61, scale{0.8, 0.2}, 5},
		{Decimal, false, 0.07, scale{0.08, 0.02}, 5},
	} {
		got := newScale(test.unit, test.full, test.top, 4)
		if math.Abs(got.top-test.want.top) > 1e-9 || math.Abs(got.step-test.want.step) > 1e-9 || len(got.ticks()) != test.wantTicks {
			t.Errorf("%v: got %v with ticks %v", test, got, got.ticks())
		}
	}
	for v, want := range map[float64]string{1234567: "1,234,567", 0: "0", 12: "12"} {
		if got := Count.Format(v); got != want {
			t.Errorf("%v is written %q", v, got)
		}
	}
	if got := Decimal.Format(1234.5) + " " + Share.Format(0.5) + " " + Decimal.Format(Unknown) + " " + Decimal.Format(3); got != "1,234.5 50.0 % – 3" {
		t.Errorf("got %q", got)
	}
}

// Dots of a linked figure lead to their places, of which one is marked; all else is as
// in the figure.
func TestLinkedFigure(t *testing.T) {
	c := &Lines{Head: Head{Title: "Chance", Unit: Share, Full: true}, Series: []Series{{Name: "A & B", Points: []Point{{1, Number{Value: .5}}, {2, Number{Value: .6}}, {9, Number{Value: Unknown}}, {10, Number{Value: .1}}}}}}
	svg := c.LinkedFigure(Linked{Here: 2, Link: func(at int) string { return fmt.Sprintf("/game/1@%d?a&b", at) }})
	for _, at := range []string{"1", "2", "10"} {
		if strings.Count(svg, `<a href="/game/1@`+at+`?a&amp;b" tabindex="-1"><circle `) != 1 {
			t.Errorf("no link to %s\n%s", at, svg)
		}
	}
	if strings.Count(svg, "<a ") != 3 || strings.Count(svg, `class="kc-here"`) != 1 {
		t.Errorf("%s", svg)
	}
	// Marks are stones below the lines, at places of the chart only.
	marked := c.LinkedFigure(Linked{Here: 2, Link: func(at int) string { return fmt.Sprintf("/game/1@%d?a&b", at) }, Marks: []Mark{{At: 1, Words: "B <lost>"}, {At: 10, Words: "W", Hollow: true, Large: true}, {At: 70}}})
	for _, want := range []string{`class="kc-stone" cx=`, `r="3"><title>B &lt;lost&gt;</title></circle></a>`, `class="kc-stone kc-hollow" cx=`, `r="5"><title>W</title></circle></a>`} {
		if strings.Count(marked, want) != 1 {
			t.Errorf("no %s\n%s", want, marked)
		}
	}
	if strings.Count(marked, "<a ") != 5 {
		t.Errorf("%d links", strings.Count(marked, "<a "))
	}
	plain := regexp.MustCompile(`<a [^>]*>|</a>|<path class="kc-here"[^>]*>\n`).ReplaceAllString(svg, "")
	// What is within an image cannot be reached, so one with links is a group.
	if strings.Replace(plain, `role="group"`, `role="img"`, 1) != c.Figure() || plain == c.Figure() {
		t.Errorf("not the figure\n%s", plain)
	}
}
