package dataset

import (
	"archive/zip"
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kifudb/archive"
	"kifudb/archive/archivetest"
	"kifudb/position"
)

// learned writes positions of all records.
func learned(t *testing.T, v *archive.View, o Learning) (*Learned, string) {
	t.Helper()
	chosen, err := v.Choose(t.Context(), &archive.Choice{References: []string{"*"}, Records: true})
	if err != nil {
		t.Fatal(err)
	}
	o.Dir = t.TempDir()
	if o.Split == (Split{}) {
		o.Split = DefaultSplit
	}
	l, err := o.Write(t.Context(), v.Views, chosen.GameSet)
	if err != nil {
		t.Fatal(err)
	}
	return l, o.Dir
}

// randomGames returns records of random games on a small board, some of which are turned, mirrored, renamed or shortened
// copies of others.
func randomGames(random *rand.Rand, n int) (records []string) {
	size := position.Square(9)
	var lines [][]position.Point
	for i := range n {
		var line []position.Point
		from := random.IntN(3)
		if len(lines) > 0 && from > 0 { // a copy
			turn := position.Symmetry(random.IntN(8))
			for _, p := range lines[random.IntN(len(lines))] {
				line = append(line, turn.Apply(p, size))
			}
			if from == 2 && len(line) > 40 {
				line = line[:len(line)-random.IntN(5)]
			}
		} else {
			b := position.NewBoard(size)
			for len(line) < 30+random.IntN(40) {
				p := size.At(random.IntN(size.Area()))
				if random.IntN(50) == 0 {
					p = position.Pass
				}
				if m := (position.Move{Color: b.ToPlay(), Point: p}); p == position.Pass || b.Legal(m) == nil {
					b.Play(m)
					line = append(line, p)
				}
			}
			lines = append(lines, line)
		}
		var s strings.Builder
		fmt.Fprintf(&s, "(;SZ[9]PB[p%d]RE[%s]", i, []string{"B+R", "W+3", "0", "Void", "?"}[random.IntN(5)])
		if random.IntN(2) == 0 {
			s.WriteString("KM[6.5]")
		}
		for j, p := range line {
			fmt.Fprintf(&s, ";%s[%s]", "BW"[j%2:j%2+1], archive.PointText(p))
			if random.IntN(30) == 0 {
				s.WriteString(";C[a node without a move]")
			}
		}
		records = append(records, s.String()+")")
	}
	return records
}

// A seenPosition is what a row says, however it is written.
type seenPosition struct {
	game          archive.GameID
	number        int
	own, opponent string // points, in order
	black         bool
	last          string // points, the newest first
	move          string
	score         float64 // NaN: unknown
	side          int
	komi          float64 // of arrays
}

func (p *seenPosition) String() string {
	return fmt.Sprintf("%d@%d %v own %s opponent %s last %s move %s score %v", p.game, p.number, p.black, p.own, p.opponent, p.last, p.move, p.score)
}

