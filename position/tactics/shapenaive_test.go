package tactics

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"kifudb/position"
	"kifudb/position/feature"
)

// A plainFrame is a board that was turned and mirrored as a whole, with the stones as letters: X of
// the player who moves, O of the opponent, '.' empty. The first index is the row.
type plainFrame struct {
	rows   [][]byte
	x, y   int // the move
	tx, ty int // the only stone that was taken, -1 if there is none or more
}

// frame turns the board after a move.
func frame(before, after *position.Board, m position.Move, way position.Symmetry) *plainFrame {
	size := after.Size()
	turned := way.Size(size)
	f := &plainFrame{tx: -1}
	for range turned.Rows {
		f.rows = append(f.rows, make([]byte, turned.Cols))
	}
	taken := 0
	for i := range size.Area() {
		p := size.At(i)
		to := way.Apply(p, size)
		c := byte('.')
		switch after.At(p) {
		case m.Color:
			c = 'X'
		case m.Color.Opponent():
			c = 'O'
		}
		f.rows[to.Y()][to.X()] = c
		if before.At(p) == m.Color.Opponent() && after.At(p) == position.Empty {
			taken++
			f.tx, f.ty = to.X(), to.Y()
		}
	}
	if taken != 1 {
		f.tx = -1
	}
	to := way.Apply(m.Point, size)
	f.x, f.y = to.X(), to.Y()
	return f
}

// at returns the letter of a point by its distance from the move, '#' off the board.
func (f *plainFrame) at(dx, dy int) byte {
	x, y := f.x+dx, f.y+dy
	if y < 0 || y >= len(f.rows) || x < 0 || x >= len(f.rows[0]) {
		return '#'
	}
	return f.rows[y][x]
}

// allowed lists what each letter of a drawing allows.
var allowed = map[string]string{
	"*": "X", "X": "X", "O": "O", ".": ".", "?": "XO.#", "o": "O.#", "x": "X.#", "_": ".#",
}

// A drawnPoint is a point of a drawing by its distance from the move, and the letters it allows.
type drawnPoint struct {
	dx, dy  int
	letters string
}

// drawnPoints are the drawings of all shapes.
var drawnPoints = sync.OnceValue(func() map[string][]drawnPoint {
	drawn := map[string][]drawnPoint{}
	for i := range shapes {
		for _, text := range shapes[i].drawings {
			var x, y, mx, my int
			var list []drawnPoint
			for _, c := range strings.TrimSpace(text) {
				switch c {
				case '\n':
					x, y = 0, y+1
				case ' ', '\t':
				default:
					if c == '*' {
						mx, my = x, y
					}
					list = append(list, drawnPoint{x, y, allowed[string(c)]})
					x++
				}
			}
			for _, p := range list {
				drawn[text] = append(drawn[text], drawnPoint{p.dx - mx, p.dy - my, p.letters})
			}
		}
	}
	return drawn
})

// shows reports whether the board looks like a drawing.
func (f *plainFrame) shows(drawing string) bool {
	for _, p := range drawnPoints()[drawing] {
		if strings.IndexByte(p.letters, f.at(p.dx, p.dy)) < 0 {
			return false
		}
	}
	return true
}

// joins reports whether a path of letters leads from one point near the move to another, without
// the move itself and without leaving the square around it.
func (f *plainFrame) joins(letter byte, x, y, toX, toY int) bool {
	seen := map[[2]int]bool{}
	next := [][2]int{{x, y}}
	for len(next) > 0 {
		p := next[0]
		next = next[1:]
		if max(p[0], -p[0], p[1], -p[1]) > 3 || seen[p] || f.at(p[0], p[1]) != letter || p == [2]int{} {
			continue
		}
		seen[p] = true
		next = append(next, [2]int{p[0] + 1, p[1]}, [2]int{p[0] - 1, p[1]}, [2]int{p[0], p[1] + 1}, [2]int{p[0], p[1] - 1})
	}
	return seen[[2]int{toX, toY}]
}

