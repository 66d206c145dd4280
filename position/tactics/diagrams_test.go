package tactics_test

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kifudb/position"
	"kifudb/position/feature"
	"kifudb/position/tactics"
)

// A diagram is a position of testdata with its moves and the instances that they have. Its README has
// the format.
type diagram struct {
	name   string // the file and the title
	terms  []string
	size   position.Size
	stones []position.Change
	first  position.Color
	moves  []position.Point
	want   []wantedInstance
}

type wantedInstance struct {
	move   int
	other  bool // of the player who did not move
	kind   string
	value  int
	points []position.Point // nil if they are not checked
}

// readDiagrams reads a file, none if it has another format.
func readDiagrams(t *testing.T, file string) []diagram {
	t.Helper()
	text, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	header, rest, _ := strings.Cut(string(text), "\n")
	terms, ok := strings.CutPrefix(header, "terms: ")
	if !ok {
		return nil
	}
	var list []diagram
	for _, part := range strings.Split(rest, "\n\n") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		title, body, _ := strings.Cut(part, "\n")
		d := diagram{name: file + ": " + strings.TrimPrefix(title, "# "), terms: strings.Fields(terms)}
		if err := d.read(strings.Split(body, "\n")); err != nil || title[0] != '#' {
			t.Fatalf("%s: %v", d.name, err)
		}
		list = append(list, d)
	}
	return list
}

// read reads the lines of a diagram below its title.
func (d *diagram) read(lines []string) error {
	switch lines[0] {
	case "X plays":
		d.first = position.Black
	case "O plays":
		d.first = position.White
	default:
		return fmt.Errorf("who plays? %q", lines[0])
	}
	rows := 0
	for rows+1 < len(lines) && strings.Trim(lines[rows+1], ".XO0123456789 ") == "" {
		rows++
	}
	d.size = position.Size{Cols: len(strings.Fields(lines[1])), Rows: rows}
	numbered := map[int]position.Point{}
	for y, row := range lines[1 : 1+rows] {
		fields := strings.Fields(row)
		if len(fields) != d.size.Cols {
			return fmt.Errorf("row %d has %d points", y+1, len(fields))
		}
		for x, f := range fields {
			p := position.At(x, y)
			switch f {
			case ".":
			case "X":
				d.stones = append(d.stones, position.Change{Point: p, Color: position.Black})
			case "O":
				d.stones = append(d.stones, position.Change{Point: p, Color: position.White})
			default:
				n, err := strconv.Atoi(f)
				if _, twice := numbered[n]; err != nil || twice {
					return fmt.Errorf("the point %q", f)
				}
				numbered[n] = p
			}
		}
	}
	for n := 1; n <= len(numbered); n++ {
		p, ok := numbered[n]
		if !ok {
			return fmt.Errorf("there is no move %d", n)
		}
		d.moves = append(d.moves, p)
	}
	for _, l := range lines[1+rows:] {
		fields := strings.Fields(l)
		if fields[0] == "then" {
			points, err := d.points(fields[1:])
			if err != nil {
				return err
			}
			d.moves = append(d.moves, points...)
			continue
		}
		var w wantedInstance
		var err error
		number, other := strings.CutSuffix(fields[0], "*")
		if w.move, err = strconv.Atoi(number); err != nil || w.move < 1 || w.move > len(d.moves) || len(fields) < 2 {
			return fmt.Errorf("the line %q", l)
		}
		kind, value, _ := strings.Cut(fields[1], ":")
		w.other, w.kind = other, kind
		if !slices.Contains(d.terms, kind) {
			return fmt.Errorf("%s is not a term of the file", kind)
		}
		if k := &tactics.Kinds()[kindNamed(kind)]; len(k.Words) > 0 {
			w.value = int(k.Word(value))
		} else if w.value, err = strconv.Atoi(value); err != nil {
			return err
		}
		if w.value < 1 {
			return fmt.Errorf("the value %q", value)
		}
		if w.points, err = d.points(fields[2:]); err != nil {
			return err
		}
		d.want = append(d.want, w)
	}
	return nil
}

