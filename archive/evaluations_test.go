package archive

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"kifudb/archive/objects"
	"kifudb/game/estimate"
	"kifudb/position"
	"kifudb/query"
)

// Games of 60 moves at random places, of which the first two begin alike, the third has a handicap and the
// fourth another komi, nodes without moves and a variation.
func analysedRecords() []string {
	moves := func(seed, n int) (list []string) {
		color := "B"
		for i := range n {
			k := (i*i*7 + i*3 + seed*31*i) % 361
			list = append(list, fmt.Sprintf(";%s[%c%c]", color, 'a'+k%19, 'a'+k/19))
			color = map[string]string{"B": "W", "W": "B"}[color]
		}
		return list
	}
	first := moves(1, 60)
	second := append(slices.Clone(first[:30]), moves(2, 60)[30:]...)
	return []string{
		"(;GM[1]SZ[19]KM[6.5]PB[Ada]PW[Bo]" + strings.Join(first, "") + ")",
		"(;GM[1]SZ[19]KM[6.5]PB[Ada]PW[Cy]" + strings.Join(second, "") + ")",
		"(;GM[1]SZ[19]KM[0.5]HA[2]AB[dd][pp];C[hello];W[qd];B[dp];W[jj]C[mid];B[aa];W[bb])",
		"(;GM[1]SZ[19]KM[7.5]SBKV[50];B[qd]SBKV[40];W[dd]SBKV[55](;B[pp]SBKV[70];W[dp]SBKV[20])(;B[pq]SBKV[10]))",
		"(;GM[1]SZ[9];B[ee])",
	}
}

// blackLead is what the engine of the tests thinks of a position: a function of the game and the turn.
func blackLead(id GameID, turn int) float64 {
	return math.Round(100*(float64(id)-2+9*math.Sin(float64(turn)*float64(id)*1.3))) / 100
}

func blackChance(lead float64) float64 { return math.Round(1e4/(1+math.Exp(-lead/6))) / 1e4 }

// analysis writes what 'katago analysis' would have been asked and have answered about games, in a view.
func analysis(t *testing.T, v *View, view string, state bool, ids ...GameID) string {
	t.Helper()
	var b strings.Builder
	for _, id := range ids {
		g, local, _ := v.snapshot.Segment(id)
		script, err := g.Script(local)
		if err != nil {
			t.Fatal(err)
		}
		facts := g.Facts(local)
		l := lineOf(script)
		pairs := func(n int, at func(int) (position.Color, position.Point)) string {
			var list []string
			for i := range n {
				color, p := at(i)
				list = append(list, fmt.Sprintf("[%q,%q]", color.Letter(), facts.Size.Name(p)))
			}
			return "[" + strings.Join(list, ",") + "]"
		}
		var turns []int
		for turn := range len(l.moves) + 1 {
			turns = append(turns, turn)
		}
		settings := ""
		if state {
			settings = fmt.Sprintf(`,"overrideSettings":{"reportAnalysisWinratesAs":%q}`, map[string]string{"black": "BLACK", "white": "WHITE", "mover": "SIDETOMOVE"}[view])
		}
		fmt.Fprintf(&b, `{"id":"g%d","boardXSize":%d,"boardYSize":%d,"komi":%v,"rules":"japanese","moves":%s,"initialStones":%s,"analyzeTurns":%s%s}`+"\n", id, facts.Size.Cols, facts.Size.Rows, float64(facts.Komi)/100,
			pairs(len(l.moves), func(i int) (position.Color, position.Point) { return l.moves[i].Color, l.moves[i].Point }),
			pairs(len(l.stones), func(i int) (position.Color, position.Point) { return l.stones[i].Color, l.stones[i].Point }), strings.ReplaceAll(fmt.Sprint(turns), " ", ","), settings)
		for turn := len(l.moves); turn >= 0; turn-- { // in another order
			lead := blackLead(id, turn)
			chance := blackChance(lead)
			if view == "white" || view == "mover" && l.toMove(turn) == position.White {
				lead, chance = -lead, 1-chance
			}
			best := "A1"
			if turn%3 == 0 && turn < len(l.moves) {
				best = facts.Size.Name(l.moves[turn].Point)
			}
			fmt.Fprintf(&b, `{"id":"g%d","turnNumber":%d,"isDuringSearch":false,"moveInfos":[{"move":"T19","order":1},{"move":%q,"order":0}],"rootInfo":{"scoreLead":%v,"winrate":%.4f,"visits":%d}}`+"\n", id, turn, best, lead, chance, 100+turn)
		}
	}
	return b.String()
}