// holds reports whether a shape's drawing holds with its conditions.
func (f *plainFrame) holds(s *shape, drawing int) bool {
	if !f.shows(s.drawings[drawing]) {
		return false
	}
	if line := len(f.rows) - f.y; s.lines != [2]int{} && (line < s.lines[0] || line > s.lines[1]) {
		return false
	}
	switch s.name {
	case "hane-at-head-of-three":
		return f.at(-4, 0) != 'O'
	case "cut":
		if drawing == 0 {
			return !f.joins('O', -1, 0, 0, 1)
		}
		return !f.joins('O', -1, 0, 1, 0)
	case "peep":
		return !f.joins('O', -1, -1, 1, -1)
	case "solid-connection":
		if drawing == 0 {
			return !f.joins('X', -1, 0, 0, 1)
		}
		return !f.joins('X', -1, 0, 1, 0)
	case "ponnuki":
		return f.tx == f.x-1 && f.ty == f.y
	case "monkey-jump":
		for dy := -2; dy <= -1; dy++ {
			for dx := -2; dx <= 2; dx++ {
				if f.at(dx, dy) == 'O' {
					return true
				}
			}
		}
		return false
	}
	return true
}

// list returns the other stones of a letter in the rectangle of columns and rows from the corner,
// counted from 1.
func (f *plainFrame) list(letter byte, columns, rows int) (list [][2]int) {
	for y := range min(rows, len(f.rows)) {
		for x := range min(columns, len(f.rows[y])) {
			if f.rows[y][x] == letter && (x != f.x || y != f.y) {
				list = append(list, [2]int{x + 1, y + 1})
			}
		}
	}
	return list
}

// sideShapes lists the names that the corner of the frame and the side along its rows give to
// the move.
func (f *plainFrame) sideShapes() (names []string) {
	u, v, length := f.x+1, f.y+1, len(f.rows[0])
	if min(length, len(f.rows)) < 13 {
		return nil
	}
	if u <= 7 && v <= 7 {
		own, other := f.list('X', 7, 7), f.list('O', 7, 7)
		points := map[[2]int]string{{4, 4}: "star-point", {3, 4}: "komoku", {3, 3}: "san-san", {3, 5}: "mokuhazushi", {4, 5}: "takamoku"}
		if name, ok := points[[2]int{u, v}]; ok && len(own)+len(other) == 0 {
			names = append(names, name)
		}
		if u == 3 && v == 3 && slices.Contains(other, [2]int{4, 4}) && len(f.list('X', 4, 4)) == 0 {
			names = append(names, "san-san-invasion")
		}
		name, stone := "", [2]int{}
		switch {
		case len(own) == 1 && len(other) == 0:
			name, stone = "enclosure", own[0]
		case len(own) <= 1 && len(other) == 1:
			name, stone = "approach", other[0]
		}
		low, far := min(stone[0], stone[1]), max(stone[0], stone[1])
		if low >= 3 && far <= 5 && 3 <= min(u, v) && min(u, v) <= 4 && (max(u, v) > far || far == 5 && max(u, v) <= 4) {
			dx, dy := u-stone[0], v-stone[1]
			switch dx*dx + dy*dy { // no two ways to stand differ only in direction
			case 5:
				names = append(names, name, "small-knight-"+name)
			case 4:
				names = append(names, name, "one-space-"+name)
			case 10:
				names = append(names, name, "large-knight-"+name)
			case 9:
				names = append(names, name, "two-space-"+name)
			}
		}
	}
	for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
		if c := f.at(d[0], d[1]); c == 'X' || c == 'O' {
			return names
		}
	}
	if v != 3 && v != 4 {
		return names
	}
	// A pincer.
	if u <= length-2 {
		for points, word := range []string{1: "one", 2: "two", 3: "three"} {
			other := f.list('O', u-1, 5)
			if word == "" || len(other) != 1 {
				continue
			}
			x, y := other[0][0], other[0][1]
			if x != u-1-points || x < 5 || x > 7 || y < 3 {
				continue
			}
			if y > 4 || len(f.list('X', u-1, 5)) != len(f.list('X', x-1, 5)) {
				continue
			}
			if slices.ContainsFunc(f.list('X', min(5, x-1), 5), func(p [2]int) bool { return p[0] >= 3 && p[1] >= 3 }) {
				names = append(names, "pincer", word+"-space-"+map[int]string{3: "low", 4: "high"}[v]+"-pincer")
			}
		}
	}
	// An extension.
	if 5 <= u && u <= length-4 {
		all := append(f.list('X', u, 5), f.list('O', u, 5)...)
		nearest := 0
		for _, p := range all {
			nearest = max(nearest, p[0])
		}
		count := 0
		for _, p := range all {
			if p[0] == nearest {
				count++
			}
		}
		points := u - nearest - 1
		own := slices.ContainsFunc(f.list('X', u, 5), func(p [2]int) bool { return p[0] == nearest && (p[1] == 3 || p[1] == 4) })
		if count == 1 && own && nearest > 2 && 2 <= points && points <= 6 {
			names = append(names, "extension")
			switch points {
			case 2:
				names = append(names, "two-space-extension")
			case 3:
				names = append(names, "three-space-extension")
			}
		}
	}
	return names
}

