package record_test

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/game"
	"kifudb/game/record"
	"kifudb/position"
	"kifudb/sgfread"
	"kifudb/testdata"
)

// one reads the only record of a text.
func one(t *testing.T, text string) *record.Record {
	t.Helper()
	records, err := record.Read([]byte(text), nil)
	if err != nil || len(records) != 1 {
		t.Fatalf("%s: %d records, %v", text, len(records), err)
	}
	return records[0]
}

func TestRead(t *testing.T) {
	r := one(t, "(;SZ[9]AB[cc:dd]AE[ee]PL[W];W[gg](;B[gc];W[])(;B[cg]))")
	var b position.ScriptBuilder
	b.Node()
	for _, p := range []position.Point{position.At(2, 2), position.At(3, 2), position.At(2, 3), position.At(3, 3)} {
		b.Add(position.Black, p)
	}
	b.Add(position.Empty, position.At(4, 4))
	b.ToPlay(position.White)
	b.Node()
	b.Move(position.Move{Color: position.White, Point: position.At(6, 6)})
	b.Open()
	b.Move(position.Move{Color: position.Black, Point: position.At(6, 2)})
	b.Node()
	b.Move(position.Move{Color: position.White, Point: position.Pass})
	b.Close()
	b.Open()
	b.Move(position.Move{Color: position.Black, Point: position.At(2, 6)})
	if diff := cmp.Diff(b.Script(), r.Script); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if r.Game != game.Default() || r.Size != position.Square(9) || r.Nodes != 5 || len(r.Problems) != 0 {
		t.Errorf("%+v", r)
	}
}

// Games whose moves are not points, moves by the names of points, and what cannot
// be read.
func TestReadOtherGames(t *testing.T) {
	for _, c := range []struct {
		text, end, problem string
	}{
		{"(;GM[8];B[7g7f];W[3c3d])", "sfen lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 1", ""},
		{"(;GM[8]SFEN[4k4/9/9/9/9/9/9/9/4K4 w G 1];W[5a5b])", "sfen 9/4k4/9/9/9/9/9/9/4K4 b G 1", ""},
		{"(;GM[8];B[xx])", "", record.BadMove},
		{"(;GM[2]AB[d4][e5]AW[d5][e4]PL[W];W[c4])", "--------------------------OOO------OX--------------------------- X", ""},
		{"(;GM[4]SZ[15];B[hh];W[i8])", "GM[4]SZ[15]AB[hh]AW[ih]", ""},
		{"(;GM[4]SZ[15];B[zz9])", "GM[4]SZ[15]", record.BadMove},
		{"(;GM[11]SZ[5]AB[a1]AW[b2:c2];B[c1];W[a5])", "GM[11]SZ[5]AB[aa][ca]AW[bb][cb][ae]", ""},
		{"(;GM[11]SZ[5]AB[z9];B[C1];W[db])", "GM[11]SZ[5]AB[ca]AW[db]", record.BadMove},
		// Who moves next tells what was swapped: the stone, or the colors.
		{"(;GM[11]SZ[5];B[c1];W[swap-pieces];B[d4])", "GM[11]SZ[5]AB[dd]AW[ac]", ""},
		{"(;GM[11]SZ[5];B[c1];W[swap-pieces])", "GM[11]SZ[5]AW[ac]", ""},
		{"(;GM[11]SZ[5];B[c1];W[swap-pieces];W[d4])", "GM[11]SZ[5]AB[ca]AW[dd]", ""},
		{"(;GM[11]SZ[5];B[c1];W[SWAP];C[why not]W[dd];B[resign])", "GM[11]SZ[5]AB[ca]AW[dd]", ""},
		{"(;GM[11]SZ[5];B[c1];W[swap-sides];W[d4])", "GM[11]SZ[5]AB[ca]AW[dd]", ""},
		{"(;GM[11]SZ[5];B[c1](;W[swap](;B[d4])(;B[e5]))(;W[a1]))", "GM[11]SZ[5]AB[dd]AW[ac]", ""},
		{"(;GM[11]SZ[5];B[swap-pieces];W[a1])", "GM[11]SZ[5]AW[aa]", record.BadMove},
		{"(;GM[11]SZ[3:5];B[c1];W[swap-pieces])", "GM[11]SZ[3:5]AW[ac]", ""},
		{"(;GM[11]SZ[3:5];B[a5];W[swap-pieces])", "GM[11]SZ[3:5]AB[ae]", record.BadMove},
		// Little Golem: no GM, and W is the first player, who joins top and bottom.
		{"(;FF[4]EV[hex.ch.1]SZ[5]RE[B];W[ac];B[swap];W[dd])", "GM[11]SZ[5]AB[dd]AW[ca]", ""},
		{"(;FF[4]EV[null]SO[https://www.littlegolem.net]SZ[5]RE[B];W[ac];B[dd];W[resign])", "GM[11]SZ[5]AB[ac]AW[dd]", ""},
		{"(;GM[11]SZ[5]AB[dd][z9][a1])", "GM[11]SZ[5]AB[aa][dd]", record.BadMove},
		{"(;GM[11]SZ[5];B[c1](;W[swap])(;W[a1](;B[b2])(;B[b3]))(;W[swap];W[d4]))", "GM[11]SZ[5]AW[ac]", ""},
		// A number that no game has, and one that is none, are Go's; a name is a game's.
		{"(;GM[0]SZ[9];B[aa])", "SZ[9]AB[aa]", ""},
		{"(;GM[-2]SZ[9];B[aa])", "SZ[9]AB[aa]", ""},
		{"(;GM[Gomoku]SZ[15];B[hh])", "GM[4]SZ[15]AB[hh]", sgfread.BadGame.String()},
		// Each variation may have information of its own: it is one of several games.
		{"(;SZ[9](;PB[x];B[aa])(;PB[y];B[bb]))", "SZ[9]AB[aa]", ""},
		{"(;SZ[9];B[a?])", "SZ[9]", sgfread.BadPoint.String()},
		{"(;SZ[9];B[jj])", "SZ[9]", sgfread.OffBoard.String()},
	} {
		r := one(t, c.text)
		codes := ""
		for _, p := range r.Problems {
			if p.Severity() > sgfread.Note {
				codes += p.Code
			}
		}
		if codes != c.problem {
			t.Errorf("%s: problems %q, want %q", c.text, codes, c.problem)
		}
		if c.end == "" {
			continue
		}
		if end, err := r.End(); err != nil || end.Text() != c.end {
			t.Errorf("%s: ends with %v, %v; want %s", c.text, end, err, c.end)
		}
	}
}

