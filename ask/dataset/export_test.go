package dataset

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"kifudb/archive"
	"kifudb/archive/archivetest"
	registry "kifudb/game"
	"kifudb/position"
)

// A line is a row of a file: the texts of its values by column, without nulls.
type line map[string]string

// written writes tables of the games that a query finds, all for "", and reads them again.
func written(t *testing.T, v *archive.View, query string) map[string][]line {
	t.Helper()
	dir := t.TempDir()
	write(t, v, query, dir)
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]line{}
	for _, file := range files {
		all[strings.TrimSuffix(filepath.Base(file), ".parquet")] = linesOf(t, file)
	}
	return all
}

func write(t *testing.T, v *archive.View, query, dir string) *Written {
	t.Helper()
	choice := &archive.Choice{Records: true, References: []string{"*"}}
	if query != "" {
		choice.Query = archivetest.Query(t, query)
	}
	chosen, err := v.Choose(t.Context(), choice)
	if err != nil {
		t.Fatal(err)
	}
	w, err := (&Parquet{Dir: dir, Query: choice.Query}).Write(t.Context(), v.Views, chosen.GameSet)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func linesOf(t *testing.T, file string) (list []line) {
	t.Helper()
	opened, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	info, err := opened.Stat()
	if err != nil {
		t.Fatal(err)
	}
	read, err := parquet.OpenFile(opened, info.Size())
	if err != nil {
		t.Fatal(err)
	}
	names := read.Schema().Columns()
	for _, group := range read.RowGroups() {
		rows := group.Rows()
		buffer := make([]parquet.Row, 100)
		for {
			n, err := rows.ReadRows(buffer)
			for _, row := range buffer[:n] {
				l := line{}
				for _, value := range row {
					if !value.IsNull() {
						name := names[value.Column()][0]
						l[name] = fmt.Sprint(value)
						if name == "key" || name == "line" {
							l[name] = fmt.Sprint(value.Uint64())
						}
					}
				}
				list = append(list, l)
			}
			if err != nil {
				break
			}
		}
		if err := rows.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return list
}

// The rows are those of a walk through the nodes of every game, as pages and JSON show them.
func TestRowsOfNodes(t *testing.T) {
	seen := map[string]int{}
	compareNodes(t, archivetest.Collection(t), seen)
	compareNodes(t, ofAllGames(t), seen)
	for _, what := range []string{"captures", "clocks", "evaluations", "losses", "variations", "no key"} {
		if seen[what] == 0 {
			t.Errorf("%s are not compared", what)
		}
	}
}

// ofAllGames returns an archive of several games, with clocks and evaluations.
func ofAllGames(t *testing.T) *archive.View {
	return archivetest.OfFiles(t,
		"(;GM[1]SZ[9]PB[a]PW[b]RE[B+R];B[ee]BL[59.5]WL[60]OB[3]SBKV[55.5]V[1.5];W[ge]WL[50]SBKV[40]V[-3](;B[])(;B[cc]C[here](;W[dd])))",
		"[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n1. e4 { [%eval 0.3] [%clk 0:03:00] } e5 { [%eval 0.2] [%clk 0:02:58] } 2. Nf3 { [%eval -1.3] } ( 2. f4 exf4 ) Nc6 1-0\n",
		"(;GM[2]SZ[8];B[d3];W[c5];B[f6])", "(;GM[4]SZ[15];B[hh];W[ii])", "(;GM[11]SZ[11];B[f6];W[g5])", "(;GM[9];B[c8c6];W[a6b5])",
		"V2.2\nN+a\nN-b\nPI\n+\n+7776FU\nT5\n'** 50\n-3334FU\nT7\n+2726FU\n%TORYO\n", "(;GM[6];B[65o24];W[31x])",
		"(;SZ[62];B[JJ];W[aJ];B[ab])")
}

func compareNodes(t *testing.T, v *archive.View, seen map[string]int) {
	t.Helper()
	got := written(t, v, "")
	want := map[string][]line{}
	add := func(table string, id archive.GameID, of map[string]any) {
		l := line{"archive": "1", "game": fmt.Sprint(id)}
		for name, value := range of {
			if value != nil && value != "" {
				l[name] = fmt.Sprint(value)
			}
		}
		want[table] = append(want[table], l)
	}
	for _, segment := range v.Snapshot().Segments() {
		for _, local := range segment.Live().ToArray() {
			id := segment.Base() + archive.GameID(local)
			tree, err := v.GameTree(id, 0, 0)
			if err != nil {
				t.Fatal(err)
			}
			estimates, err := v.Estimates(id)
			if err != nil {
				t.Fatal(err)
			}
			game, err := v.Game(id)
			if err != nil {
				t.Fatal(err)
			}
			numbers := make([]int, len(tree.Nodes))
			for i := range numbers {
				numbers[i] = i
			}
			nodes, err := v.Nodes(id, numbers)
			if err != nil {
				t.Fatal(err)
			}
			rules := registry.RulesOf(game.Kind())
			for i, n := range tree.Nodes {
				where := map[string]any{"node": n.Node, "move": n.Move, "main": !n.Variation}
				if n.Parent >= 0 {
					where["parent"] = n.Parent
				}
				if step := nodes[i].Step; step != nil {
					of := map[string]any{"key": uint64(step.Position.Canonical())}
					for name, value := range where {
						of[name] = value
					}
					add("positions", id, of)
				} else {
					seen["no key"]++
				}
				if e := estimates[i]; e != nil {
					seen["evaluations"]++
					of := map[string]any{"node": n.Node, "move": n.Move, "main": !n.Variation, "mate": e.Mate, "engine": e.Engine, "source": strings.Join(e.From, " "), "beside": e.Beside, "own": e.Own, "unclear": e.Unclear}
					numberIn(of, "black_chance", e.Black)
					numberIn(of, "lead", e.Lead)
					if e.Visits > 0 {
						of["visits"] = e.Visits
					}
					if len(e.Best) > 0 {
						of["best"] = e.Best[0]
					}
					add("evaluations", id, of)
				}
				if n.Color == "" {
					continue
				}
				of := where
				of["color"], of["point"], of["called"] = n.Color, n.Point, n.Called
				if x, y, ok := archive.Coordinates(n.Point); ok {
					if _, notation := game.Kind().(registry.MoveReader); !notation {
						of["x"], of["y"] = x, y
					}
				}
				if rules != nil {
					of["called"] = rules.PointName(segment.Facts(int(local)).Size, nodes[i].Step.Move.Point)
					if !rules.Keep {
						before, after := nodes[n.Parent].Goban(), nodes[i].Goban()
						of["captured"] = after.Captured(position.Black) + after.Captured(position.White) - before.Captured(position.Black) - before.Captured(position.White)
						if of["captured"] != 0 {
							seen["captures"]++
						}
					}
				}
				if c := n.Clock; c != nil {
					seen["clocks"]++
					numberIn(of, "seconds_used", c.Used)
					left, moves := c.BlackLeft, c.BlackMoves
					if n.Color == "W" {
						left, moves = c.WhiteLeft, c.WhiteMoves
					}
					numberIn(of, "seconds_left", left)
					if moves != nil {
						of["moves_left"] = *moves
					}
				}
				if n.Variation {
					seen["variations"]++
				}
				if l := n.Loss; l != nil {
					seen["losses"]++
					numberIn(of, "loss", l.Points)
					numberIn(of, "loss_percent", l.Percent)
					numberIn(of, "accuracy", l.Accuracy)
					of["choice"] = l.Choice
				}
				add("moves", id, of)
			}
		}
	}
	for _, table := range []string{"moves", "positions", "evaluations"} {
		if diff := cmp.Diff(want[table], got[table]); diff != "" {
			t.Errorf("%s: %s", table, diff)
		}
	}
}

func numberIn(of map[string]any, name string, x *float64) {
	if x != nil {
		of[name] = *x
	}
}

// The texts at nodes are those that the page of a node shows.
func TestRowsOfComments(t *testing.T) {
	v := archivetest.Collection(t)
	var got, want []string
	for _, l := range written(t, v, "")["comments"] {
		got = append(got, l["game"]+"@n"+l["node"]+" "+l["property"]+" "+l["text"])
	}
	for id := range eachGame(v) {
		tree, err := v.GameTree(id, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		numbers := make([]int, len(tree.Nodes))
		for i := range numbers {
			numbers[i] = i
		}
		nodes, err := v.Nodes(id, numbers)
		if err != nil {
			t.Fatal(err)
		}
		for i, n := range nodes {
			for _, text := range n.Texts {
				if strings.TrimSpace(text.Text) != "" {
					want = append(want, fmt.Sprintf("%d@n%d %s %s", id, i, text.Property, text.Text))
				}
			}
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" || len(want) == 0 {
		t.Errorf("%d texts: %s", len(want), diff)
	}
}

func eachGame(v *archive.View) func(func(archive.GameID) bool) {
	return func(yield func(archive.GameID) bool) {
		for _, segment := range v.Snapshot().Segments() {
			for _, local := range segment.Live().ToArray() {
				if !yield(segment.Base() + archive.GameID(local)) {
					return
				}
			}
		}
	}
}

// Facts that are not known are null, and zeros that are known are zeros.
func TestRowsOfGames(t *testing.T) {
	v := archivetest.Of(t,
		"(;SZ[19]PB[Dosaku]BR[9d]PW[Shusaku]WR[4p]DT[1977]RE[B+2.5]KM[0]EV[Honinbo];B[aa])",
		"(;SZ[9]RE[W+R]BR[3k])", "(;DT[1977-03-05]RE[Draw];B[])")
	lines := written(t, v, "")["games"]
	for i := range lines {
		for _, name := range []string{"digest", "line", "file", "charset"} {
			if lines[i][name] == "" {
				t.Errorf("game %d has no %s", i+1, name)
			}
			delete(lines[i], name)
		}
	}
	common := line{"archive": "1", "kind": "go", "width": "19", "height": "19", "handicap": "0", "moves": "0", "nodes": "1", "variations": "false", "commented": "false", "setup": "false", "problems": "false", "corrected": "false", "preferred": "true", "date_unsure": "false", "result_unsure": "false"}
	with := func(of line) line {
		l := line{}
		for _, from := range []line{common, of} {
			for name, value := range from {
				l[name] = value
			}
		}
		return l
	}
	want := []line{
		with(line{
			"game": "1", "same_game": "1", "black": "Dosaku", "black_rank": "9d", "black_strength": "9", "white": "Shusaku", "white_rank": "4p", "white_strength": "104",
			"date": "1977", "date_from": "2557", "date_to": "2921", "result": "B+2.5", "winner": "black", "ending": "points", "margin": "2.5", "komi": "0", "event": "Honinbo", "moves": "1", "nodes": "2",
		}),
		with(line{"game": "2", "same_game": "2", "width": "9", "height": "9", "black_rank": "3k", "black_strength": "-3", "result": "W+R", "winner": "white", "ending": "resign"}),
		with(line{"game": "3", "same_game": "3", "date": "1977-03-05", "date_from": "2620", "date_to": "2620", "result": "Draw", "winner": "draw", "moves": "1", "nodes": "2"}),
	}
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Error(diff)
	}
}

// Days before Christ count on without a gap.
func TestDays(t *testing.T) {
	for date, want := range map[int32]string{19700101: "0", 19700102: "1", 101: "-719528", -10000 + 1231: "-719529", 0: "<null>"} {
		if got := fmt.Sprint(day(date)); got != want {
			t.Errorf("%d is day %s, want %s", date, got, want)
		}
	}
}

// Every value of info is there.
func TestRowsOfInfo(t *testing.T) {
	v := archivetest.Collection(t)
	var got, want []string
	for _, l := range written(t, v, "")["info"] {
		got = append(got, l["game"]+" "+l["property"]+" "+l["text"])
	}
	for id := range eachGame(v) {
		nodes, err := v.Nodes(id, []int{0})
		if err != nil {
			t.Fatal(err)
		}
		for _, value := range nodes[0].Info {
			want = append(want, fmt.Sprintf("%d %s %s", id, value.Property, value.Text))
		}
	}
	have := map[string]bool{}
	for _, l := range got {
		have[l] = true
	}
	for _, l := range want {
		if !have[l] {
			t.Errorf("missing: %s", l)
		}
	}
	if len(want) == 0 {
		t.Error("there are no values")
	}
}

// The hits and continuations are those that a search shows.
func TestRowsOfHits(t *testing.T) {
	for _, query := range []string{`pos:"R16 D17 Q3"`, `pat:"X.|.O" game:go`, `C:ladder`, `pos:start game:chess`} {
		v := archivetest.Collection(t)
		if strings.Contains(query, "chess") {
			v = ofAllGames(t)
		}
		var wantHits, wantNext, gotHits, gotNext []string
		page, err := v.Search(t.Context(), &archive.Search{Query: archivetest.Query(t, query), Records: true})
		if err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		for _, g := range page.Games {
			for n, h := range g.Hits {
				symmetry, swapped := "", ""
				if h.Symmetry != nil {
					symmetry, swapped = fmt.Sprint(*h.Symmetry), fmt.Sprint(h.Swapped)
				}
				wantHits = append(wantHits, fmt.Sprintf("%d %d %d %d %s %s %s %s", g.ID, n, h.Node, h.Move, symmetry, swapped, h.Property, h.Text))
				for i, next := range h.Next {
					winner := g.Segment().Facts(g.Local()).Winner
					score := map[string]string{"1true": "1", "1false": "0", "2true": "0", "2false": "1", "3true": "0.5", "3false": "0.5"}[fmt.Sprintf("%d%v", winner, (next.Color == "B") != h.Swapped)]
					wantNext = append(wantNext, fmt.Sprintf("%d %d %d %s %s %v %s", g.ID, n, i, next.Color, next.Point, next.Tenuki, score))
				}
			}
		}
		tables := written(t, v, query)
		for _, l := range tables["hits"] {
			gotHits = append(gotHits, fmt.Sprintf("%s %s %s %s %s %s %s %s", l["game"], l["hit"], l["node"], l["move"], l["symmetry"], l["swapped"], l["property"], l["text"]))
		}
		for _, l := range tables["continuations"] {
			gotNext = append(gotNext, fmt.Sprintf("%s %s %s %s %s %s %s", l["game"], l["hit"], l["branch"], l["color"], l["point"], l["tenuki"], l["score"]))
		}
		if diff := cmp.Diff(wantHits, gotHits); diff != "" || len(wantHits) == 0 {
			t.Errorf("%s: %d hits: %s", query, len(wantHits), diff)
		}
		if diff := cmp.Diff(wantNext, gotNext); diff != "" {
			t.Errorf("%s: continuations: %s", query, diff)
		}
	}
}

// An archive gives the same bytes again, and files that are there stay.
func TestSameBytes(t *testing.T) {
	v := archivetest.Collection(t)
	a, b := t.TempDir(), t.TempDir()
	one := write(t, v, `C:ladder`, a)
	write(t, v, `C:ladder`, b)
	for _, table := range one.Tables {
		if !slices.Equal(read(t, a, table.Name), read(t, b, table.Name)) {
			t.Errorf("%s differs", table.Name)
		}
		if int64(len(read(t, a, table.Name))) != table.Bytes {
			t.Errorf("%s has other bytes than it says", table.Name)
		}
		if rows := len(linesOf(t, filepath.Join(a, table.Name+".parquet"))); int64(rows) != table.Rows {
			t.Errorf("%s has %d rows, and %d written", table.Name, rows, table.Rows)
		}
	}
	if len(one.Tables) != len(Tables()) {
		t.Errorf("%d of %d tables are written", len(one.Tables), len(Tables()))
	}
	before := read(t, a, "games")
	_, err := (&Parquet{Dir: a, Tables: []string{"tags", "games"}}).Write(t.Context(), v.Views, v.NoGames())
	if !errors.Is(err, archive.ErrExists) || !slices.Equal(before, read(t, a, "games")) {
		t.Errorf("an existing file gave %v", err)
	}
	if _, err := (&Parquet{Dir: a, Tables: []string{"games"}, Replace: true}).Write(t.Context(), v.Views, v.NoGames()); err != nil {
		t.Error(err)
	}
	if rows := linesOf(t, filepath.Join(a, "games.parquet")); len(rows) != 0 {
		t.Errorf("no games have %d rows", len(rows))
	}
}

func read(t *testing.T, dir, table string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, table+".parquet"))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// What is stopped leaves no file.
func TestStopped(t *testing.T) {
	v := archivetest.Collection(t)
	chosen, err := v.Choose(t.Context(), &archive.Choice{References: []string{"*"}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	dir := t.TempDir()
	p := &Parquet{Dir: dir, Report: func(p archive.JobProgress) {
		if p.Done == 3 {
			stop()
		}
	}}
	if _, err := p.Write(ctx, v.Views, chosen.GameSet); !errors.Is(err, context.Canceled) {
		t.Errorf("stopping gave %v", err)
	}
	if files, _ := os.ReadDir(dir); len(files) > 0 {
		t.Errorf("%s is left", files[0].Name())
	}
}

// Wrong names of tables are refused.
func TestTableNames(t *testing.T) {
	for _, names := range [][]string{{"game"}, {"games", "games"}} {
		if _, ok := errors.AsType[*archive.RequestError]((&Parquet{Tables: names}).Check()); !ok {
			t.Errorf("%v are accepted", names)
		}
	}
}

// Row groups end in the middle of a segment, too.
func TestRowGroups(t *testing.T) {
	var b strings.Builder
	s := newSheet(&commentTable, &b)
	row := nodeRow{archive: 1, text: strings.Repeat("a", groupText/4)}
	for i := range 10 {
		row.id = archive.GameID(i)
		s.add(&row)
	}
	if err := s.end(); err != nil {
		t.Fatal(err)
	}
	read, err := parquet.OpenFile(strings.NewReader(b.String()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(read.RowGroups()); n != 3 || read.NumRows() != 10 {
		t.Errorf("%d rows are in %d groups", read.NumRows(), n)
	}
}