// naiveShapes returns the names of the shapes of a move, sorted. It turns the board and compares letters.
func naiveShapes(before, after *position.Board, m position.Move) (names []string) {
	if !after.Size().Contains(m.Point) || after.At(m.Point) != m.Color {
		return nil
	}
	found := map[string]bool{}
	for way := range position.Symmetry(8) {
		f := frame(before, after, m, way)
		for i := range shapes {
			for drawing := range shapes[i].drawings {
				if f.holds(&shapes[i], drawing) {
					found[shapes[i].name] = true
				}
			}
		}
		for _, name := range f.sideShapes() {
			found[name] = true
		}
	}
	for i := range shapes {
		s := &shapes[i]
		if found[s.name] && !slices.ContainsFunc(s.unless, func(name string) bool { return found[name] }) {
			names = append(names, s.name)
		}
	}
	slices.Sort(names)
	return names
}

// compareShapes compares the shapes of a game with those of its slow twin and returns how many
// moves it compared. Seen counts the shapes.
func compareShapes(t *testing.T, size position.Size, s position.Script, most int, seen map[string]int) (moves int) {
	t.Helper()
	fast := shapesByNode(size, s)
	var r position.Replayer
	r.Start(size, s)
	before := position.NewBoard(size)
	for {
		switch r.Next() {
		case position.End:
			return moves
		case position.AtNode:
			step := r.Step()
			if step.Moved && len(step.Placed) == 1 && step.Fault&position.Occupied == 0 {
				got, want := fast[step.Node], naiveShapes(before, r.Board(), step.Move)
				if !slices.Equal(got, want) {
					t.Fatalf("node %d, %s: %q, want %q\n%s", step.Node, step.Move, got, want, frame(before, r.Board(), step.Move, 0).rows)
				}
				for _, name := range got {
					seen[name]++
				}
				if moves++; moves == most {
					return moves
				}
			}
		}
		before = r.Board().Clone()
	}
}

var moveOfText = regexp.MustCompile(`;\s*([BW])\[([a-zA-Z]{2})\]`)

// realScripts returns the moves of the main lines of the project's own records.
func realScripts(t testing.TB) (list []position.Script) {
	t.Helper()
	err := fs.WalkDir(os.DirFS("../../testdata/sgf"), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".sgf") {
			return err
		}
		text, err := os.ReadFile("../../testdata/sgf/" + path)
		if err != nil || strings.Count(string(text), "(") != 1 || regexp.MustCompile(`GM\[([^1]|1\d)`).Match(text) {
			return err
		}
		var b position.ScriptBuilder
		b.Node()
		for _, m := range moveOfText.FindAllStringSubmatch(string(text), -1) {
			if p, err := position.ParsePoint(m[2]); err == nil {
				b.Node()
				b.Move(position.Move{Color: map[string]position.Color{"B": position.Black, "W": position.White}[m[1]], Point: p})
			}
		}
		list = append(list, b.Script())
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(list) < 20 {
		t.Fatalf("%d real games, want more", len(list))
	}
	return list
}

