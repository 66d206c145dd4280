package tactics

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"kifudb/position"
	"kifudb/position/feature"
)

// A shapeDrawing is a drawing in testdata/shapes.txt.
type shapeDrawing struct {
	word string
	not  bool
	text string // its rows, or a list of stones
}

// shapeDrawings reads testdata/shapes.txt.
func shapeDrawings(t testing.TB) (list []shapeDrawing) {
	t.Helper()
	text, err := os.ReadFile("testdata/shapes.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range strings.Split(string(text), "\n\n") {
		lines := strings.Split(strings.TrimSpace(block), "\n")
		if lines[0][0] == '#' {
			continue
		}
		word, not := strings.CutPrefix(lines[0], "not ")
		if strings.Contains(lines[1], ",") || strings.HasPrefix(lines[1], "* ") {
			for _, stones := range lines[1:] {
				list = append(list, shapeDrawing{word, not, stones})
			}
			continue
		}
		for column := range strings.Fields(lines[1]) {
			var rows []string
			for _, row := range lines[1:] {
				rows = append(rows, strings.Fields(row)[column])
			}
			list = append(list, shapeDrawing{word, not, strings.Join(rows, "\n")})
		}
	}
	return list
}

// stones returns the stones of a drawing on a board of 19 lines, and the move.
func (d *shapeDrawing) stones(t testing.TB) (own, other []position.Point, move position.Point) {
	t.Helper()
	size, move := position.Square(19), position.Pass
	put := func(c byte, p position.Point) {
		switch c {
		case 'X':
			own = append(own, p)
		case 'O':
			other = append(other, p)
		case '*':
			if move != position.Pass {
				t.Fatal("two moves:\n" + d.text)
			}
			move = p
		case '.', '-':
		default:
			t.Fatalf("%q in\n%s", c, d.text)
		}
	}
	if strings.Contains(d.text, " ") {
		for _, stone := range strings.Split(d.text, ", ") {
			p, err := size.ParseName(stone[2:])
			if err != nil {
				t.Fatal(err)
			}
			put(stone[0], p)
		}
	} else {
		rows := strings.Split(d.text, "\n")
		left, top := 6, 6
		if bottom := slices.Index(rows, strings.Repeat("-", len(rows[0]))); bottom >= 0 {
			rows = rows[:bottom]
			top = 19 - bottom
		}
		for y, row := range rows {
			for x := range len(row) {
				put(row[x], position.At(left+x, top+y))
			}
		}
	}
	if move == position.Pass {
		t.Fatal("no move:\n" + d.text)
	}
	return own, other, move
}

// least returns the least of the texts of the eight images of a drawing. Where a drawing without an edge stands on the
// board makes no difference.
func (d *shapeDrawing) least(t testing.TB) (least string) {
	t.Helper()
	own, other, move := d.stones(t)
	size := position.Square(19)
	anywhere := !strings.Contains(d.text, " ") && !strings.Contains(d.text, "-")
	for way := range position.Symmetry(8) {
		var stones []string
		left, top := 0, 0
		if anywhere {
			left, top = 19, 19
			for _, p := range slices.Concat(own, other, []position.Point{move}) {
				q := way.Apply(p, size)
				left, top = min(left, q.X()), min(top, q.Y())
			}
		}
		for c, points := range [][]position.Point{own, other, {move}} {
			for _, p := range points {
				q := way.Apply(p, size)
				stones = append(stones, fmt.Sprint(q.X()-left, q.Y()-top, "XO*"[c:c+1]))
			}
		}
		slices.Sort(stones)
		if text := strings.Join(stones, ", "); least == "" || text < least {
			least = text
		}
	}
	return least
}

// shapeNames returns the names of the shapes of the last node of a script, sorted.
func shapeNames(size position.Size, s position.Script) (names []string) {
	return shapesByNode(size, s)[s.Nodes()-1]
}

// shapesByNode returns the names of the shapes of each node, sorted.
func shapesByNode(size position.Size, s position.Script) map[int][]string {
	names := map[int][]string{}
	for f := range Observe(size, s, feature.Wanted{Kinds: 1 << shapeKind(), Points: true}) {
		names[f.Node] = append(names[f.Node], shapes[f.Value-1].name)
	}
	for _, list := range names {
		slices.Sort(list)
	}
	return names
}

