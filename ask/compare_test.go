package ask

import (
	"math"
	"slices"
	"testing"

	"kifudb/archive"
	"kifudb/archive/archivetest"
	"kifudb/position"
	"kifudb/search"
	"kifudb/search/statistics"
)

// tableOf makes a table of moves at points of the first line.
func tableOf(games int, moves ...search.Continuation) *Next {
	c := &Next{Games: games}
	var won search.Results
	for i, m := range moves {
		played := position.Move{Color: position.White, Point: position.At(i, 0)}
		if m.Games == 0 {
			continue
		}
		c.Next = append(c.Next, NextMove{Games: m.Games, Share: archive.ShareOf(m.Games, games), Won: archive.NewResults(m.Won), Played: played})
		won.Black += m.Won.Black
		won.White += m.Won.White
	}
	c.Won = archive.NewResults(won)
	return c
}

// The shares of Newcombe's first example, 56 of 70 and 48 of 80, differ by 0.0524 to 0.3339;
// the p-values are those of single tests, the q-values are corrected for their number.
func TestCompareTables(t *testing.T) {
	a := tableOf(70, search.Continuation{Games: 56, Won: search.Results{Black: 9, White: 1}}, search.Continuation{Games: 10}, search.Continuation{Games: 4}, search.Continuation{})
	b := tableOf(80, search.Continuation{Games: 48, Won: search.Results{Black: 3, White: 7}}, search.Continuation{Games: 12}, search.Continuation{}, search.Continuation{Games: 20})
	c := compareTables(a, b, 1)
	if len(c.Moves) != 4 || c.Found != 4 {
		t.Fatalf("%d of %d moves", len(c.Moves), c.Found)
	}
	d := c.Moves[0].Share.Difference
	if math.Abs(d.Value-0.2) > 1e-6 || math.Abs(d.Low-0.0524) > 6e-5 || math.Abs(d.High-0.3339) > 6e-5 {
		t.Errorf("shares differ by %+v", d)
	}
	if d = c.Moves[0].Score.Difference; math.Abs(d.Low-0.1705) > 6e-5 || math.Abs(d.High-0.8090) > 6e-5 { // 9 of 10, 3 of 10
		t.Errorf("scores differ by %+v", d)
	}
	var p []float64
	for i, k := range [][2]int{{56, 48}, {10, 12}, {4, 0}, {0, 20}} {
		p = append(p, statistics.SameShare(k[0], 70, k[1], 80))
		if c.Moves[i].Share.P != p[i] {
			t.Errorf("move %d: p = %g, want %g", i, c.Moves[i].Share.P, p[i])
		}
	}
	for i, q := range statistics.BenjaminiHochberg(p) {
		if c.Moves[i].Share.Q != q {
			t.Errorf("move %d: q = %g, want %g", i, c.Moves[i].Share.Q, q)
		}
	}
	// One move has results in both: its test is the only one.
	if s := c.Moves[0].Score; s.Q != s.P || s.P > 0.05 || c.Moves[1].Score.Difference != nil || c.Moves[1].Score.Q != 1 || c.Moves[1].Score.Clear() {
		t.Errorf("scores: %+v, %+v", s, c.Moves[1].Score)
	}
	if onlyA, onlyB := c.Moves[2].Only(); !onlyA || onlyB {
		t.Error("the third move is played in A only")
	}
	if onlyA, onlyB := c.Moves[3].Only(); onlyA || !onlyB {
		t.Error("the fourth move is played in B only")
	}
	c = compareTables(a, b, 20) // what is left out is not tested
	if len(c.Moves) != 3 || c.Found != 4 || c.Moves[1].Share.Q == p[1] && p[1] < 1 && c.Moves[0].Share.Q != p[0]*3/2 {
		t.Errorf("%d of %d moves of 20 games and more", len(c.Moves), c.Found)
	}
	if c := compareTables(tableOf(0), b, 1); c.Moves[0].Share.Difference != nil || c.Score.Difference != nil || c.Moves[0].A.Share != nil {
		t.Errorf("of nothing: %+v", c.Moves[0])
	}
}