// TestShapesNaive compares shapes with those of a slow twin, in real games and in random ones with
// setup, on boards of many sizes.
func TestShapesNaive(t *testing.T) {
	seen := map[string]int{}
	moves := 0
	for _, s := range realScripts(t) {
		moves += compareShapes(t, position.Square(19), s, -1, seen)
	}
	if moves < 3000 {
		t.Errorf("%d moves of real games, want more", moves)
	}
	most := 100_000
	if testing.Short() {
		most = 3000
	}
	rng := rand.New(rand.NewPCG(35, 1))
	for moves = 0; moves < most; {
		size := position.Size{Cols: 1 + rng.IntN(19), Rows: 1 + rng.IntN(19)}
		switch rng.IntN(4) {
		case 0:
			size = position.Square(19)
		case 1:
			size = position.Size{Cols: 13 + rng.IntN(7), Rows: 13 + rng.IntN(7)}
		}
		moves += compareShapes(t, size, randomShapes(rng, size), 60, seen)
	}
	for i := range shapes {
		if seen[shapes[i].name] == 0 {
			t.Errorf("no game has %s", shapes[i].name)
		}
	}
}

// randomShapes returns a random game. Its moves often lie near the one before or in the opening.
func randomShapes(rng *rand.Rand, size position.Size) position.Script {
	var b position.ScriptBuilder
	b.Node()
	last := position.At(rng.IntN(size.Cols), rng.IntN(size.Rows))
	near := 1 + rng.IntN(3)
	for i := range 10 + rng.IntN(120) {
		x, y := rng.IntN(size.Cols), rng.IntN(size.Rows)
		if near < 3 && rng.IntN(4) > 0 {
			x = min(max(last.X()+rng.IntN(4*near+1)-2*near, 0), size.Cols-1)
			y = min(max(last.Y()+rng.IntN(4*near+1)-2*near, 0), size.Rows-1)
		} else if rng.IntN(2) == 0 { // to a corner or a side
			x, y = min(2+rng.IntN(6), size.Cols-1), min(2+rng.IntN(3), size.Rows-1)
			p := position.Symmetry(rng.IntN(position.Symmetries(size))).Apply(position.At(x, y), size)
			x, y = p.X(), p.Y()
		}
		last = position.At(x, y)
		color := position.Black + position.Color((i+rng.IntN(8)/7)%2)
		b.Node()
		switch rng.IntN(40) {
		case 0:
			b.Add(color, last)
		case 1:
			b.Move(position.Move{Color: color, Point: position.Pass})
		default:
			b.Move(position.Move{Color: color, Point: last})
		}
	}
	return b.Script()
}

// FuzzShapes compares with the slow twin.
func FuzzShapes(f *testing.F) {
	f.Add([]byte{19, 19, 60, 61, 80, 99, 3, 200, 61, 42})
	f.Add([]byte{3, 3, 1, 2, 3, 4, 5, 6, 7, 8, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 2 || len(data) > 200 {
			return
		}
		size := position.Size{Cols: int(data[0]), Rows: int(data[1])}.Clamp()
		var b position.ScriptBuilder
		b.Node()
		for i := 2; i+1 < len(data); i += 2 {
			b.Node()
			at := (int(data[i])<<8 | int(data[i+1])) >> 1 % size.Area()
			b.Move(position.Move{Color: position.Black + position.Color(data[i+1]&1), Point: size.At(at)})
		}
		compareShapes(t, size, b.Script(), -1, map[string]int{})
	})
}

func BenchmarkShapes(b *testing.B) {
	scripts := realScripts(b)
	b.ReportAllocs()
	for i := range b.N {
		for range Observe(position.Square(19), scripts[i%len(scripts)], feature.Wanted{Kinds: 1 << shapeKind()}) {
		}
	}
}
