package game

import (
	"math/rand/v2"
	"strings"
	"testing"

	"kifudb/position"
)

// Positions by the definitions of the International Federation: X and O lie there, A to Z
// are places for Black's next stone, and what a stone there makes.
var renjuPositions = []struct {
	rows string
	want map[byte]string
}{
	{".......|.......|..XX...|.X.....|.X.A...|.......|.......|.......", map[byte]string{'A': ""}},
	{"........|...X....|...X....|.XXA....|........|........|........|........", map[byte]string{'A': "a double three"}},
	{"........|...X....|...X....|OXXA....|........|........|........|........", map[byte]string{'A': ""}}, // one is stopped
	{"O.......|.X......|..X.....|...A.XX.|........|.....O..|........|........", map[byte]string{'A': ""}}, // no room for a four
	{"..........|..........|..XA.X....|....X.....|...X......|..........", map[byte]string{'A': ""}},       // only one row is a three
	{"..........|...X......|...X......|.X.XA.X...|..........|....X.....|....X.....|..........", map[byte]string{'A': ""}},
	{"..........|.XXAX.....|...X......|...X......|...X......|..........", map[byte]string{'A': "a double four"}},
	{"..........|.XXXA.....|....X.....|....X.....|....X.....|..........", map[byte]string{'A': "a double four"}},
	{"............|.X.XAX.X....|............", map[byte]string{'A': "a double four"}}, // in one row
	{"............|.XX.A.XX....|............", map[byte]string{'A': ""}},              // neither can be made five
	{"............|.XXX.AXX....|............", map[byte]string{'A': ""}},              // a four that only makes six is none
	{"............|..XXXA......|............", map[byte]string{'A': ""}},              // a straight four is one
	{"............|..XXXAXX....|............", map[byte]string{'A': "an overline"}},
	{"............|..XXAXX.....|............", map[byte]string{'A': ""}},                                                     // five
	{"............|..XXAXX.....|....X.......|....X.......|....X.......|....X.......|....X.......", map[byte]string{'A': ""}}, // five and six: five counts
	{"............|..XXA.......|....X.......|....X.......|....X.......|............", map[byte]string{'A': ""}},              // a four and a three is allowed
}

func TestRenjuPositions(t *testing.T) {
	tested := 0
	for _, test := range renjuPositions {
		for mark, want := range test.want {
			rows := strings.Split(test.rows, "|")
			b := gomokuGame.Rules().NewBoard(position.Square(15))
			var at position.Point
			for y, row := range rows {
				for x := range len(row) {
					p := position.At(x+1, y+2)
					switch row[x] {
					case 'X':
						b.Set(p, position.Black)
					case 'O':
						b.Set(p, position.White)
					case mark:
						at = p
						b.Set(p, position.Black)
					}
				}
			}
			got := newFouls(b).at(at.X(), at.Y())
			if naive := naiveFoul(gridOf(b), at.X(), at.Y()); got != want || naive != want {
				t.Errorf("%s: %q, naively %q, want %q", test.rows, got, naive, want)
			}
			tested++
		}
	}
	if tested < 15 {
		t.Errorf("%d positions were tested", tested)
	}
}

// A grid is a board as bytes, with a rim of '#'.
type grid [17][17]byte

func gridOf(b *position.Board) *grid {
	g := &grid{}
	for y := range g {
		for x := range g[y] {
			g[y][x] = '#'
			if x > 0 && y > 0 && x < 16 && y < 16 {
				g[y][x] = map[position.Color]byte{position.Empty: '.', position.Black: 'X', position.White: 'O'}[b.At(position.At(x-1, y-1))]
			}
		}
	}
	return g
}