// naive returns the positions that there are, from the nodes as pages show them.
func naive(t *testing.T, v *archive.View) (list []string) {
	t.Helper()
	for id := range eachGame(v) {
		tree, err := v.GameTree(id, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		var numbers []int
		for _, n := range tree.Nodes {
			if !n.Variation {
				numbers = append(numbers, n.Node)
			}
		}
		nodes, err := v.Nodes(id, numbers)
		if err != nil {
			t.Fatal(err)
		}
		var last []string
		for i, n := range nodes {
			if n.Last == nil {
				continue
			}
			p := seenPosition{game: id, number: n.Move, black: n.Last.Color == "B", move: n.Last.Point, score: math.NaN()}
			for y, row := range nodes[i-1].Board {
				for x, c := range row {
					switch at := archive.PointText(position.At(x, y)) + " "; {
					case string(c) == n.Last.Color:
						p.own += at
					case c != '.':
						p.opponent += at
					}
				}
			}
			for j := len(last) - 1; j >= max(0, len(last)-lastMoves); j-- {
				p.last += last[j] + " "
			}
			last = append(last, n.Last.Point)
			switch result := n.Game.Result; {
			case result == "0":
				p.score = 0.5
			case strings.HasPrefix(result, n.Last.Color):
				p.score = 1
			case strings.HasPrefix(result, "B+"), strings.HasPrefix(result, "W+"):
				p.score = 0
			}
			list = append(list, p.String())
		}
	}
	return list
}

// arraysIn reads the arrays of a folder.
func arraysIn(t *testing.T, dir string, l *Learned) (list []*seenPosition) {
	t.Helper()
	size := position.Size{Cols: l.Width, Rows: l.Height}
	for side, s := range l.Sides {
		for _, file := range s.Files {
			arrays := readNPZ(t, filepath.Join(dir, file))
			rows := len(arrays["archive"])
			width := len(arrays["planes"]) / rows / len(l.Planes)
			for i := range rows {
				planes := arrays["planes"][i*width*len(l.Planes):][:width*len(l.Planes)]
				points := func(plane int) (text string) {
					for n := range size.Area() {
						if planes[plane*width+n/8]&(0x80>>(n%8)) != 0 {
							text += archive.PointText(size.At(n)) + " "
						}
					}
					return text
				}
				le := binary.LittleEndian
				p := &seenPosition{
					game: archive.GameID(le.Uint64(arrays["game"][8*i:])), number: int(le.Uint32(arrays["number"][4*i:])), side: side,
					own: points(0), opponent: points(1), score: float64(math.Float32frombits(le.Uint32(arrays["score"][4*i:]))),
					komi: float64(math.Float32frombits(le.Uint32(arrays["komi"][4*i:]))), black: points(2) != "",
				}
				for n := range lastMoves {
					if n < p.number-1 {
						p.last += strings.TrimSpace(points(3+n)) + " "
					}
				}
				if move := int(le.Uint16(arrays["move"][2*i:])); move < size.Area() {
					p.move = archive.PointText(size.At(move))
				}
				list = append(list, p)
			}
		}
	}
	return list
}

var shapeOf = regexp.MustCompile(`^\{'descr': '([^']+)', 'fortran_order': False, 'shape': \(([0-9, ]+)\), \} *\n$`)

// readNPZ reads a file as NumPy describes it.
func readNPZ(t *testing.T, file string) map[string][]byte {
	t.Helper()
	z, err := zip.OpenReader(file)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	arrays := map[string][]byte{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		length := 10 + int(binary.LittleEndian.Uint16(data[8:]))
		m := shapeOf.FindStringSubmatch(string(data[10:length]))
		if string(data[:8]) != "\x93NUMPY\x01\x00" || m == nil || length%64 != 0 {
			t.Fatalf("%s begins %q", f.Name, data[:length])
		}
		bytes := map[string]int{"|u1": 1, "|i1": 1, "<i2": 2, "<i4": 4, "<i8": 8, "<f4": 4}[m[1]]
		for n := range strings.SplitSeq(m[2], ",") {
			if n = strings.TrimSpace(n); n != "" {
				dim, err := strconv.Atoi(n)
				if err != nil {
					t.Fatal(err)
				}
				bytes *= dim
			}
		}
		if bytes != len(data)-length {
			t.Fatalf("%s has %d bytes for %s", f.Name, len(data)-length, m[0])
		}
		arrays[strings.TrimSuffix(f.Name, ".npy")] = data[length:]
	}
	return arrays
}

// linesIn reads the lines of a folder.
func linesIn(t *testing.T, dir string, l *Learned) (list []*seenPosition) {
	t.Helper()
	for side, s := range l.Sides {
		data, err := os.ReadFile(filepath.Join(dir, s.Files[0]))
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(bytes.NewReader(data))
		for lines.Scan() {
			var line positionLine
			if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
				t.Fatal(err)
			}
			p := &seenPosition{game: archive.GameID(line.Game), number: line.Number, side: side, black: line.ToPlay == "B", move: line.Move, score: math.NaN()}
			if line.Score != nil {
				p.score = *line.Score
			}
			stones := map[string]string{}
			for _, property := range []string{"AB", "AW"} {
				_, rest, _ := strings.Cut(line.Position, property)
				for strings.HasPrefix(rest, "[") {
					stones[property] += rest[1:3] + " "
					rest = rest[4:]
				}
				sorted := strings.Fields(stones[property])
				slices.SortFunc(sorted, func(a, b string) int { return strings.Compare(a[1:]+a[:1], b[1:]+b[:1]) })
				stones[property] = strings.Join(append(sorted, ""), " ")
			}
			p.own, p.opponent = stones["AB"], stones["AW"]
			if !p.black {
				p.own, p.opponent = p.opponent, p.own
			}
			for n := 1; n <= lastMoves && n <= len(line.History); n++ {
				_, point, _ := strings.Cut(line.History[len(line.History)-n], " ")
				p.last += point + " "
			}
			list = append(list, p)
		}
	}
	return list
}

