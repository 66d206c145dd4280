package position

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A board of hexagons as a picture: six corners to a cell, along each side a line that touches
// every cell there, and names above and at the left.
func TestWriteSVGOfHexes(t *testing.T) {
	for _, size := range []Size{{3, 3}, {5, 4}, {11, 11}} {
		setup, err := hexes.ParsePosition(fmt.Sprintf("%dx%d b2 c2", size.Cols, size.Rows))
		if err != nil {
			t.Fatal(err)
		}
		b := setup.Board()
		for _, bare := range []bool{false, true} {
			d := NewDiagram(b)
			d.NoCoordinates = bare
			var out strings.Builder
			if err := d.WriteSVG(&out); err != nil {
				t.Fatal(err)
			}
			decoder := xml.NewDecoder(strings.NewReader(out.String()))
			var paths []string // without what is inside stones
			texts, groups := 0, 0
			for {
				token, err := decoder.Token()
				if errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatalf("%v: %v\n%s", size, err, out.String())
				}
				start, ok := token.(xml.StartElement)
				if !ok {
					continue
				}
				attribute := func(name string) string {
					for _, a := range start.Attr {
						if a.Name.Local == name {
							return a.Value
						}
					}
					return ""
				}
				switch start.Name.Local {
				case "path":
					paths = append(paths, attribute("stroke")+" "+attribute("d"))
				case "text":
					texts++
				case "g":
					if strings.HasPrefix(attribute("transform"), "translate(") {
						groups++
					}
				}
			}
			if len(paths) != 4 {
				t.Fatalf("%v: %d paths\n%s", size, len(paths), out.String())
			}
			// White's sides in black and, narrower, in white; Black's; the cells.
			colors := []string{"#111", "#fff", "#111", "#222"}
			area := size.Area()
			corners := []int{6 * size.Rows, 6 * size.Rows, 6 * size.Cols, 6 * area}
			point := regexp.MustCompile(`([ML])(-?\d+\.\d) (-?\d+\.\d)`)
			for i, path := range paths {
				color, _, _ := strings.Cut(path, " ")
				points := point.FindAllStringSubmatch(path, -1)
				begun := strings.Count(path, "M")
				if color != colors[i] || len(points) != corners[i] || begun != corners[i]/[]int{3, 3, 3, 6}[i] {
					t.Errorf("%v: path %d is %s with %d corners and %d parts, want %s, %d", size, i, color, len(points), begun, colors[i], corners[i])
				}
			}
			// Neighbors share two corners; those in a column that is no neighbor share none.
			cells := point.FindAllStringSubmatch(paths[3], -1)
			cell := func(x, y int) (list []string) {
				for _, m := range cells[6*(y*size.Cols+x):][:6] {
					list = append(list, m[2]+" "+m[3])
				}
				return list
			}
			shared := func(a, b []string) int {
				n := 0
				for _, p := range a {
					if slices.Contains(b, p) {
						n++
					}
				}
				return n
			}
			for name, test := range map[string]struct{ x, y, want int }{
				"right": {1, 0, 2}, "below": {0, 1, 2}, "below at the left": {-1, 1, 2}, "below at the right": {1, 1, 0}, "two on": {2, 0, 0},
			} {
				if 1+test.x == size.Cols {
					continue
				}
				if got := shared(cell(1, 0), cell(1+test.x, test.y)); got != test.want {
					t.Errorf("%v: %s: %d corners are shared", size, name, got)
				}
			}
			// A side goes along the cells that lie there.
			for i := range 3 {
				for _, c := range [][]string{cell(0, 0), cell(size.Cols-1, size.Rows-1)} {
					found := 0
					for _, p := range c {
						found += min(1, strings.Count(paths[i], p))
					}
					if found < 3 {
						t.Errorf("%v: side %d touches %d corners of a cell at its end", size, i, found)
					}
				}
			}
			want := size.Cols + size.Rows
			if bare {
				want = 0
			}
			if texts != want || groups != area {
				t.Errorf("%v: %d names and %d points, want %d and %d", size, texts, groups, want, area)
			}
			if bare {
				continue
			}
			for _, name := range []string{">a<", fmt.Sprintf(">%s<", hexes.ColumnName(size.Cols-1)), ">1<", fmt.Sprintf(">%d<", size.Rows)} {
				if !strings.Contains(out.String(), name) {
					t.Errorf("%v: no %s", size, name)
				}
			}
		}
	}
}

// One symmetry and then another is what both do to every point.
func TestSymmetriesCompose(t *testing.T) {
	size := Size{5, 5}
	for s := range Symmetry(8) {
		for u := range Symmetry(8) {
			for i := range size.Area() {
				p := size.At(i)
				if got, want := s.Then(u).Apply(p, size), u.Apply(s.Apply(p, size), size); got != want {
					t.Fatalf("%d then %d: %v goes to %v, want %v", s, u, p, got, want)
				}
			}
		}
	}
}
