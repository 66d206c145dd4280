package ask

import (
	"cmp"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kifudb/archive"
	"kifudb/archive/archivetest"
	"kifudb/search/statistics"
	"kifudb/study/chart"
)

// Groups agree with the facets of the same games, and shares are of what they say.
func TestStats(t *testing.T) {
	v := archivetest.Collection(t)
	s := &archive.Search{Query: archivetest.Query(t, "game:go")}
	for _, field := range []string{"decade", "player", "event", "handicap"} {
		stats, err := Of(v.Views).Stats(t.Context(), s, &StatsOptions{By: []string{field}, Metrics: []string{"games", "share", "bwin", "draw", "bscore", "moves", "resign"}})
		if err != nil {
			t.Fatal(err)
		}
		page, err := v.Count(t.Context(), &archive.Search{Query: s.Query, Facets: []string{field}})
		if err != nil {
			t.Fatal(err)
		}
		facet := page.Facets[0]
		if stats.Groups.Distinct != facet.Distinct || stats.Without != facet.Without || len(stats.Groups.Groups) != facet.Distinct || stats.Provenance.Games != page.Total || *stats.All[0].Value != float64(page.Total) {
			t.Errorf("%s: %d groups, %d without, of %d games; facets have %d, %d, %d", field, stats.Groups.Distinct, stats.Without, stats.Provenance.Games, facet.Distinct, facet.Without, page.Total)
		}
		for _, f := range facet.Values {
			i, ok := stats.Groups.numbers()[f.Value]
			if !ok {
				t.Fatalf("%s: no group %s", field, f.Value)
			}
			m := stats.Groups.Groups[i].Measured
			if *m[0].Value != float64(f.Games) || *m[1].Value != archive.Round6(float64(f.Games)/float64(page.Total)) || m[1].Of != page.Total || m[2].Of != f.Won.Decided || m[5].Of != f.Games {
				t.Errorf("%s %s: %+v of %+v", field, f.Value, m, f)
			}
			if b := f.Won.BlackShare; (b == nil) != (m[2].Value == nil) || b != nil && (b.Value != *m[2].Value || b.Low != *m[2].Low || b.High != *m[2].High) {
				t.Errorf("%s %s: black won %+v, want %+v", field, f.Value, m[2], b)
			}
		}
	}
}

// Orders, limits and what is left out are as they are said to be.
func TestStatsLists(t *testing.T) {
	v := archivetest.Collection(t)
	list := func(g *StatsOptions) *GroupList {
		t.Helper()
		stats, err := Of(v.Views).Stats(t.Context(), &archive.Search{Query: archivetest.Query(t, "game:go")}, g)
		if err != nil {
			t.Fatal(err)
		}
		return &stats.Groups
	}
	all := list(&StatsOptions{By: []string{"player"}})
	for i := 1; i < len(all.Groups); i++ {
		if *all.Groups[i].Measured[0].Value > *all.Groups[i-1].Measured[0].Value {
			t.Errorf("%v before %v", all.Groups[i-1], all.Groups[i])
		}
	}
	two := list(&StatsOptions{By: []string{"player"}, Limit: 2})
	if len(two.Groups) != 2 || two.Distinct != all.Distinct || two.Groups[0].Values[0] != all.Groups[0].Values[0] {
		t.Errorf("limited to two: %+v", two)
	}
	few := list(&StatsOptions{By: []string{"player"}, Min: 2})
	if few.Few == 0 || len(few.Groups)+few.Few != all.Distinct {
		t.Errorf("with at least two games: %d groups, %d left out, of %d", len(few.Groups), few.Few, all.Distinct)
	}
	value := list(&StatsOptions{By: []string{"player"}, Sort: "-value"})
	for i := 1; i < len(value.Groups); i++ {
		if value.Groups[i].Values[0] >= value.Groups[i-1].Values[0] {
			t.Errorf("by value, backwards: %v before %v", value.Groups[i-1].Values, value.Groups[i].Values)
		}
	}
	years := list(&StatsOptions{By: []string{"year"}, Limit: 1})
	for i := 1; i < len(years.Groups); i++ {
		if years.Groups[i].Values[0] <= years.Groups[i-1].Values[0] {
			t.Errorf("years: %v before %v", years.Groups[i-1].Values, years.Groups[i].Values)
		}
	}
	if len(years.Groups) < 2 || len(years.Groups) != years.Distinct {
		t.Errorf("%d of %d years are listed", len(years.Groups), years.Distinct)
	}
	score := list(&StatsOptions{By: []string{"player"}, Sort: "score"})
	back := list(&StatsOptions{By: []string{"player"}, Sort: "-score"})
	if !score.Shrunken || all.Shrunken {
		t.Error("the order of scores is not shrunken, or that of games is")
	}
	if last := back.Groups[len(back.Groups)-1].Measured[1]; last.Value != nil && score.Groups[len(score.Groups)-1].Measured[1].Value == nil {
		t.Error("what is not known is not last")
	}
}