// All sides together have every position once, as the nodes show it, and no game is on two sides.
func TestLearnedPositions(t *testing.T) {
	for seed := range uint64(3) {
		random := rand.New(rand.NewPCG(seed, 1))
		v := archivetest.Of(t, randomGames(random, 40)...)
		want := naive(t, v)
		slices.Sort(want)
		split := Split{[sides]float64{0.5, 0.25, 0.25}, seed}
		for form, read := range map[string]func(*testing.T, string, *Learned) []*seenPosition{AsArrays: arraysIn, AsLines: linesIn} {
			l, dir := learned(t, v, Learning{Form: form, Split: split})
			var got []string
			onSide := map[archive.GameID]int{}
			for _, p := range read(t, dir, l) {
				got = append(got, p.String())
				if side, ok := onSide[p.game]; ok && side != p.side {
					t.Errorf("game %d is on two sides", p.game)
				}
				onSide[p.game] = p.side
			}
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Fatalf("seed %d, %s: %d positions, want %d, first %s and %s", seed, form, len(got), len(want), got[0], want[0])
			}
			apart(t, v, onSide)
		}
	}
}

// apart sees to it that no records of one game are on two sides: no duplicates, and none with the same main line.
func apart(t *testing.T, v *archive.View, onSide map[archive.GameID]int) {
	t.Helper()
	clusters, err := v.Clusters(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, cluster := range clusters.All() {
		for _, m := range cluster.Members[1:] {
			if onSide[m.ID] != onSide[cluster.Preferred()] {
				t.Errorf("%d and %d are of one game, and on two sides", m.ID, cluster.Preferred())
			}
			compared++
		}
	}
	if compared == 0 {
		t.Error("no game has duplicates")
	}
	lines := map[string]archive.GameID{}
	for id := range eachGame(v) {
		g, err := v.Game(id)
		if err != nil {
			t.Fatal(err)
		}
		script, err := g.Segment().Script(g.Local())
		if err != nil {
			t.Fatal(err)
		}
		var images []string
		for s := range position.Symmetry(8) {
			for swap := range 2 {
				text := ""
				for _, m := range movesOf(script) {
					text += fmt.Sprint((int(m.Color)+swap)%2, s.Apply(m.Point, position.Square(9)), " ")
				}
				images = append(images, text)
			}
		}
		line := slices.Min(images)
		if other, ok := lines[line]; ok && onSide[other] != onSide[id] {
			t.Errorf("%d and %d have the same moves, and are on two sides", other, id)
		}
		lines[line] = id
	}
}

// movesOf returns the moves of a record without variations.
func movesOf(script position.Script) (moves []position.Move) {
	var r position.Replayer
	r.Replay(position.Square(9), script, func(_ *position.Board, s *position.Step) bool {
		if s.Moved {
			moves = append(moves, s.Move)
		}
		return true
	})
	return moves
}

// The same seed gives the same bytes, and so many positions of each game.
func TestSeed(t *testing.T) {
	v := archivetest.Of(t, randomGames(rand.New(rand.NewPCG(5, 5)), 30)...)
	l, a := learned(t, v, Learning{Form: AsArrays, PerGame: 7})
	_, b := learned(t, v, Learning{Form: AsArrays, PerGame: 7})
	_, c := learned(t, v, Learning{Form: AsArrays, PerGame: 7, Split: Split{DefaultSplit.Shares, 2}})
	one := folder(t, a)
	if two := folder(t, b); one != two {
		t.Error("the same seed gives other bytes")
	}
	if other := folder(t, c); one == other {
		t.Error("another seed gives the same bytes")
	}
	games := map[archive.GameID]int{}
	for _, p := range arraysIn(t, a, l) {
		games[p.game]++
	}
	for game, n := range games {
		if n != 7 {
			t.Errorf("game %d has %d positions", game, n)
		}
	}
	if len(games) != 30 {
		t.Errorf("%d games have positions", len(games))
	}
}

func folder(t *testing.T, dir string) string {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, f := range files {
		data, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&all, "%s %x\n", f.Name(), data)
	}
	return all.String()
}

// About as many games as wanted are on each side, and all where a side has everything.
func TestShares(t *testing.T) {
	split := Split{[sides]float64{0.8, 0, 0.2}, 9}
	var n [sides]int
	for i := range 10000 {
		n[split.side([16]byte{byte(i), byte(i >> 8)})]++
	}
	if n[Validation] != 0 || n[Test] < 1800 || n[Test] > 2200 {
		t.Errorf("the sides have %v games", n)
	}
	for _, shares := range [][sides]float64{{0.5, 0.4, 0}, {1.5, -0.5, 0}, {math.NaN(), 0, 0}} {
		if err := (&Split{shares, 1}).Check(); err == nil {
			t.Errorf("shares %v are accepted", shares)
		}
	}
}

