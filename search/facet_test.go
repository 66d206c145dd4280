package search

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"kifudb/query"
	"kifudb/sgfread/gameinfo"
	"kifudb/store"
)

// slowFacet counts by reading every game of an answer.
func slowFacet(t *testing.T, s *store.Snapshot, ids []store.GameID, name string) Facet {
	t.Helper()
	a, err := NewAttribute(name)
	if err != nil {
		t.Fatal(err)
	}
	f := Facet{Field: a.Name}
	counts := map[string]Counted{}
	for _, id := range ids {
		segment, local, ok := s.Segment(id)
		if !ok {
			t.Fatalf("no game %d", id)
		}
		values := a.Values(segment, local)
		for _, value := range values {
			count := counts[value]
			count.game(segment.Facts(local).Winner)
			counts[value] = count
		}
		if len(values) == 0 {
			f.Without++
		}
	}
	for value, games := range counts {
		f.Values = append(f.Values, FacetValue{value, games})
	}
	slices.SortFunc(f.Values, func(a, b FacetValue) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Value, b.Value))
	})
	return f
}

func TestFacets(t *testing.T) {
	a := newTestArchive(t, 300)
	ctx := context.Background()
	names := []string{
		"player", "black", "event", "place", "date", "year", "decade", "century", "result", "winner", "by", "margin", "komi",
		"handicap", "rank", "size", "rules", "file", "folder", "charset", "problem", "game", "opening", "annotator", "has", "corners", "fuseki", "PB", "KM",
	}
	filled := map[string]bool{}
	for _, text := range []string{"", "player:cho", "comment:ladder", "pat:[XO/..]", "date:1985 or winner:white", "player:nobody"} {
		q, err := query.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		ids, _ := collect(t, Run(ctx, a.Snapshot, q, nil))
		facets, games, err := facetsOf(ctx, a.Snapshot, q, names, &Options{Limit: 3})
		if err != nil {
			t.Fatal(err)
		}
		if games != len(ids) {
			t.Errorf("%s: %d games instead of %d", text, games, len(ids))
		}
		for i, name := range names {
			want := slowFacet(t, a.Snapshot, ids, name)
			if d := gocmp.Diff(want, facets[i]); d != "" {
				t.Errorf("%s by %s (-slow +got)\n%s", text, name, d)
			}
			filled[name] = filled[name] || len(want.Values) > 1
			if text != "" {
				continue
			}
			alone, _, err := facetsOf(ctx, a.Snapshot, q, []string{name}, nil) // by a table, if one can hold it
			if err != nil {
				t.Fatal(err)
			}
			if d := gocmp.Diff(want, alone[0]); d != "" {
				t.Errorf("by %s alone (-slow +got)\n%s", name, d)
			}
		}
	}
	for _, name := range []string{"player", "event", "year", "decade", "result", "winner", "by", "komi", "rank", "size", "corners"} {
		if !filled[name] {
			t.Errorf("the test archive has not two values of %s to tell apart", name)
		}
	}
}

// undecided is so many games without a winner.
func undecided(n int) Counted { return Counted{n, Results{Other: n}} }