// Nothing of a record goes over to the next one in a text.
func TestRecordsOfATextAreApart(t *testing.T) {
	texts := []string{
		"(;GM[2]AB[d4][e5]AW[d5][e4]PL[B];B[c5])", "(;SZ[9]AB[cc][dd])", "(;GM[11]SZ[5];B[c1](;W[a1])(;W[swap-pieces]))", "(;SZ[9];B[aa])",
		"(;GM[8];B[7g7f])", "(;B[aa](;W[bb])(;W[cc]))", "(;GM[4]SZ[15]AB[hh];W[i8])", "(;W[aa];B[bb])", "(;FF[4]EV[hex.ch.1]SZ[5]RE[B];W[ac])", "(;SZ[9]PB[x];B[cc]HA[2];W[ss])",
	}
	all, err := record.Read([]byte(strings.Join(texts, "\n")), nil)
	if err != nil || len(all) != len(texts) {
		t.Fatalf("%d records, %v", len(all), err)
	}
	for i, text := range texts {
		alone := one(t, text)
		var codes [2]string // of problems
		for side, r := range []*record.Record{alone, all[i]} {
			for _, p := range r.Problems {
				codes[side] += p.Code + " "
			}
			r.Problems = nil
		}
		if codes[0] != codes[1] {
			t.Errorf("%s has the problems %s, among others %s", text, codes[0], codes[1])
		}
		if diff := cmp.Diff(alone, all[i], cmp.Comparer(func(a, b game.Game) bool { return a.About().Number == b.About().Number })); diff != "" {
			t.Errorf("%s (-alone +among others):\n%s", text, diff)
		}
	}
}