// shapeKind is the index of the kind.
func shapeKind() int {
	return slices.IndexFunc(Kinds(), func(k feature.Kind) bool { return k.Name == "shape" })
}

// TestShapeDrawings looks at the drawings, turned and mirrored in all ways, for both players.
func TestShapeDrawings(t *testing.T) {
	size := position.Square(19)
	count, seen := map[string][2]int{}, map[string]bool{}
	for _, d := range shapeDrawings(t) {
		if same := d.word + " " + d.least(t); seen[same] {
			t.Errorf("%s has a drawing twice, perhaps turned:\n%s", d.word, d.text)
		} else {
			seen[same] = true
		}
		n := count[d.word]
		n[map[bool]int{false: 0, true: 1}[d.not]]++
		count[d.word] = n
		own, other, move := d.stones(t)
	ways:
		for way := range position.Symmetry(8) {
			for _, player := range []position.Color{position.Black, position.White} {
				var b position.ScriptBuilder
				b.Node()
				for _, p := range own {
					b.Add(player, way.Apply(p, size))
				}
				for _, p := range other {
					b.Add(player.Opponent(), way.Apply(p, size))
				}
				b.Node()
				b.Move(position.Move{Color: player, Point: way.Apply(move, size)})
				if names := shapeNames(size, b.Script()); slices.Contains(names, d.word) == d.not {
					t.Errorf("%s, way %d: %q is %t in\n%s\nwith %q", player, way, d.word, d.not, d.text, names)
					break ways
				}
			}
		}
	}
	for i := range shapes {
		n := count[shapes[i].name]
		t.Logf("%-22s %2d drawings show it, %2d do not", shapes[i].name, n[0], n[1])
		if n[0] < 8 || n[1] < 7 || n[0]+n[1] < 16 {
			t.Errorf("%s: %d drawings and %d of others, want 8 and 7, and 16 together", shapes[i].name, n[0], n[1])
		}
		delete(count, shapes[i].name)
	}
	if len(count) > 0 {
		t.Errorf("drawings of unknown shapes: %q", slices.Collect(maps.Keys(count)))
	}
}

// TestShapeTable checks that no two shapes share a name, and that each has a definition.
func TestShapeTable(t *testing.T) {
	if len(shapes) > 64 {
		t.Fatalf("%d shapes do not fit into a set", len(shapes))
	}
	seen := map[string]string{}
	for i := range shapes {
		s, w := &shapes[i], &shapeWords[i]
		if s.about == "" || s.from == "" || (len(s.drawings) == 0) == (s.find == nil) {
			t.Errorf("%s is not defined", s.name)
		}
		for _, spelling := range append([]string{w.Name}, w.Also...) {
			if other, ok := seen[spelling]; ok {
				t.Errorf("%q names %s and %s", spelling, other, s.name)
			}
			seen[spelling] = s.name
			if spelling != strings.ToLower(spelling) || spelling == "" {
				t.Errorf("%q is not in lower case", spelling)
			}
			if v := Kinds()[shapeKind()].Word(spelling); int(v) != i+1 {
				t.Errorf("%q has value %d, want %d", spelling, v, i+1)
			}
		}
		for _, name := range s.unless {
			if !slices.ContainsFunc(shapes, func(o shape) bool { return o.name == name }) {
				t.Errorf("%s yields to %s, which there is not", s.name, name)
			}
		}
		for _, d := range s.drawings {
			if strings.Count(d, "*") != 1 || !strings.ContainsAny(d, "XO") || strings.Trim(d, "XOxo._?* \t\n") != "" {
				t.Errorf("%s: bad drawing %s", s.name, d)
			}
			for way := range position.Symmetry(8) {
				if m := newShapeMask(d, way); (m.notOwn|m.notOther|m.notEmpty|m.notOff)&^square != 0 {
					t.Errorf("%s: a drawing reaches too far: %s", s.name, d)
				}
			}
		}
	}
}