// TestFacetsCountWhatIsMeant counts results that are written in several ways, and
// games of teams.
func TestFacetsCountWhatIsMeant(t *testing.T) {
	game := func(winner store.Winner, texts ...string) *store.Game { // PB, PW, BT, WT, RE
		g := &store.Game{Facts: store.Facts{Winner: winner}}
		for i, ident := range []string{"PB", "PW", "BT", "WT", "RE"} {
			if texts[i] != "" {
				g.Info = append(g.Info, store.Value{Ident: ident, Text: texts[i]})
			}
		}
		return g
	}
	s := newInfoArchive(t, 2, []*store.Game{
		game(store.WinnerBlack, "Cho U", "Rui Naiwei", "Japan", "China", "B+R"),
		game(store.WinnerBlack, "Cho U", "Rui Naiwei", "Japan", "China", "B+Resign"),
		game(store.WinnerBlack, "Cho U", "Rui Naiwei", "", "", "黒中押し勝ち"),
		game(store.WinnerWhite, "Rui Naiwei", "Cho U", "", "", "W+3.50"),
		game(store.WinnerUnknown, "Cho U", "", "Japan", "", "left for tea"),
	})
	won := func(black, white, other int) Counted {
		return Counted{black + white + other, Results{Black: black, White: white, Other: other}}
	}
	facets, _, err := facetsOf(t.Context(), s, query.Query{}, []string{"result", "RE", "player", "black", "team"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []Facet{
		{"result", []FacetValue{{"B+R", won(3, 0, 0)}, {"W+3.5", won(0, 1, 0)}, {"left for tea", won(0, 0, 1)}}, 0},
		{"RE", []FacetValue{{"B+R", won(1, 0, 0)}, {"B+Resign", won(1, 0, 0)}, {"W+3.50", won(0, 1, 0)}, {"left for tea", won(0, 0, 1)}, {"黒中押し勝ち", won(1, 0, 0)}}, 0},
		{"player", []FacetValue{{"Cho U", won(3, 1, 1)}, {"Rui Naiwei", won(3, 1, 0)}}, 0},
		{"black", []FacetValue{{"Cho U", won(3, 0, 1)}, {"Rui Naiwei", won(0, 1, 0)}}, 0},
		{"team", []FacetValue{{"Japan", won(2, 0, 1)}, {"China", won(2, 0, 0)}}, 2},
	}
	if d := gocmp.Diff(want, facets); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

// TestCross compares tables of two fields with reading every game.
func TestCross(t *testing.T) {
	a := newTestArchive(t, 300)
	filled := 0
	for _, fields := range [][]string{{"year", "result"}, {"winner", "player"}, {"decade", "rank"}, {"player", "opponent"}, {"has", "komi"}, {"year", "year"}} {
		for _, text := range []string{"", "player:cho", "player:nobody"} {
			q, err := query.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			ids, _ := collect(t, Run(t.Context(), a.Snapshot, q, nil))
			found, err := askFor(t.Context(), a.Snapshot, q, &CrossCounts{FacetCounts{Labels{Fields: fields}}}, nil)
			if err != nil {
				t.Fatal(err)
			}
			got := found.(*Cross)
			want := &Cross{Games: len(ids), Rows: slowFacet(t, a.Snapshot, ids, fields[0]), Columns: slowFacet(t, a.Snapshot, ids, fields[1])}
			cells := map[[2]string]Counted{}
			for _, id := range ids {
				segment, local, _ := a.Snapshot.Segment(id)
				rows, columns := valuesOf(t, segment, local, fields[0]), valuesOf(t, segment, local, fields[1])
				if len(rows) == 0 || len(columns) == 0 {
					want.Without++
				}
				for _, row := range rows {
					for _, column := range columns {
						c := cells[[2]string{row, column}]
						c.game(segment.Facts(local).Winner)
						cells[[2]string{row, column}] = c
					}
				}
			}
			for at, c := range cells {
				want.Cells = append(want.Cells, CrossCell{at[0], at[1], c})
			}
			slices.SortFunc(want.Cells, func(a, b CrossCell) int {
				return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Column, b.Column))
			})
			if d := gocmp.Diff(want, got); d != "" {
				t.Errorf("%s by %v (-slow +got)\n%s", text, fields, d)
			}
			filled += len(got.Cells)
		}
	}
	if filled < 100 {
		t.Errorf("only %d cells were compared", filled)
	}
}

// A table of some values of the first field has the cells of these rows, and no others.
func TestCrossOfSomeRows(t *testing.T) {
	a := newTestArchive(t, 120)
	const row = "Cho Chikun"
	for _, fields := range [][]string{{"player", "decade"}, {"player", "event"}} {
		cross := func(only []string) *Cross {
			found, err := askFor(t.Context(), a.Snapshot, query.Query{}, &CrossCounts{FacetCounts{Labels{Fields: fields, Only: only}}}, nil)
			if err != nil {
				t.Fatal(err)
			}
			return found.(*Cross)
		}
		var want []CrossCell
		for _, c := range cross(nil).Cells {
			if c.Row == row {
				want = append(want, c)
			}
		}
		got := cross([]string{row})
		if d := gocmp.Diff(want, got.Cells); d != "" || len(want) < 2 || len(got.Rows.Values) != 1 {
			t.Errorf("%v: rows %+v, cells (-among all +alone)\n%s", fields, got.Rows, d)
		}
	}
}

func valuesOf(t *testing.T, g *store.Segment, local int, field string) []string {
	t.Helper()
	a, err := NewAttribute(field)
	if err != nil {
		t.Fatal(err)
	}
	return a.Values(g, local)
}

func TestValueOrder(t *testing.T) {
	for field, sorted := range map[string][]string{
		"year": {"196", "999", "1846", "1990"}, "decade": {"990s", "1840s", "1990s"}, "century": {"900s", "1800s"},
		"date": {"0196", "1846-09-11", "1846-09-12", "1990"}, "size": {"9", "13", "13x9", "19"},
		"rank": {"30k", "2k", "1k", "1d", "9d", "1p", "9p"}, "blackrank": {"9k", "1d"}, "whiterank": {"9d", "9p"},
		"moves": {"9", "10", "200"}, "nodes": {"9", "10"}, "komi": {"-5.5", "0", "6.5", "12"}, "handicap": {"0", "9", "10"}, "margin": {"0.5", "12"},
	} {
		compare, own := ValueOrder(field)
		got := slices.Clone(sorted)
		slices.Reverse(got)
		slices.SortFunc(got, compare)
		if !own || !slices.Equal(got, sorted) {
			t.Errorf("%s: order of its own: %v, sorted %v", field, own, got)
		}
	}
	for _, field := range []string{"player", "result", "event", "KM", "tag", "game"} {
		if _, own := ValueOrder(field); own {
			t.Errorf("the values of %s have an order of their own", field)
		}
	}
}

func TestAttributeValues(t *testing.T) {
	tests := []struct {
		name  string
		facts store.Facts
		want  []string
	}{
		{"year", store.Facts{DateLo: 18460911, DateHi: 18460915}, []string{"1846"}},
		{"year", store.Facts{DateLo: 19891228, DateHi: 19900104}, []string{"1989"}},
		{"year", store.Facts{DateLo: 19800101, DateHi: 19891231}, nil},
		{"year", store.Facts{}, nil},
		{"year", store.Facts{DateLo: gameinfo.Earliest, DateHi: 16991231}, nil},
		{"century", store.Facts{DateLo: 17010101, DateHi: gameinfo.Latest}, nil},
		{"year", store.Facts{DateLo: -1989899, DateHi: -1988769}, nil}, // 200 BC
		{"decade", store.Facts{DateLo: 19800101, DateHi: 19891231}, []string{"1980s"}},
		{"decade", store.Facts{DateLo: 19891228, DateHi: 19900104}, []string{"1980s"}},
		{"decade", store.Facts{DateLo: 18010101, DateHi: 19001231}, nil},
		{"century", store.Facts{DateLo: 18000101, DateHi: 18991231}, []string{"1800s"}},
		{"month", store.Facts{DateLo: 19850312, DateHi: 19850331}, []string{"1985-03"}},
		{"month", store.Facts{DateLo: 19850312, DateHi: 19850401}, nil},
		{"month", store.Facts{}, nil},
		{"komi", store.Facts{Komi: 650}, []string{"6.5"}},
		{"komi", store.Facts{Komi: store.NoKomi}, nil},
		{"komi", store.Facts{}, []string{"0"}},
		{"rank", store.Facts{BlackRank: -3, WhiteRank: 109}, []string{"3k", "9p"}},
		{"rank", store.Facts{BlackRank: 7, WhiteRank: 7}, []string{"7d"}},
		{"whiterank", store.Facts{BlackRank: 7}, nil},
		{"winner", store.Facts{Winner: store.WinnerNone}, []string{"draw"}},
		{"margin", store.Facts{How: store.ByPoints, Margin: 50}, []string{"0.5"}},
		{"margin", store.Facts{How: store.ByResign}, nil},
		{"game", store.Facts{Game: 8}, []string{"shogi"}},
		{"game", store.Facts{Game: 77}, []string{"77"}},
		{"has", store.Facts{Flags: store.HasSetup | store.HasComments}, []string{"comments", "setup"}},
	}
	for _, test := range tests {
		a, err := NewAttribute(test.name)
		if err != nil {
			t.Fatal(err)
		}
		if d := gocmp.Diff(test.want, a.ofFacts(&test.facts)); d != "" {
			t.Errorf("%s of %+v (-want +got)\n%s", test.name, test.facts, d)
		}
	}
}

func TestAttributeNames(t *testing.T) {
	for _, test := range []struct{ name, want string }{
		{"player", "player"}, {"opponent", "player"}, {"PB", "PB"}, {"KM", "KM"}, {"Komi", "komi"}, {"KGSDE", "KGSDE"}, {"file", "file"},
	} {
		if a, err := NewAttribute(test.name); err != nil || a.Name != test.want {
			t.Errorf("%s: got %q, %v", test.name, a.Name, err)
		}
	}
	for _, name := range []string{"", "plyer", "comment", "C", "name", "pos"} {
		if a, err := NewAttribute(name); err == nil {
			t.Errorf("%s: got %q instead of an error", name, a.Name)
		}
	}
	if _, _, err := facetsOf(context.Background(), nil, query.Query{}, []string{"id"}, nil); err == nil {
		t.Error("facet id: no error")
	}
	folder, _ := query.FindListed("folder")
	for _, file := range [][2]string{{"a/b.zip!/c/d.sgf", "a/b.zip!/c"}, {"a/b.zip!/d.sgf", "a/b.zip"}, {"d.sgf", "."}, {`C:\go\d.sgf`, `C:\go`}} {
		if got := folder.Part(file[0]); got != file[1] {
			t.Errorf("folder of %s: got %s, want %s", file[0], got, file[1])
		}
	}
	if got := fmt.Sprint(AttributeNames()[:3]); got != "[player black white]" {
		t.Errorf("names begin with %s", got)
	}
}
