package ask

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/archive"
	"kifudb/archive/archivetest"
	"kifudb/position"
	"kifudb/sgfread/gameinfo"
	"kifudb/study"
)

// Dates that leave open which game was the first are said.
func TestMaybeFirst(t *testing.T) {
	for _, c := range []struct {
		days []study.Days // ascending
		want int
	}{
		{nil, 0},
		{[]study.Days{{Lo: 18460911, Hi: 18460911, Games: 1}, {Lo: 18460912, Hi: 18460912, Games: 5}}, 1},
		{[]study.Days{{Lo: 18460101, Hi: 18461231, Games: 2}, {Lo: 18460911, Hi: 18460911, Games: 1}, {Lo: 18460912, Hi: 18460912, Games: 1}}, 3},
		{[]study.Days{{Lo: 18400101, Hi: 18491231, Games: 1}, {Lo: 18450101, Hi: 18451231, Games: 1}, {Lo: 18460101, Hi: 18461231, Games: 1}}, 2},
	} {
		if got := maybeFirst(c.days); got != c.want {
			t.Errorf("%v: %d games may be the first, want %d", c.days, got, c.want)
		}
	}
}

// The years of a position are those of the games that a replay finds it in, and of all
// games on boards of its size.
func TestFirstYears(t *testing.T) {
	v := archivetest.Collection(t)
	const text = `pos:"R16 D17 Q3"`
	found, err := Of(v.Views).First(t.Context(), &archive.Search{Query: archivetest.Query(t, text), Records: true}, &FirstOptions{})
	if err != nil {
		t.Fatal(err)
	}
	asked := found.Asked.Goban()
	played, of := map[int]int{}, map[int]int{}
	for _, g := range v.Snapshot().Segments() {
		for local := range g.Len() {
			f := g.Facts(local)
			if f.Game != 1 || f.Size != asked.Size() || f.DateLo == 0 {
				continue
			}
			of[gameinfo.YearOf(int(f.DateLo))]++
			script, err := g.Script(local)
			if err != nil {
				t.Fatal(err)
			}
			came := false
			var r position.Replayer
			r.Replay(f.Size, script, func(b *position.Board, s *position.Step) bool {
				came = came || s.MainLine && b.CanonicalSGF() == asked.CanonicalSGF()
				return true
			})
			if came {
				played[gameinfo.YearOf(int(f.DateLo))]++
			}
		}
	}
	var got, want []string
	years := map[int]bool{}
	for _, y := range found.Years {
		got = append(got, fmt.Sprint(y.Year, y.Games, y.Of))
		if y.Share == nil || math.Abs(y.Share.Value-float64(y.Games)/float64(y.Of)) > 1e-6 {
			t.Errorf("%d: %d of %d games are %v", y.Year, y.Games, y.Of, y.Share)
		}
		years[y.Year] = true
	}
	first, last := found.Years[0].Year, found.Years[len(found.Years)-1].Year
	later := 0
	for year := 1; year < 3000; year++ {
		switch {
		case year >= first && year <= last && of[year] > 0:
			want = append(want, fmt.Sprint(year, played[year], of[year]))
		case played[year] > 0:
			t.Errorf("%d is left out", year)
		case year > last:
			later += of[year]
		}
	}
	if d := cmp.Diff(want, got); d != "" || len(played) < 4 {
		t.Errorf("years (-want +got):\n%s", d)
	}
	if found.Since != later || later == 0 {
		t.Errorf("%d later games, want %d", found.Since, later)
	}
	games, records := 0, 0
	for _, y := range Periods(found.Years, 100) {
		games, records = games+y.Games, records+y.Of
	}
	if sum := Periods(found.Years, 10000); len(sum) != 1 || sum[0].Games != games || sum[0].Of != records || sum[0].Outcome.Won+sum[0].Outcome.Lost+sum[0].Outcome.Drawn != sum[0].Outcome.Decided {
		t.Errorf("summed up: %+v, want %d of %d games", sum, games, records)
	}
	for _, p := range found.First {
		n, err := v.Node(p.Ref)
		if err != nil {
			t.Fatal(err)
		}
		if n.Goban().CanonicalSGF() != asked.CanonicalSGF() || n.Last.Color != p.Color {
			t.Errorf("%s, played by %s, shows another position", p.Ref, p.Color)
		}
	}
}

// Years are summed up by periods that begin with a whole number of them.
func TestPeriods(t *testing.T) {
	year := func(year, games, of int, s study.Served) FirstYear {
		return FirstYear{Year: year, Games: games, Of: of, Outcome: newOutcome(s)}
	}
	years := []FirstYear{
		year(1989, 1, 2, study.Served{Won: 1}), year(1990, 3, 6, study.Served{Lost: 1, Drawn: 2}), year(1995, 4, 4, study.Served{Won: 1, Drawn: 1, Unknown: 2}), year(2000, 1, 1, study.Served{Unknown: 1}),
	}
	var got []string
	for _, y := range Periods(years, 10) {
		got = append(got, fmt.Sprintf("%d: %d of %d, %.2f, +%d -%d =%d ?%d", y.Year, y.Games, y.Of, y.Share.Value, y.Outcome.Won, y.Outcome.Lost, y.Outcome.Drawn, y.Outcome.Unknown))
	}
	want := []string{"1980: 1 of 2, 0.50, +1 -0 =0 ?0", "1990: 7 of 10, 0.70, +1 -1 =3 ?2", "2000: 1 of 1, 1.00, +0 -0 =0 ?1"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}
