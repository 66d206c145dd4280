package ask

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/archive"
	"kifudb/archive/archivetest"
	"kifudb/position"
	"kifudb/query"
	"kifudb/sgfread/gameinfo"
)

// slowTrend counts by replaying every record: the years of the games of Go on 19 lines
// with at least so many moves, and of those in which a board comes up on the main line.
func slowTrend(t *testing.T, v *archive.View, least int, is func(*position.Board) bool) (years []TrendYear, games, of, undated int) {
	t.Helper()
	found := map[int]*TrendYear{}
	for _, g := range v.Snapshot().Segments() {
		for local := range g.Len() {
			f := g.Facts(local)
			if f.Game != 1 || f.Size != position.Square(19) || int(f.Moves) < least {
				continue
			}
			script, err := g.Script(local)
			if err != nil {
				t.Fatal(err)
			}
			came := false
			var r position.Replayer
			r.Replay(f.Size, script, func(b *position.Board, s *position.Step) bool {
				came = came || s.MainLine && is(b)
				return true
			})
			of++
			if came {
				games++
			}
			year := gameinfo.YearOf(int(f.DateLo))
			if year < 1 || gameinfo.YearOf(int(f.DateHi)) > year+1 {
				if came {
					undated++
				}
				continue
			}
			if found[year] == nil {
				found[year] = &TrendYear{Year: year}
			}
			found[year].Of++
			if came {
				found[year].Games++
			}
		}
	}
	for _, y := range found {
		y.Share = archive.ShareOf(y.Games, y.Of)
		years = append(years, *y)
	}
	slices.SortFunc(years, func(a, b TrendYear) int { return a.Year - b.Year })
	return years, games, of, undated
}

// stones reports whether a board has just these stones, under some symmetry.
func stones(placed map[position.Point]position.Color) func(*position.Board) bool {
	size := position.Square(19)
	return func(b *position.Board) bool {
		if b.Stones(position.Black)+b.Stones(position.White) != len(placed) {
			return false
		}
		for s := range position.Symmetry(position.Symmetries(size)) {
			same := true
			for p, c := range placed {
				same = same && b.At(s.Apply(p, size)) == c
			}
			if same {
				return true
			}
		}
		return false
	}
}

// A trend counts what a replay of all records counts.
func TestTrend(t *testing.T) {
	v := archivetest.Collection(t)
	first := stones(map[position.Point]position.Color{position.At(15, 3): position.Black})
	both := stones(map[position.Point]position.Color{position.At(15, 3): position.Black, position.At(3, 15): position.White})
	trend, err := Of(v.Views).Trend(t.Context(), &archive.Search{Query: archivetest.Query(t, `pos:"Q16" pos:"Q16 D4"`), Records: true}, &TrendOptions{By: "year", Names: []string{"first"}})
	if err != nil {
		t.Fatal(err)
	}
	if len(trend.Lines) != 2 || trend.Lines[0].Name != "first" || trend.Lines[1].Name != `pos:Q16 D4` {
		t.Fatalf("%+v", trend.Lines)
	}
	for i, is := range []func(*position.Board) bool{first, both} {
		years, games, of, undated := slowTrend(t, v, i+1, is)
		l := trend.Lines[i]
		if d := cmp.Diff(years, l.Years); d != "" || l.Games != games || l.Of != of || l.Undated != undated {
			t.Errorf("%s: %d of %d, %d undated; want %d of %d, %d (-slow +got)\n%s", l.Name, l.Games, l.Of, l.Undated, games, of, undated, d)
		}
		if games == 0 || games == of || !strings.Contains(l.Among, fmt.Sprintf("size:19x19 moves:>=%d", i+1)) {
			t.Errorf("%s: %d of %d games, %s, are no test", l.Name, games, of, l.Among)
		}
	}
	decades, err := Of(v.Views).Trend(t.Context(), &archive.Search{Query: archivetest.Query(t, `pos:"Q16"`)}, &TrendOptions{By: "decade"})
	if err != nil {
		t.Fatal(err)
	}
	games := 0
	for _, y := range decades.Lines[0].Years {
		if games += y.Games; y.Year%10 != 0 || y.Share == nil {
			t.Errorf("%+v", y)
		}
	}
	if games+decades.Lines[0].Undated != decades.Lines[0].Games {
		t.Errorf("%d games by decades of %d", games, decades.Lines[0].Games)
	}
	if svg := trend.Chart(1).SVG(); !strings.Contains(svg, "kc-s1") || !strings.Contains(svg, "Q16 D4") {
		t.Errorf("drawn as %s", svg)
	}
}

// The rest of the query chooses the games, and what stands in parentheses is one line.
func TestTrendLines(t *testing.T) {
	v := archivetest.Collection(t)
	trend, err := Of(v.Views).Trend(t.Context(), &archive.Search{Query: archivetest.Query(t, `(pos:"Q16" or pos:"R16") winner:black`)}, &TrendOptions{})
	if err != nil {
		t.Fatal(err)
	}
	page, err := v.Count(t.Context(), &archive.Search{Query: archivetest.Query(t, `(pos:"Q16" or pos:"R16") winner:black`)})
	if err != nil {
		t.Fatal(err)
	}
	if len(trend.Lines) != 1 || trend.Lines[0].Games != page.Total || trend.Lines[0].Among != "winner:black" {
		t.Errorf("%+v, want %d games", trend.Lines, page.Total)
	}
	for _, text := range []string{"winner:black", ""} {
		if _, err := Of(v.Views).Trend(t.Context(), &archive.Search{Query: archivetest.Query(t, text)}, &TrendOptions{}); !errors.Is(err, query.ErrNoBoard) {
			t.Errorf("%q: %v", text, err)
		}
	}
	trend, err = Of(v.Views).Trend(t.Context(), &archive.Search{Query: archivetest.Query(t, `game:go pos:"Q16"`)}, &TrendOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if got := trend.Lines[0].Among; got != "game:go size:19x19 moves:>=1" {
		t.Errorf("among %s", got)
	}
	q := archivetest.Query(t, `pos:"Q16"`)
	for _, o := range []*TrendOptions{{By: "komi"}, {Names: []string{"a", "b"}}} {
		if _, err := Of(v.Views).Trend(t.Context(), &archive.Search{Query: q}, o); !errors.Is(err, archive.ErrRequest) {
			t.Errorf("%+v: %v", o, err)
		}
	}
	if _, err := Of(v.Views).Trend(t.Context(), &archive.Search{Query: archivetest.Query(t, strings.Repeat(`pos:"Q16" `, MostLines+1))}, &TrendOptions{}); !errors.Is(err, archive.ErrRequest) {
		t.Errorf("too many lines: %v", err)
	}
}