func file(t *testing.T, text string) string {
	name := filepath.Join(t.TempDir(), "analysis.jsonl")
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// again returns a new view of the archive.
func again(t *testing.T, v *View) *View {
	t.Helper()
	after, err := v.archive.View()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { after.Close() })
	return after
}

func take(t *testing.T, v *View, o TakeEvaluations) (*EvaluationsTaken, *View) {
	t.Helper()
	taken, err := v.TakeEvaluations(t.Context(), &o)
	if err != nil {
		t.Fatal(err)
	}
	return taken, again(t, v)
}

// found returns the games and moves that a query finds.
func found(t *testing.T, v *View, text string) (list []string) {
	t.Helper()
	q, err := query.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	page, err := v.Search(t.Context(), &Search{Query: q, Records: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range page.Games {
		for _, h := range g.Hits {
			list = append(list, fmt.Sprintf("%d@%d", g.ID, h.Move))
		}
	}
	return list
}

// What is found, by each view of the values, is what a naive computation finds from the function of the engine.
func TestEvaluationsByNode(t *testing.T) {
	for _, view := range []string{"black", "white", "mover"} {
		for _, state := range []bool{false, true} {
			v := archiveOf(t, analysedRecords()...)
			o := TakeEvaluations{Files: []string{file(t, analysis(t, v, view, state, 1, 2, 3))}}
			if !state {
				o.View = view
			}
			taken, after := take(t, v, o)
			// The root of the third game is two nodes.
			if taken.Games != 3 || taken.Positions != 61+61+7 || taken.Unclear != 0 || !taken.Whole() {
				t.Fatalf("%s: %+v", view, taken)
			}
			var loss, swing, eval []string
			for id := GameID(1); id <= 3; id++ {
				g, local, _ := after.snapshot.Segment(id)
				script, _ := g.Script(local)
				l := lineOf(script)
				for turn := 1; turn <= len(l.moves); turn++ {
					lost := blackLead(id, turn-1) - blackLead(id, turn)
					if l.moves[turn-1].Color == position.White {
						lost = -lost
					}
					if math.Round(lost*100) > 500 {
						loss = append(loss, fmt.Sprintf("%d@%d", id, turn))
					}
					if math.Abs(math.Round(1e4*(blackChance(blackLead(id, turn-1))-blackChance(blackLead(id, turn))))) > 3000 {
						swing = append(swing, fmt.Sprintf("%d@%d", id, turn))
					}
				}
				for node, e := range mustEstimates(t, after, id) {
					turn := node
					if id == 3 {
						turn = max(node-1, 0)
					}
					if e == nil || *e.Lead != blackLead(id, turn) || *e.Black != blackChance(blackLead(id, turn)) || e.Visits != 100+turn || !e.Beside || e.From[0] != "analysis.jsonl" || e.Engine != "KataGo" || e.Unclear {
						t.Fatalf("%s: game %d, node %d: %+v", view, id, node, e)
					}
					if *e.Lead > 6 {
						eval = append(eval, fmt.Sprintf("%d@%d", id, turn))
					}
				}
			}
			for text, want := range map[string][]string{"loss:>5": loss, "swing:>30 id:1..3": swing, "eval:>6": slices.Compact(eval)} {
				if got := slices.Compact(found(t, after, text)); len(want) < 5 || !slices.Equal(got, want) {
					t.Errorf("%s, %s: got %v, want %v", view, text, got, want)
				}
			}
			if got := found(t, after, "agree:yes"); len(got) != 20+20+2 {
				t.Errorf("agree:yes finds %v", got)
			}
			tree, err := after.GameTree(3, 2, 2)
			if err != nil || *tree.Nodes[0].Estimate.Lead != blackLead(3, 1) || *tree.Nodes[1].Estimate.Lead != blackLead(3, 2) {
				t.Errorf("the tree: %+v, %v", tree, err)
			}
			nodes, err := after.Nodes(1, []int{7})
			if err != nil || *nodes[0].Estimate.Lead != blackLead(1, 7) {
				t.Errorf("the node: %+v, %v", nodes, err)
			}
			if checked, err := after.archive.Check(t.Context(), &Check{}); err != nil || len(checked.Faults) > 0 {
				t.Errorf("check: %+v, %v", checked, err)
			}
		}
	}
}

func mustEstimates(t *testing.T, v *View, id GameID) []*Estimate {
	t.Helper()
	list, err := v.Estimates(id)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// Without a view the values are unclear: nothing is compared, and nothing of the record is hidden.
func TestEvaluationsUnclear(t *testing.T) {
	v := archiveOf(t, analysedRecords()...)
	taken, after := take(t, v, TakeEvaluations{Files: []string{file(t, analysis(t, v, "mover", false, 1, 4))}})
	if taken.Games != 2 || taken.Unclear != taken.Positions || taken.Sources[0].View != "unknown" {
		t.Errorf("%+v", taken)
	}
	if got := found(t, after, "loss:>0 id:1"); len(got) > 0 {
		t.Errorf("found %v", got)
	}
	for node, e := range mustEstimates(t, after, 1) {
		if e == nil || !e.Unclear {
			t.Errorf("node %d: %+v", node, e)
		}
	}
	if e := mustEstimates(t, after, 4)[1]; e.Unclear || *e.Black != 0.4 {
		t.Errorf("the record's value: %+v", e)
	}
	// The same file with a view takes its place.
	taken, after = take(t, v, TakeEvaluations{Files: []string{file(t, analysis(t, v, "mover", false, 1, 4))}, View: "mover"})
	if list, err := after.Analyses(); err != nil || len(list.Analyses) != 1 || taken.Sources[0].Number != 1 || len(found(t, after, "loss:>0 id:1")) < 20 {
		t.Errorf("%+v, %+v, %v", taken, list, err)
	}
}

// The newest analysis counts, then older ones, then the record, and values of two of them are not compared.
func TestEvaluationsOverRecords(t *testing.T) {
	v := archiveOf(t, analysedRecords()...)
	grades := func(v *View) (text string) {
		g, local, _ := v.snapshot.Segment(4)
		for _, i := range g.Info(local) {
			if i.Ident == estimate.GradesIdent {
				text += i.Text
			}
		}
		return text
	}
	recorded := grades(v)
	if recorded != "1B/1000 2W/1500 3B/-1500 4W/-5000 | 5B/4500" {
		t.Fatalf("the record's grades are %q", recorded)
	}
	moves := `"moves":[["B","R16"],["W","D16"],["B","Q4"],["W","D4"]]`
	request := `{"id":"x","boardXSize":19,"boardYSize":19,"komi":7.5,"rules":"chinese",` + moves + "}\n"
	answer := func(turn int, chance string) string {
		return fmt.Sprintf(`{"id":"x","turnNumber":%d,"rootInfo":{"winrate":%s,"visits":1}}`+"\n", turn, chance)
	}
	name := filepath.Join(t.TempDir(), "one.jsonl")
	write := func(name, text string) {
		if err := os.WriteFile(name, []byte(request+text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(name, answer(1, "0.6")+answer(2, "0.3"))
	_, v = take(t, v, TakeEvaluations{Files: []string{name}, View: "black"})
	// The nodes 1 and 2 are evaluated beside the record, so the moves 1 and 3 lost something unknown.
	if got, want := grades(v), "2W/-3000 4W/-5000"; !strings.HasPrefix(got, want) {
		t.Errorf("grades %q, want %q", got, want)
	}
	other := filepath.Join(t.TempDir(), "two.jsonl")
	write(other, answer(2, "0.9")+answer(3, "0.8")+answer(7, "0.1")+`{"id":"x","turnNumber":0,"rootInfo":{"winrate":1.2}}`)
	taken, v := take(t, v, TakeEvaluations{Files: []string{other}, View: "black"})
	if taken.Refused != 2 || taken.Whole() {
		t.Errorf("%+v", taken)
	}
	if got, want := grades(v), "3B/1000"; !strings.HasPrefix(got, want) || strings.Contains(got, "2W") {
		t.Errorf("grades %q, want %q", got, want)
	}
	list, err := v.Analyses()
	if err != nil || len(list.Analyses) != 2 || list.Analyses[0].Name != "two.jsonl" || list.Analyses[0].Games != 1 {
		t.Fatalf("%+v, %v", list, err)
	}
	if _, err := v.RemoveAnalyses([]int{7}); err == nil {
		t.Error("an analysis that is not there was removed")
	}
	if removed, err := v.RemoveAnalyses([]int{list.Analyses[0].Number}); err != nil || removed.Games != 1 {
		t.Errorf("%+v, %v", removed, err)
	}
	if v = again(t, v); !strings.HasPrefix(grades(v), "2W/-3000 4W/-5000") {
		t.Errorf("of the one that is left: %q", grades(v))
	}
	if _, err := v.RemoveAnalyses([]int{list.Analyses[1].Number}); err != nil {
		t.Error(err)
	}
	if v = again(t, v); grades(v) != recorded {
		t.Errorf("without analyses: %q, want %q", grades(v), recorded)
	}
}

// Analyses survive what gives an archive new segments, and a backup has them.
func TestEvaluationsStay(t *testing.T) {
	v := archiveOf(t, analysedRecords()...)
	_, v = take(t, v, TakeEvaluations{Files: []string{file(t, analysis(t, v, "black", false, 1, 2, 3))}, View: "black"})
	want := found(t, v, "loss:>5")
	if len(want) < 10 {
		t.Fatal(want)
	}
	a := v.archive
	if _, err := a.Rebuild(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if got := found(t, again(t, v), "loss:>5"); !slices.Equal(got, want) {
		t.Errorf("rebuilt: %v, want %v", got, want)
	}
	name := filepath.Join(t.TempDir(), "backup")
	if _, err := a.BackupFile(t.Context(), name, false, nil); err != nil {
		t.Fatal(err)
	}
	in, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	dir := filepath.Join(t.TempDir(), "restored")
	if _, err := (&Restore{Backup: in, Dir: dir}).Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(t.TempDir(), "copied")
	if done, err := Copy(t.Context(), dir, to, nil, nil); err != nil || done.Evaluated != 0 {
		t.Fatal(done, err)
	}
	stored := objects.NewFolder(t.TempDir())
	options := &Options{Objects: func(string) (objects.Store, error) { return stored, nil }, Cache: Cache{Dir: t.TempDir()}}
	if done, err := Copy(t.Context(), dir, "objects:x", options, nil); err != nil || done.Evaluated != 3 {
		t.Fatalf("into a store: %+v, %v", done, err)
	}
	for _, dir := range []string{dir, to} {
		b, err := Open(dir, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		other, err := b.View()
		if err != nil {
			t.Fatal(err)
		}
		defer other.Close()
		if got := found(t, other, "loss:>5"); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", dir, got, want)
		}
	}
}

// What is about no game, or cannot be read, is counted.
func TestEvaluationsUnmatched(t *testing.T) {
	v := archiveOf(t, analysedRecords()...)
	request := func(id, komi, moves string) string {
		return fmt.Sprintf(`{"id":%q,"boardXSize":19,"boardYSize":19,"komi":%s,"rules":"chinese","moves":[%s]}`+"\n", id, komi, moves)
	}
	answer := func(id string) string {
		return fmt.Sprintf(`{"id":%q,"turnNumber":1,"moveInfos":[],"rootInfo":{"winrate":0.5}}`+"\n", id)
	}
	g, local, _ := v.snapshot.Segment(4)
	digest := g.Digest(local).String()
	text := request("same", "7.5", `["B","R16"],["W","D16"],["B","Q4"],["W","D4"]`) + answer("same") + "\n" +
		request("komi", "6.5", `["B","R16"],["W","D16"],["B","Q4"],["W","D4"]`) + answer("komi") +
		request("none", "7.5", `["B","K10"]`) + answer("none") +
		request("start", "6.5", `["B","A19"]`) + answer("start") + // of two games
		answer("unknown") + answer(digest) + `{"error":"no","id":"x"}` + "\n" + "garbage\n" + `{"id":` + "\n" + strings.Repeat("[", 1<<20) + "\n" +
		strings.ReplaceAll(answer("same"), `"turnNumber"`, `"isDuringSearch":true,"turnNumber"`) + answer("same")
	taken, after := take(t, v, TakeEvaluations{Files: []string{file(t, text)}, View: "black"})
	got := *taken
	got.Sources, got.FirstBad = nil, ""
	want := EvaluationsTaken{Games: 3, Positions: 3, Requests: 4, Unmatched: 1, OtherKomi: 1, Shared: 1, Answers: 7, Orphans: 1, Interim: 1, Unread: 3}
	if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if !strings.Contains(taken.FirstBad, "line 13: ") || taken.Whole() {
		t.Errorf("the first bad line: %s", taken.FirstBad)
	}
	if taken, err := after.TakeEvaluations(t.Context(), &TakeEvaluations{Files: []string{file(t, text)}, AnyKomi: true, DryRun: true}); err != nil || taken.OtherKomi != 0 || !taken.DryRun {
		t.Errorf("%+v, %v", taken, err)
	}
	if list, err := again(t, v).Analyses(); err != nil || len(list.Analyses) != 1 {
		t.Errorf("a trial changed something: %+v, %v", list, err)
	}
	for _, o := range []TakeEvaluations{{Files: []string{"none"}}, {Files: []string{t.TempDir()}}, {View: "both"}} {
		if _, err := v.TakeEvaluations(t.Context(), &o); err == nil {
			t.Errorf("%+v: no error", o)
		}
	}
	// Answers alone, by the digest of a record and by the name of its file; a file of several games names none.
	single := archiveOfFiles(t, analysedRecords()...)
	text = answer("002") + answer("../x/001.") + answer("nobody")
	if taken, err := single.TakeEvaluations(t.Context(), &TakeEvaluations{Files: []string{file(t, text)}, View: "black"}); err != nil || taken.Games != 1 || taken.Orphans != 2 {
		t.Errorf("%+v, %v", taken, err)
	}
}

// Damage is said when a view is closed, and by the check.
func TestEvaluationsDamaged(t *testing.T) {
	v := archiveOf(t, analysedRecords()...)
	_, v = take(t, v, TakeEvaluations{Files: []string{file(t, analysis(t, v, "black", false, 1, 2, 3))}, View: "black"})
	path := v.archive.evaluations.Path()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []int{len(data) / 2, strings.LastIndex(string(data[:len(data)-100]), "KEV1")} {
		bad := slices.Clone(data)
		bad[at] ^= 4
		if err := os.WriteFile(path, bad, 0o666); err != nil {
			t.Fatal(err)
		}
		a, err := Open(v.archive.Dir(), nil)
		if err != nil {
			t.Fatal(err)
		}
		other, err := a.View()
		if err != nil {
			t.Fatal(err)
		}
		found(t, other, "loss:>5")
		if err := other.Close(); err == nil || !strings.Contains(err.Error(), "damaged") {
			t.Errorf("byte %d: closing says %v", at, err)
		}
		if checked, err := a.Check(t.Context(), &Check{}); err != nil || len(checked.Faults) == 0 {
			t.Errorf("byte %d: check says %+v, %v", at, checked, err)
		}
		a.Close()
	}
}

// Exported evaluations come back the same, without anybody saying whose they are.
func TestEvaluationsExported(t *testing.T) {
	v := archiveOf(t, analysedRecords()...)
	_, v = take(t, v, TakeEvaluations{Files: []string{file(t, analysis(t, v, "mover", false, 1, 2, 3))}, View: "mover"})
	var b strings.Builder
	written, err := v.WriteEvaluations(t.Context(), &b, []GameID{1, 2, 3, 4})
	if err != nil || written.Games != 3 || written.Positions != 61+61+6 || written.Without != 1 {
		t.Fatalf("%+v, %v", written, err)
	}
	other := archiveOf(t, analysedRecords()...)
	taken, other := take(t, other, TakeEvaluations{Files: []string{file(t, b.String())}})
	if !taken.Whole() || taken.Unclear > 0 || taken.Games != 3 {
		t.Errorf("%+v", taken)
	}
	for id := GameID(1); id <= 4; id++ {
		want := mustEstimates(t, v, id)
		for node, got := range mustEstimates(t, other, id) {
			if diff := cmp.Diff(want[node], got, cmpopts.IgnoreUnexported(Estimate{})); diff != "" {
				t.Errorf("game %d, node %d: %s", id, node, diff)
			}
		}
	}
	if got, want := found(t, other, "loss:>5"), found(t, v, "loss:>5"); len(want) < 10 || !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// Records that are written with their evaluations say the same when they are imported.
func TestEvaluatedRecordsExported(t *testing.T) {
	v := archiveOf(t, analysedRecords()...)
	_, v = take(t, v, TakeEvaluations{Files: []string{file(t, analysis(t, v, "mover", false, 1, 2, 3))}, View: "mover"})
	var b strings.Builder
	written, err := v.WriteEvaluatedRecords(t.Context(), &b, []GameID{1, 2, 3, 4})
	if err != nil || written.Games != 3 || written.Positions != 61+61+7 || written.Without != 1 || written.Unfit != 0 {
		t.Fatalf("%+v, %v", written, err)
	}
	other := viewOf(t, 3, b.String())
	near := func(a, b *float64) bool { return (a == nil) == (b == nil) && (a == nil || math.Abs(*a-*b) < 1e-4) }
	compared := 0
	for id := GameID(1); id <= 3; id++ {
		want := mustEstimates(t, v, id)
		for node, got := range mustEstimates(t, other, id) {
			w := want[node]
			if (got == nil) != (w == nil) {
				t.Fatalf("game %d, node %d: %+v, want %+v", id, node, got, w)
			}
			if got == nil {
				continue
			}
			compared++
			if !near(got.Black, w.Black) || !near(got.Lead, w.Lead) || got.Visits != w.Visits || got.Engine != w.Engine || !slices.Equal(got.Best, w.Best) {
				t.Errorf("game %d, node %d: %+v, want %+v", id, node, got, w)
			}
		}
	}
	if got, want := found(t, other, "loss:>5"), found(t, v, "loss:>5"); compared != written.Positions || len(want) < 10 || !slices.Equal(got, want) {
		t.Errorf("%d compared; got %v, want %v", compared, got, want)
	}
}

func TestEvaluatedText(t *testing.T) {
	for _, test := range []struct {
		evaluated, games int
		want             string
	}{
		{0, 3, "loss: no record has evaluations of an engine before and after a move"},
		{1, 3, "loss: evaluated 1 of 3 games; nothing is known of the others"},
		{3, 3, "loss: evaluated 3 of 3 games"},
	} {
		if got := EvaluatedText("loss", test.evaluated, test.games); got != test.want {
			t.Errorf("%d of %d: %s", test.evaluated, test.games, got)
		}
	}
}