// points reads the names of points.
func (d *diagram) points(names []string) ([]position.Point, error) {
	var list []position.Point
	for _, name := range names {
		p, err := d.size.ParseName(name)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

// An image is one of the eight ways to turn and mirror a board.
type image struct {
	size                   position.Size
	mirror, flip, diagonal bool
	swap                   bool
}

func images(size position.Size) (list []image) {
	for i := range 16 {
		list = append(list, image{size, i&1 != 0, i&2 != 0, i&4 != 0, i&8 != 0})
	}
	return list
}

func (m image) point(p position.Point) position.Point {
	if p == position.Pass {
		return p
	}
	x, y := p.X(), p.Y()
	if m.mirror {
		x = m.size.Cols - 1 - x
	}
	if m.flip {
		y = m.size.Rows - 1 - y
	}
	if m.diagonal {
		x, y = y, x
	}
	return position.At(x, y)
}

func (m image) color(c position.Color) position.Color {
	if m.swap {
		return c.Opponent()
	}
	return c
}

// game returns the image of a diagram as a game: move n is node n.
func (d *diagram) game(m image) (position.Size, position.Script) {
	var b position.ScriptBuilder
	b.Node()
	for _, s := range d.stones {
		b.Add(m.color(s.Color), m.point(s.Point))
	}
	color := d.first
	for _, p := range d.moves {
		b.Node()
		b.Move(position.Move{Color: m.color(color), Point: m.point(p)})
		color = color.Opponent()
	}
	size := d.size
	if m.diagonal {
		size = size.Transpose()
	}
	return size, b.Script()
}

// by returns the player of a wanted instance.
func (d *diagram) by(w *wantedInstance) position.Color {
	c := d.first
	if (w.move%2 == 0) != w.other {
		c = c.Opponent()
	}
	return c
}

// TestDiagrams checks the positions of testdata.
func TestDiagrams(t *testing.T) {
	files, err := fs.Glob(os.DirFS("testdata"), "*.txt")
	if err != nil || len(files) < 6 {
		t.Fatal(files, err)
	}
	checked, diagrams := map[string]bool{}, 0
	for _, file := range files {
		for _, d := range readDiagrams(t, file) {
			diagrams++
			for _, term := range d.terms {
				checked[term] = true
			}
			for _, m := range images(d.size) {
				d.check(t, m)
			}
		}
	}
	for _, kind := range naiveKinds {
		if !checked[kind] {
			t.Errorf("no file has the term %s", kind)
		}
	}
	if diagrams < 100 {
		t.Errorf("%d diagrams", diagrams)
	}
}

func (d *diagram) check(t *testing.T, m image) {
	t.Helper()
	size, script := d.game(m)
	// Points are listed only where they are wanted.
	describe := func(f *feature.Instance, points bool) string {
		if !points {
			f.Points = nil
		}
		return line(f.Node, f.By, tactics.Kinds()[f.Kind].Name, int(f.Value), f.Points)
	}
	var want []string
	unchecked := map[[2]int]bool{} // instances, by move and kind, whose points are not checked
	list := slices.Clone(d.want)
	slices.SortStableFunc(list, func(a, b wantedInstance) int {
		return cmp.Or(cmp.Compare(a.move, b.move), cmp.Compare(kindNamed(a.kind), kindNamed(b.kind)), cmp.Compare(a.value, b.value))
	})
	for _, w := range list {
		f := feature.Instance{Kind: kindNamed(w.kind), Node: w.move, By: m.color(d.by(&w)), Value: int32(w.value)}
		for _, p := range w.points {
			f.Points = append(f.Points, m.point(p))
		}
		if w.points == nil {
			unchecked[[2]int{w.move, f.Kind}] = true
		}
		want = append(want, describe(&f, true))
	}
	type valued struct {
		node, kind int
		value      int32
		text       string
	}
	var found []valued
	for f := range tactics.Observe(size, script, feature.Wanted{Kinds: kindSet(d.terms...), Points: true}) {
		found = append(found, valued{f.Node, f.Kind, f.Value, describe(f, !unchecked[[2]int{f.Node, f.Kind}])})
	}
	if !slices.IsSortedFunc(found, func(a, b valued) int {
		return cmp.Or(cmp.Compare(a.node, b.node), cmp.Compare(a.kind, b.kind))
	}) {
		t.Errorf("%s: not in order: %v", d.name, found)
	}
	slices.SortStableFunc(found, func(a, b valued) int {
		return cmp.Or(cmp.Compare(a.node, b.node), cmp.Compare(a.kind, b.kind), cmp.Compare(a.value, b.value))
	})
	var got []string
	for _, f := range found {
		got = append(got, f.text)
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s: found %q, want %q (%+v)", d.name, got, want, m)
	}
}