// Two sets have what each has alone, in any order of the two.
func TestCompareNext(t *testing.T) {
	v := archivetest.Collection(t)
	at := func(query string) *archive.Search {
		q, err := At(archivetest.Query(t, query), "Q16")
		if err != nil {
			t.Fatal(err)
		}
		return &archive.Search{Query: q}
	}
	early, late := at("date:..1979"), at("date:1970..")
	c, err := Of(v.Views).Compare(t.Context(), early, late, &CompareOptions{})
	if err != nil {
		t.Fatal(err)
	}
	back, err := Of(v.Views).Compare(t.Context(), late, early, &CompareOptions{})
	if err != nil {
		t.Fatal(err)
	}
	page, err := v.Count(t.Context(), at("date:1970..1979"))
	if err != nil {
		t.Fatal(err)
	}
	if c.Both != page.Total || c.Both == 0 || back.Both != c.Both {
		t.Errorf("%d games in both, want %d", c.Both, page.Total)
	}
	for i, s := range [...]*archive.Search{early, late} {
		next, err := Of(v.Views).Next(t.Context(), s, &NextOptions{})
		if err != nil {
			t.Fatal(err)
		}
		set := [...]*CompareSet{&c.A, &c.B}[i]
		if set.Games != next.Games || set.Games == 0 || set.Won.Black != next.Won.Black || set.Provenance.Query != s.Query.String() {
			t.Errorf("set %d: %+v", i, set)
		}
		for _, n := range next.Next {
			k := slices.IndexFunc(c.Moves, func(m CompareMove) bool { return m.Played == n.Played })
			if k < 0 || [...]int{c.Moves[k].A.Games, c.Moves[k].B.Games}[i] != n.Games {
				t.Errorf("set %d: %s%s is not played in %d games", i, n.Color, n.Point, n.Games)
			}
		}
	}
	for i, m := range c.Moves {
		k := slices.IndexFunc(back.Moves, func(o CompareMove) bool { return m.Played == o.Played })
		if o := back.Moves[k]; o.A.Games != m.B.Games || o.Share.P != m.Share.P || o.Share.Q != m.Share.Q ||
			math.Abs(o.Share.Difference.Low+m.Share.Difference.High) > 2e-6 {
			t.Errorf("%s%s the other way round: %+v, %+v", m.Color, m.Point, m, o)
		}
		if i > 0 && m.A.Games+m.B.Games > c.Moves[i-1].A.Games+c.Moves[i-1].B.Games {
			t.Errorf("move %d is not in order", i)
		}
	}
	late.Query = archivetest.Query(t, "date:1970.. pos:D4")
	for _, pair := range [][2]*archive.Search{{early, late}, {early, {}}} {
		if _, err := Of(v.Views).Compare(t.Context(), pair[0], pair[1], &CompareOptions{}); archive.KindOf(err) != archive.KindUsage {
			t.Errorf("%s and %s: %v", pair[0].Query, pair[1].Query, err)
		}
	}
	for _, bad := range []CompareOptions{{Sort: "first"}, {Min: -1}} {
		if _, err := Of(v.Views).Compare(t.Context(), early, at("date:1970.."), &bad); archive.KindOf(err) != archive.KindUsage {
			t.Errorf("%+v: %v", bad, err)
		}
	}
}

// Clear differences come first, of these those in favor of A.
func TestCompareOrder(t *testing.T) {
	share := func(value, q float64) Contrast { return Contrast{Difference: &archive.Share{Value: value}, Q: q} }
	c := &Compare{}
	for _, s := range []Contrast{share(0.5, 0.2), share(-0.1, 0.01), {Q: 0}, share(0.1, 0.05), share(0.6, 0.2)} {
		c.Moves = append(c.Moves, CompareMove{Share: s})
	}
	c.arrange("share")
	var got []float64
	for _, m := range c.Moves {
		if m.Share.Difference != nil {
			got = append(got, m.Share.Difference.Value)
		}
	}
	if want := []float64{0.1, -0.1, 0.6, 0.5}; !slices.Equal(got, want) || c.Moves[4].Share.Difference != nil {
		t.Errorf("%v, want %v", got, want)
	}
}