// Files of an earlier export stay, or all of them go.
func TestLearnedAgain(t *testing.T) {
	v := archivetest.Of(t, randomGames(rand.New(rand.NewPCG(5, 5)), 3)...)
	dir := t.TempDir()
	for _, name := range []string{"train-0007.npz", "mine.npz"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	chosen, err := v.Choose(t.Context(), &archive.Choice{References: []string{"*"}, Records: true})
	if err != nil {
		t.Fatal(err)
	}
	o := Learning{Dir: dir, Form: AsArrays, Split: DefaultSplit}
	if _, err := o.Write(t.Context(), v.Views, chosen.GameSet); !errors.Is(err, archive.ErrExists) {
		t.Errorf("an earlier export gave %v", err)
	}
	o.Replace = true
	if _, err := o.Write(t.Context(), v.Views, chosen.GameSet); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "train-0007.npz")); err == nil {
		t.Error("a file of an earlier export is left")
	}
	if _, err := os.Stat(filepath.Join(dir, "mine.npz")); err != nil {
		t.Error("another file is gone")
	}
}

// Boards of several games or sizes and moves that are not points make no arrays, but lines.
func TestNoArrays(t *testing.T) {
	for _, records := range [][]string{{"(;SZ[9];B[aa])", "(;SZ[13];B[aa])"}, {"[White \"a\"]\n[Black \"b\"]\n[Result \"*\"]\n\n1. e4 e5 *\n"}} {
		v := archivetest.OfFiles(t, records...)
		chosen, err := v.Choose(t.Context(), &archive.Choice{References: []string{"*"}, Records: true})
		if err != nil {
			t.Fatal(err)
		}
		o := Learning{Dir: t.TempDir(), Form: AsArrays, Split: DefaultSplit}
		if _, err := o.Write(t.Context(), v.Views, chosen.GameSet); err == nil {
			t.Errorf("%v makes arrays", records)
		}
	}
	l, _ := learned(t, ofAllGames(t), Learning{Form: AsLines})
	if n := l.Sides[0].Positions + l.Sides[1].Positions + l.Sides[2].Positions; n+int64(l.Skipped) != 20 || l.Skipped > 1 {
		t.Errorf("all games have %d positions, and %d moves are left out", n, l.Skipped)
	}
	if l.Unruled != 1 {
		t.Errorf("%d games have no rules", l.Unruled)
	}
	if l, _ := learned(t, archivetest.Of(t, "(;GM[2]SZ[8];B[d3];W[c5];B[f6])"), Learning{Form: AsArrays}); l.Kind != "othello" || l.Sides[0].Positions+l.Sides[1].Positions+l.Sides[2].Positions != 3 {
		t.Errorf("Othello gave %+v", l)
	}
}

// Python reads the arrays, where it has NumPy. KIFUDB_NUMPY names another Python, or is "required".
func TestNumPy(t *testing.T) {
	python, required := os.Getenv("KIFUDB_NUMPY"), false
	if python == "required" {
		python, required = "", true
	}
	if python == "" {
		python = "/usr/bin/python3"
	}
	if out, err := exec.CommandContext(t.Context(), python, "-c", "import numpy").CombinedOutput(); err != nil {
		if required {
			t.Fatalf("%s has no NumPy: %v, %s", python, err, out)
		}
		t.Skip("there is no NumPy; Debian has it as python3-numpy")
	}
	v := archivetest.Of(t, randomGames(rand.New(rand.NewPCG(6, 6)), 10)...)
	l, dir := learned(t, v, Learning{Form: AsArrays, Split: Split{[sides]float64{1, 0, 0}, 1}})
	const script = `import numpy, sys
z = numpy.load(sys.argv[1])
n, p, b = z['planes'].shape
planes = numpy.unpackbits(z['planes'], axis=2)[:, :, :81].reshape(n, p, 9, 9)
print(n, p, int(planes[:, 0].sum()), int(z['move'].astype(int).sum()), int(numpy.nansum(z['score']) * 2), int(numpy.isnan(z['komi']).sum()))
`
	out, err := exec.CommandContext(t.Context(), python, "-c", script, filepath.Join(dir, l.Sides[0].Files[0])).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	own, moves, scores, noKomi := 0, 0, 0.0, 0
	all := arraysIn(t, dir, l)
	for _, p := range all {
		own += len(p.own) / 3
		at := 81
		if x, y, ok := archive.Coordinates(p.move); ok {
			at = 9*y + x
		}
		moves += at
		if !math.IsNaN(p.score) {
			scores += 2 * p.score
		}
		if math.IsNaN(p.komi) {
			noKomi++
		}
	}
	if want := fmt.Sprintln(len(all), len(l.Planes), own, moves, int(scores), noKomi); string(out) != want {
		t.Errorf("NumPy reads %s, want %s", out, want)
	}
}
