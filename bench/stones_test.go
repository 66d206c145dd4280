package bench

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kifudb/book/duplicate"
	"kifudb/game"
	records "kifudb/game/record"
	"kifudb/internal/testsize"
	"kifudb/position"
	"kifudb/sgfread"
	"kifudb/store"
)

var gomoku = game.Of(inGomoku).(game.Stones)

// appendCopy appends a record that has the first moves of the main line of another,
// turned or mirrored, under the same names.
func appendCopy(t *testing.T, dst, raw []byte, moves int, turn position.Symmetry) []byte {
	t.Helper()
	root := raw[:bytes.IndexByte(raw[2:], ';')+2]
	dst = append(append(dst, root...), "US[a copy]"...)
	r := read1(t, raw)
	for id := range r.tree.MainLine() {
		for _, ident := range [...]string{"B", "W"} {
			if v := r.tree.Values(id, ident); len(v) > 0 && moves > 0 {
				moves--
				p, err := position.ParsePoint(string(v[0]))
				if err != nil {
					t.Fatal(err)
				}
				dst = fmt.Appendf(dst, ";%s[%s]", ident, turn.Apply(p, r.size))
			}
		}
	}
	return append(dst, ")\n"...)
}

// read1 reads a record that is in no archive.
func read1(t *testing.T, raw []byte) *record {
	t.Helper()
	r, err := read(0, store.Record{Raw: raw, Tree: [2]int{0, len(raw)}})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Generated games are the same ones everywhere, sound, mostly ended by five in a
// row, and share their openings.
func TestGamesOfRows(t *testing.T) {
	n := testsize.Of(300, 100)
	var all bytes.Buffer
	won, variations, comments, moves := 0, 0, 0, 0
	openings := map[position.Key]int{}
	for i := range n {
		raw := GameOf(gomoku, seed, i)
		all.Write(raw)
		for _, p := range sgfread.Check(raw, nil) {
			if p.Severity() > sgfread.Note {
				t.Errorf("game %d: %v", i, p)
			}
		}
		read, err := records.Read(raw, nil)
		if err != nil || len(read) != 1 {
			t.Fatalf("game %d: %d records, %v", i, len(read), err)
		}
		steps, err := read[0].Steps()
		if err != nil {
			t.Fatal(err)
		}
		branched := false
		for step := range steps {
			if step.Fault != "" {
				t.Errorf("game %d, node %d: %s", i, step.Node, step.Fault)
			}
			branched = branched || !step.MainLine
			if step.MainLine && step.Moved {
				moves++
			}
			if step.MainLine && step.MoveNumber == 3 {
				openings[step.Position.Canonical()]++
			}
		}
		if branched {
			variations++
		}
		end, err := read[0].End()
		if err != nil {
			t.Fatal(err)
		}
		winner := end.(game.Shown).Data().Winner
		if winner != "" {
			won++
		}
		if re, _ := read1(t, raw).info("RE"); winner != "" && re != winner+"+" || winner == "" && strings.HasSuffix(re, "+") {
			t.Errorf("game %d: %q has five in a row, and RE is %s", i, winner, re)
		}
		if bytes.Contains(raw, []byte("]C[")) {
			comments++
		}
	}
	t.Logf("%d games: %d won, %d with variations, %d with comments, %d moves, %d openings", n, won, variations, comments, moves, len(openings))
	if won < n/2 || won == n || variations < n/20 || comments < n/20 || moves < 15*n || len(openings) < 5 || len(openings) > 30 {
		t.Error("the games are not of every kind")
	}
	digests := map[int]string{
		100: "790b152b37bbec4d8645907e93415849c5d7386d848f8e48e8a5cbd0301c8559",
		300: "2b9d2b5c944c2543af115836294e96ed4597f623c7d979292c8712dd00614855",
	}
	if got, want := fmt.Sprintf("%x", sha256.Sum256(all.Bytes())), digests[n]; got != want {
		t.Errorf("%d games of seed %d have the digest %s, want %s", n, seed, got, want)
	}
}

// buildStones makes an archive of generated games of Go and gomoku; every fourth
// game of gomoku is there again as one of Go.
func buildStones(t *testing.T, n int) *store.Snapshot {
	var file bytes.Buffer
	for i := range n {
		file.Write(Game(seed, i))
		raw := GameOf(gomoku, seed, i)
		file.Write(raw)
		if i%4 == 0 {
			file.Write(bytes.Replace(raw, []byte("GM[4]"), []byte("GM[1]"), 1))
		}
	}
	return buildFile(t, file.Bytes())
}

func buildFile(t *testing.T, data []byte) *store.Snapshot {
	dir := t.TempDir()
	file := filepath.Join(dir, "games.sgf")
	if err := os.WriteFile(file, data, 0o666); err != nil {
		t.Fatal(err)
	}
	importFile(t, filepath.Join(dir, "archive"), file)
	return open(t, filepath.Join(dir, "archive"))
}

// TestStonesAgreeWithScan asks an archive of two games for positions, patterns,
// sequences and continuations in either, taken from games of the same or of the
// other.
func TestStonesAgreeWithScan(t *testing.T) {
	s := buildStones(t, testsize.Of(100, 40))
	rng := rand.New(rand.NewPCG(seed, 13))
	var list []question
	crossed := map[string]bool{}
	for len(list) < testsize.Of(120, 60) {
		r, node := randomNode(t, rng, s)
		if r.size != position.Square(15) {
			continue
		}
		o := randomOptions(rng)
		o.game = []int{inGo, inGomoku}[rng.IntN(2)]
		q, ok := question{}, false
		if rng.IntN(4) == 0 {
			q, ok = inOrder(rng, r, o)
		} else if kind := 1 + rng.IntN(8); kind < 6 {
			q, ok = randomBoard(rng, r, node, o, kind)
		}
		for try := 0; !ok && try < 10; try++ { // most parts of a board are empty
			q, ok = randomBoard(rng, r, rng.IntN(r.tree.Len()), o, 6)
		}
		if !ok {
			continue
		}
		q.kind += " of " + game.Of(o.game).About().Name
		crossed[q.query] = r.game != o.game
		list = append(list, q)
	}
	asked, answered, found := map[string]int{}, map[string]int{}, map[string]bool{}
	for i, want := range scan(t, s, list, 0) {
		q := list[i]
		kind := q.kind
		if crossed[q.query] {
			kind += ", from the other game"
		}
		asked[kind]++
		if len(want.games) > 0 {
			answered[kind]++
			found[q.kind] = true
		}
		if d := differences(q, answerTo(t, s, q), want); len(d) > 0 {
			t.Errorf("%s: %d of %d games differ:\n%s", q.query, len(d), len(want.games), strings.Join(d[:min(len(d), 3)], "\n"))
		}
		if !strings.HasPrefix(q.query, "seq:") {
			compareNext(t, s, q, want)
		}
	}
	t.Logf("questions: %v; of these found something: %v", asked, answered)
	for _, kind := range []string{"position", "corner", "floating", "sequence"} {
		if !found[kind+" of gomoku"] || !found[kind+" of go"] {
			t.Errorf("no question of kind %s found anything", kind)
		}
	}
}

// inOrder asks for the first moves of a game as a sequence: a node on each line at
// which they are all that was put into the rectangle around them.
func inOrder(rng *rand.Rand, r *record, o options) (question, bool) {
	r.play()
	o = options{game: o.game, swaps: o.swaps, fixed: o.fixed}
	var stones []position.Change
	left, right, top, bottom := r.size.Cols, 0, r.size.Rows, 0
	text := fmt.Sprintf("seq:\"SZ[%d]", r.size.Cols)
	for id := 0; len(stones) < 2+rng.IntN(4); {
		if len(r.steps[id].children) == 0 {
			return question{}, false
		}
		id = r.steps[id].children[0]
		m := r.steps[id].move
		if !r.steps[id].moved || m.Point == position.Pass {
			return question{}, false
		}
		left, right = min(left, m.Point.X()), max(right, m.Point.X())
		top, bottom = min(top, m.Point.Y()), max(bottom, m.Point.Y())
		text += fmt.Sprintf(";%s[%s]", m.Color.Letter(), m.Point)
		stones = append(stones, position.Change{Point: m.Point, Color: m.Color})
	}
	g := region{cols: right - left + 1, rows: bottom - top + 1, anchors: []position.Point{position.At(left, top)}}
	g.cells = strings.Repeat(".", g.cols*g.rows)
	q := question{kind: "sequence", games: true, query: text + `"` + o.String()}
	q.ask = func(r *record) []finding {
		if r.game != o.game || r.size.Cols <= right || r.size.Rows <= bottom {
			return nil
		}
		r.play()
		for i := range 16 {
			symmetry, swapped := i%8, i >= 8
			if symmetry > 0 && o.fixed || symmetry > 3 && r.size.Cols != r.size.Rows || swapped && !o.swaps {
				continue
			}
			m := g.image(r.size, symmetry, swapped)
			var want []position.Change
			for _, c := range stones {
				x, y := turn(symmetry, c.Point.X(), c.Point.Y(), r.size.Cols, r.size.Rows)
				if swapped {
					c.Color = c.Color.Opponent()
				}
				want = append(want, position.Change{Point: position.At(x, y), Color: c.Color})
			}
			for node := range r.steps {
				if endsWith(r, node, &m, want) {
					return found
				}
			}
		}
		return nil
	}
	return q, true
}

// endsWith reports whether stones are just what was put into a region, in this order,
// on the way to a node since some node after which it was empty.
func endsWith(r *record, node int, m *region, stones []position.Change) bool {
	for ; node >= 0; node = r.steps[node].parent {
		if len(stones) == 0 && m.lies(r.boards[node], m.anchors[0]) {
			return true
		}
		for _, c := range slices.Backward(r.steps[node].placed) {
			if _, ok := m.covers(m.anchors[0], c.Point); !ok {
				continue
			}
			if len(stones) == 0 || stones[len(stones)-1] != c {
				return false
			}
			stones = stones[:len(stones)-1]
		}
	}
	return false
}

// TestRowsAreOneGame finds the records of one game among generated ones: copies,
// copies that lie otherwise or end early; but not the same moves in another game.
func TestRowsAreOneGame(t *testing.T) {
	var file []byte
	n := testsize.Of(100, 40)
	want := map[string]int{} // records by the game they are of
	for i := range n {
		raw := GameOf(gomoku, seed, i)
		file = append(append(file, raw...), '\n')
		file = append(append(file, bytes.Replace(raw, []byte("GM[4]"), []byte("GM[1]"), 1)...), '\n')
		moves := 0
		for range read1(t, raw).tree.MainLine() {
			moves++
		}
		moves-- // the root has none
		date, _ := read1(t, raw).info("DT")
		if moves < 10 || moves < 30 && len(date) != len("2020-01-02") {
			continue // too short to be known by its moves without a day
		}
		file = appendCopy(t, file, raw, moves, 0)
		file = appendCopy(t, file, raw, moves, position.Symmetry(1+i%7))
		key := fmt.Sprintf("GM[4] %d", i)
		want[key] = 3
		if moves > 31 {
			file = appendCopy(t, file, raw, 30, position.Symmetry(i%8))
			want[key] = 4
		}
	}
	s := buildFile(t, file)
	clusters, err := duplicate.Find(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for _, c := range clusters.All() {
		keys := map[string]bool{}
		for _, m := range c.Members {
			segment, local, _ := s.Segment(m.ID)
			raw, err := segment.Record(local)
			if err != nil {
				t.Fatal(err)
			}
			r, err := read(m.ID, raw)
			if err != nil {
				t.Fatal(err)
			}
			id, _ := r.info("ID")
			key := fmt.Sprintf("GM[%d] %s", r.game, id)
			keys[key] = true
			got[key]++
		}
		if len(keys) != 1 {
			t.Errorf("records of several games are together: %v", keys)
		}
	}
	for key := range want {
		if got[key] != want[key] {
			t.Errorf("%s: %d records are together, want %d", key, got[key], want[key])
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d games have several records, want %d", len(got), len(want))
	}
	cut := 0
	for _, n := range want {
		cut += n / 4
	}
	if cut < n/10 {
		t.Errorf("only %d games are long enough to be cut", cut)
	}
}