// An order by score puts many games before few that happen to be won.
func TestStatsShrink(t *testing.T) {
	rows := []statistics.Results{{Won: 2}, {Won: 80, Lost: 20}, {Won: 20, Lost: 80}, {Won: 50, Lost: 50}, {Lost: 2}}
	var sum statistics.Results
	for _, r := range rows {
		sum = sum.Add(r)
	}
	prior := statistics.FitPrior(sum, rows)
	if prior.Estimate(rows[1]) <= prior.Estimate(rows[0]) {
		t.Error("two games of two come before 80 of 100")
	}
}

// Who watches sees numbers that say of how many games they are; the last are of all.
func TestStatsWatched(t *testing.T) {
	v := archivetest.Collection(t)
	seen := 0
	stats, err := Of(v.Views).Stats(t.Context(), &archive.Search{Query: archivetest.Query(t, ""), Every: 1}, &StatsOptions{By: []string{"year"}, Watch: func(sofar *Stats) {
		seen++
		if sofar.Looked == nil || sofar.Looked.Games > sofar.Looked.Of {
			t.Errorf("looked at %+v", sofar.Looked)
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if seen == 0 || stats.Looked != nil {
		t.Errorf("watched %d times; at the end looked at %+v", seen, stats.Looked)
	}
}

// A table of two fields lists what its lines and columns do, and binds sides.
func TestStatsOfTwoFields(t *testing.T) {
	v := archivetest.Collection(t)
	stats, err := Of(v.Views).Stats(t.Context(), &archive.Search{Query: archivetest.Query(t, "")}, &StatsOptions{By: []string{"player", "opponent"}})
	if err != nil {
		t.Fatal(err)
	}
	if stats.Columns == nil || len(stats.Cells) == 0 || stats.Metrics[1].Name != "score" {
		t.Fatalf("%+v", stats)
	}
	years, err := Of(v.Views).Stats(t.Context(), &archive.Search{Query: archivetest.Query(t, "game:go")}, &StatsOptions{By: []string{"decade", "winner"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []*Stats{stats, years} {
		rows, columns := s.Groups.numbers(), s.Columns.numbers()
		if !slices.IsSortedFunc(s.Cells, func(a, b Group) int {
			return cmp.Or(rows[a.Values[0]]-rows[b.Values[0]], columns[a.Values[1]]-columns[b.Values[1]])
		}) || len(rows) < 2 || len(columns) < 2 {
			t.Errorf("by %v the cells are not in the order of the lines and columns", s.By)
		}
	}
	mirrored := map[[2]string]*Group{}
	for i := range stats.Cells {
		c := &stats.Cells[i]
		mirrored[[2]string{c.Values[1], c.Values[0]}] = c
	}
	for _, c := range stats.Cells {
		m := mirrored[[2]string{c.Values[0], c.Values[1]}]
		if m == nil || *m.Measured[0].Value != *c.Measured[0].Value {
			t.Fatalf("%v has no counterpart", c.Values)
		}
		if a, b := c.Measured[1].Value, m.Measured[1].Value; a != nil && (*a+*b < 0.999 || *a+*b > 1.001) {
			t.Errorf("%v scores %v, the opponent %v", c.Values, *a, *b)
		}
	}
}

// Charts of each kind can be drawn.
func TestStatsCharts(t *testing.T) {
	v := archivetest.Collection(t)
	for by, kind := range map[string]string{"decade": "kc-bar", "player": "kc-label", "decade,winner": "kc-line", "winner,decade": "kc-line", "player,winner": "kc-cell"} {
		stats, err := Of(v.Views).Stats(t.Context(), &archive.Search{Query: archivetest.Query(t, "")}, &StatsOptions{By: strings.Split(by, ","), Limit: 5, Metrics: []string{"games"}})
		if err != nil {
			t.Fatal(err)
		}
		c, err := stats.Chart("games")
		if err != nil {
			t.Fatal(err)
		}
		if svg := c.Figure(); !strings.Contains(svg, kind) || !strings.Contains(svg, "Games, by "+strings.ReplaceAll(by, ",", " and ")) {
			t.Errorf("%s is drawn as %s", by, svg)
		}
		if bars, ok := c.(*chart.Bars); ok && bars.Full {
			t.Errorf("bars of games by %s go up to the whole", by)
		}
		if _, err := stats.Chart("moves"); !errors.Is(err, archive.ErrRequest) {
			t.Errorf("a metric that was not asked for: %v", err)
		}
	}
}

// Bars of shares are parts of a whole, but for those of the games, which may all be small.
func TestStatsBarsOfShares(t *testing.T) {
	v := archivetest.Collection(t)
	stats, err := Of(v.Views).Stats(t.Context(), &archive.Search{Query: archivetest.Query(t, "size:19")}, &StatsOptions{By: []string{"player"}, Limit: 5, Metrics: []string{"share", "bwin"}})
	if err != nil {
		t.Fatal(err)
	}
	for metric, want := range map[string]bool{"share": false, "bwin": true} {
		c, err := stats.Chart(metric)
		if err != nil {
			t.Fatal(err)
		}
		if bars, ok := c.(*chart.Bars); !ok || bars.Full != want {
			t.Errorf("%s: %T, up to the whole: %t", metric, c, !want)
		}
	}
}

// What cannot be asked is said.
func TestGroupingCheck(t *testing.T) {
	for _, g := range []*StatsOptions{
		{}, {By: []string{"a", "b", "c"}}, {By: []string{"plyer"}}, {By: []string{"year"}, Metrics: []string{"luck"}},
		{By: []string{"year"}, Metrics: []string{"score"}}, {By: []string{"year"}, Sort: "moves"}, {By: []string{"year"}, Min: -1}, {By: []string{"id"}},
	} {
		if err := g.Check(); !errors.Is(err, archive.ErrRequest) {
			t.Errorf("%+v: %v", g, err)
		}
	}
}

// Means are in the units of what they are of, with how far the numbers spread if there are two.
func TestMeanOf(t *testing.T) {
	if m := meanOf(nil, "moves"); m.Of != 0 || m.Value != nil || m.Quartiles != nil {
		t.Errorf("of nothing: %+v", m)
	}
	if m := meanOf(statistics.Sample{650: 1}, "komi"); m.Of != 1 || *m.Value != 6.5 || m.Low != nil || m.Deviation != nil || *m.Quartiles != [3]float64{6.5, 6.5, 6.5} {
		t.Errorf("of one: %+v", m)
	}
	if m := meanOf(statistics.Sample{100: 2, 200: 2}, "moves"); m.Of != 4 || *m.Value != 150 || *m.Low >= 150 || *m.High <= 150 || math.Abs(*m.Deviation-57.735) > 1e-3 {
		t.Errorf("of four: %+v", m)
	}
}

// A game over New Year is in one year of a table and in two of date:, which is said.
func TestStatsOverNewYear(t *testing.T) {
	a := archivetest.Empty(t)
	path := filepath.Join(t.TempDir(), "a.sgf")
	if err := os.WriteFile(path, []byte("(;GM[1]DT[1999-12-30,2000-01-02];B[aa])(;GM[1]DT[1999];B[bb])(;GM[1]DT[2001-05-05,06];B[cc])"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Import(t.Context(), &archive.Import{Paths: []string{path}}); err != nil {
		t.Fatal(err)
	}
	v, err := a.View()
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	for by, said := range map[string]bool{"year": true, "winner": false} {
		s, err := Of(v.Views).Stats(t.Context(), &archive.Search{}, &StatsOptions{By: []string{by}})
		if err != nil {
			t.Fatal(err)
		}
		if text := notice(s.Notices, archive.NoticeNewYear); strings.HasPrefix(text, "1 game went on") != said {
			t.Errorf("by %s: %q", by, text)
		}
	}
	for date, want := range map[string]int{"1999": 2, "2000": 1, "2001": 1} {
		page, err := v.Count(t.Context(), &archive.Search{Query: archivetest.Query(t, "date:"+date)})
		if err != nil || page.Total != want {
			t.Errorf("date:%s finds %d games, %v", date, page.Total, err)
		}
	}
}