// In each variation a swap exchanges the stone that was played before the variation
// began, whatever was played in those before it.
func TestSwapInEachVariation(t *testing.T) {
	r := one(t, "(;GM[11]SZ[5];B[c1](;W[a1](;B[b2];W[b3])(;B[e5]))(;W[swap])(;W[swap];B[d4]))")
	steps, err := r.Steps()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for s := range steps {
		got = append(got, s.Position.Text())
	}
	want := []string{"GM[11]SZ[5]AB[ca]", "GM[11]SZ[5]AB[ca]AW[aa]", "GM[11]SZ[5]AB[ca][bb]AW[aa]", "GM[11]SZ[5]AB[ca][bb]AW[aa][bc]",
		"GM[11]SZ[5]AB[ca][ee]AW[aa]", "GM[11]SZ[5]AW[ac]", "GM[11]SZ[5]AW[ac]", "GM[11]SZ[5]AB[dd]AW[ac]"}
	if diff := cmp.Diff(want, got[1:]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A problem says where in the text it is, also within a run of plain moves and in a
// tree behind others, and shows the value, of a long one its beginning.
func TestProblemsHavePlaces(t *testing.T) {
	text := "(;SZ[9];B[aa])(;GM[8];B[7g7f];W[aa];B[bb];W[" + strings.Repeat("c", 20) + "];B[" + strings.Repeat("d", 21) + "])"
	records, err := record.Read([]byte(text), nil)
	if err != nil || len(records) != 2 || len(records[0].Problems) != 0 {
		t.Fatalf("%d records, %v", len(records), err)
	}
	var places []string
	for _, p := range records[1].Problems {
		if p.Code == record.BadMove {
			_, shown, _ := strings.Cut(p.Error(), `"`)
			places = append(places, text[p.Offset:][:6]+" as "+shown)
		}
	}
	want := []string{
		`;W[aa] as aa"; left out`, `;B[bb] as bb"; left out`,
		`W[cccc as ` + strings.Repeat("c", 20) + `"; left out`, `B[dddd as ` + strings.Repeat("d", 20) + `"...; left out`,
	}
	if diff := cmp.Diff(want, places); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Of a game whose moves nobody can read, different moves are told from each other.
func TestMovesOfUnknownGames(t *testing.T) {
	a, b := one(t, "(;GM[6];B[21];W[52])").Script, one(t, "(;GM[6];B[21];W[31])").Script
	if cmp.Equal(a, b) || !cmp.Equal(a, one(t, "(;GM[6];B[21];W[52])").Script) {
		t.Errorf("%v and %v", a, b)
	}
}

// Of a game in which nobody may pass at will a pass only says whose turn it is.
func TestPassesThatAreNoMoves(t *testing.T) {
	passed, said := one(t, "(;GM[2];B[f5];W[pass];B[c4])").Script, one(t, "(;GM[2];B[f5];PL[B];B[c4])").Script
	if diff := cmp.Diff(said, passed); diff != "" {
		t.Errorf("(-whose turn it is +a pass):\n%s", diff)
	}
}

// Stones of a handicap are black ones before the first move; all others are other setup.
func TestSetupBeforeAndAfterMoves(t *testing.T) {
	var b record.Builder // as importing does, it reads one record after the other
	for text, want := range map[string][2]bool{
		"(;B[aa])": {}, "(;W[aa];B[bb])": {}, "(;AB[aa][bb];W[cc])": {true, false}, "(;AW[aa];W[cc])": {false, true},
		"(;AB[aa]AE[bb])": {true, true}, "(;B[aa];AB[bb])": {false, true}, "(;AB[aa];W[bb];AB[cc])": {true, true},
	} {
		trees, err := sgfread.Parse([]byte(text), nil)
		if err != nil {
			t.Fatal(err)
		}
		b.Reset(len(text))
		b.Open()
		if err := trees[0].Walk(nodes{&b}, nil); err != nil {
			t.Fatal(err)
		}
		if black, other := b.Setup(); [2]bool{black, other} != want {
			t.Errorf("%s: %v %v", text, black, other)
		}
	}
}

// nodes gives the nodes of a tree to a Builder.
type nodes struct{ *record.Builder }

func (nodes) Open(int64)  {}
func (nodes) Close(int64) {}

func (n nodes) Node(node *sgfread.Node) {
	n.Begin(node)
	for p := range node.Properties() {
		n.Property(p)
	}
}

// The errors are those that the comments name.
func TestErrors(t *testing.T) {
	if _, err := one(t, "(;GM[6];B[x])").Steps(); !errors.Is(err, game.ErrNoRules) {
		t.Errorf("a game without rules: %v", err)
	}
	if _, err := one(t, "(;GM[8]SFEN[rubbish];B[7g7f])").End(); err == nil || errors.Is(err, game.ErrNoRules) {
		t.Errorf("a start that cannot be read: %v", err)
	}
	records, err := record.Read([]byte("(;B[aa])(;B[bb"), &sgfread.Options{Strict: true})
	var p sgfread.Problem
	if !errors.As(err, &p) || len(records) == 0 {
		t.Errorf("strict: %d records, %v", len(records), err)
	}
	told := 0
	if _, err := record.Read([]byte("junk(;B[aa])"), &sgfread.Options{Problem: func(sgfread.Problem) { told++ }}); err != nil || told == 0 {
		t.Errorf("text between trees: told of %d problems, %v", told, err)
	}
}

// AB[aa:ss] is 361 stones of nine bytes: what is left out is said.
func TestTooMuchSetup(t *testing.T) {
	text := "(;" + strings.Repeat("AB[aa:ss]", 4000) + ")"
	r := one(t, text)
	for _, p := range r.Problems {
		if p.Code == record.TooMuch {
			return
		}
	}
	t.Errorf("%d words in the script, and no problem with the code %s", len(r.Script), record.TooMuch)
}

// A tree gives the record that its text gives, also one that was changed, and steps
// have the numbers of the tree's nodes.
func TestOf(t *testing.T) {
	trees := 0
	err := fs.WalkDir(testdata.Collection(), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".sgf") {
			return err
		}
		text, err := fs.ReadFile(testdata.Collection(), path)
		if err != nil {
			return err
		}
		return same(text, func() { trees++ })
	})
	if err != nil {
		t.Error(err)
	}
	if trees < 50 {
		t.Errorf("only %d trees were compared", trees)
	}

	tree := sgfread.NewTree()
	tree.Set(0, "SZ", []byte("9"))
	tree.Set(tree.Add(0), "B", []byte("cc"))
	tree.Set(tree.Add(0), "B", []byte(position.At(6, 6).String()))
	if diff := cmp.Diff(one(t, "(;SZ[9](;B[cc])(;B[gg]))").Script, record.Of(tree).Script); diff != "" {
		t.Errorf("a tree made by hand (-want +got):\n%s", diff)
	}
}

// same compares the records of a text with those of its trees.
func same(text []byte, each func()) error {
	records, err := record.Read(text, nil)
	if err != nil {
		return err
	}
	trees, err := sgfread.Parse(text, nil)
	if err != nil {
		return err
	}
	if len(records) != len(trees) {
		return fmt.Errorf("%d records of %d trees", len(records), len(trees))
	}
	for i, tree := range trees {
		of, read := record.Of(tree), records[i]
		of.Problems, read.Problems = nil, nil
		if diff := cmp.Diff(read, of, cmp.Comparer(func(a, b game.Game) bool { return a.About().Number == b.About().Number })); diff != "" {
			return fmt.Errorf("tree %d (-text +tree):\n%s", i, diff)
		}
		nodes := 0
		for range tree.All() {
			nodes++
		}
		if of.Nodes != nodes {
			return fmt.Errorf("tree %d: %d nodes, want %d", i, of.Nodes, nodes)
		}
		each()
	}
	return nil
}

func FuzzOf(f *testing.F) {
	for _, text := range []string{
		"(;SZ[9]AB[cc:dd];W[gg](;B[gc])(;B[cg]))", "(;GM[8];B[7g7f])", ";B[aa];W[bb", "(;GM[4];B[h8])(;)", "(((;B[aa]))", "(;SZ[200];B[])", "x(;GM[x]",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if err := same(text, func() {}); err != nil {
			t.Error(err)
		}
		records, _ := record.Read(text, nil)
		for _, r := range records {
			if end, err := r.End(); err == nil && end == nil {
				t.Error("a position that is nil")
			}
		}
	})
}

// Some programs name the points of Go's board: they are read, with their columns,
// of which none is I. What is no name either is left out, as before.
func TestNamedPointsOfGo(t *testing.T) {
	named := one(t, "(;SZ[19]AB[D4:E5][Q16];B[R16];W[ d17 ];B[J1];W[pass];B[I5];W[U1];B[c20];W[T19])")
	plain := one(t, "(;SZ[19]AB[do:ep][pd];B[qd];W[dc];B[is];W[];;;;W[sa])")
	end := func(s position.Script) string {
		var r position.Replayer
		r.Start(position.Square(19), s)
		for r.Next() != position.End {
		}
		return r.Board().String()
	}
	if got, want := end(named.Script), end(plain.Script); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Points and sizes have the same numbers in both packages.
func TestPoints(t *testing.T) {
	size := position.Size(sgfread.Size{Cols: 52, Rows: 51})
	for y := range size.Rows {
		for x := range size.Cols {
			p := position.At(x, y)
			q, ok := sgfread.ParsePoint([]byte(p.String()))
			if !ok || position.At(q.XY()) != p || q.String() != p.String() {
				t.Fatalf("%v is %v", p, q)
			}
		}
	}
}