// naiveFoul says what a black stone makes, by trying all continuations on all lines of text
// through it.
func naiveFoul(g *grid, px, py int) string {
	x, y := px+1, py+1
	type line struct {
		text   string
		places [][2]int
		at     int
	}
	var lines []line
	for _, d := range [][2]int{{0, 1}, {1, 0}, {1, 1}, {-1, 1}} {
		fx, fy := x, y
		for g[fy][fx] != '#' {
			fx, fy = fx-d[0], fy-d[1]
		}
		l := line{text: "#", places: [][2]int{{fx, fy}}}
		for fx, fy = fx+d[0], fy+d[1]; g[fy][fx] != '#'; fx, fy = fx+d[0], fy+d[1] {
			if fx == x && fy == y {
				l.at = len(l.text)
			}
			l.text += string(g[fy][fx])
			l.places = append(l.places, [2]int{fx, fy})
		}
		l.text += "#"
		lines = append(lines, l)
	}
	with := func(text string, i int) string { return text[:i] + "X" + text[i+1:] }
	// rows are the places where a row of just n begins that holds a place.
	row := func(text string, n, at int) int {
		for i := 1; i+n < len(text); i++ {
			if text[i:i+n] == strings.Repeat("X", n) && text[i-1] != 'X' && text[i+n] != 'X' && at >= i && at < i+n {
				return i
			}
		}
		return -1
	}
	for _, l := range lines {
		if row(l.text, 5, l.at) >= 0 {
			return ""
		}
	}
	for _, l := range lines {
		for n := 6; n <= 15; n++ {
			if row(l.text, n, l.at) >= 0 {
				return "an overline"
			}
		}
	}
	fours := 0
	for _, l := range lines {
		sets := map[string]bool{}
		for i := 1; i < len(l.text)-1; i++ {
			if l.text[i] != '.' {
				continue
			}
			next := with(l.text, i)
			if from := row(next, 5, l.at); from >= 0 && i >= from && i < from+5 {
				stones := ""
				for k := from; k < from+5; k++ {
					if k != i {
						stones += string(rune('a' + k))
					}
				}
				sets[stones] = true
			}
		}
		fours += len(sets)
	}
	if fours > 1 {
		return "a double four"
	}
	threes := 0
	for _, l := range lines {
		three := false
		for i := 1; i < len(l.text)-1 && !three; i++ {
			if l.text[i] != '.' {
				continue
			}
			next := with(l.text, i)
			from := row(next, 4, l.at)
			if from < 0 || i < from || i >= from+4 || next[from-1] != '.' || next[from+4] != '.' ||
				row(with(next, from-1), 5, l.at) < 0 || row(with(next, from+4), 5, l.at) < 0 {
				continue
			}
			after := *g
			p := l.places[i]
			after[p[1]][p[0]] = 'X'
			if makesFive(&after, p) {
				continue
			}
			three = naiveFoul(&after, p[0]-1, p[1]-1) == ""
		}
		if three {
			threes++
		}
	}
	if threes > 1 {
		return "a double three"
	}
	return ""
}

func makesFive(g *grid, p [2]int) bool {
	for _, d := range [][2]int{{0, 1}, {1, 0}, {1, 1}, {-1, 1}} {
		n := 1
		for _, sign := range []int{1, -1} {
			for i := 1; g[p[1]+sign*i*d[1]][p[0]+sign*i*d[0]] == 'X'; i++ {
				n++
			}
		}
		if n == 5 {
			return true
		}
	}
	return false
}

// On boards of dense stones both find the same fouls.
func TestRenjuAgainstNaive(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 15))
	found := map[string]int{}
	for range 3000 {
		b := gomokuGame.Rules().NewBoard(position.Square(15))
		var at position.Point
		for range 8 + r.IntN(22) {
			at = position.At(4+r.IntN(7), 4+r.IntN(7))
			b.Set(at, position.Black)
			if r.IntN(3) == 0 {
				b.Set(position.At(3+r.IntN(9), 3+r.IntN(9)), position.White)
			}
		}
		if b.At(at) != position.Black {
			continue
		}
		got, want := newFouls(b).at(at.X(), at.Y()), naiveFoul(gridOf(b), at.X(), at.Y())
		if got != want {
			t.Fatalf("%s at %s: %q, naively %q", b.SetupSGF(), at, got, want)
		}
		found[got]++
	}
	for _, foul := range []string{"", "an overline", "a double four", "a double three"} {
		if found[foul] < 20 {
			t.Errorf("%q was found %d times", foul, found[foul])
		}
	}
}

// The openings are all places of the third stone in the middle 25 points, each once.
func TestRenjuOpenings(t *testing.T) {
	names := map[string]int{}
	for kind := range 2 {
		for x := -2; x <= 2; x++ {
			for y := -2; y <= 2; y++ {
				if x == 0 && y == 0 || x == kind && y == -1 {
					continue
				}
				var all []string
				for way := range 8 {
					all = append(all, renjuName([3][2]int{{}, turned([2]int{kind, -1}, way), turned([2]int{x, y}, way)}))
				}
				for _, name := range all {
					if name == "" || name != all[0] {
						t.Errorf("%d %d: %q", x, y, all)
					}
				}
				names[all[0]]++
			}
		}
	}
	if len(names) != 26 {
		t.Errorf("%d names: %v", len(names), names)
	}
	if name := renjuName([3][2]int{{}, {0, -1}, {3, 0}}); name != "" {
		t.Errorf("outside of the middle: %s", name)
	}
	for text, want := range map[string]string{"kagetsu": "花月 Kagetsu 4D", "浦月": "浦月 Hogetsu 7I", "i13": "彗星 Suisei 13I"} {
		if got := TitleOf(OpeningName, text); got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
}
