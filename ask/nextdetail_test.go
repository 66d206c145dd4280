package ask

import (
	"cmp"
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"kifudb/archive"
	"kifudb/archive/archivetest"
	"kifudb/position"
	"kifudb/search"
	"kifudb/search/statistics"
	"kifudb/store"
)

// What a table says of strength is what all games of the archive say, added up one by one.
func TestNextAdjusted(t *testing.T) {
	v := archivetest.Collection(t)
	results := map[statistics.Pairing]statistics.Results{}
	type rated struct {
		pairing statistics.Pairing
		won     statistics.Results
	}
	games := map[archive.GameID]rated{}
	clusters, err := v.Clusters(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range v.Snapshot().Segments() {
		for local := range g.Len() {
			id := g.Base() + archive.GameID(local)
			f := g.Facts(local)
			_, member, _ := clusters.Of(id) // 0 for the preferred record
			r := statistics.Results{}
			switch f.Winner {
			case 1:
				r.Won = 1
			case 2:
				r.Lost = 1
			case 3:
				r.Drawn = 1
			}
			if f.Game != 1 || f.Size != position.Square(19) || f.BlackRank == 0 || f.WhiteRank == 0 || r.Games() == 0 || member > 0 {
				continue
			}
			p := statistics.Pairing{First: f.BlackRank, Second: f.WhiteRank, Handicap: f.Handicap, Komi: statistics.NoKomiClass, Era: statistics.EraOf(int(f.DateLo / 10000))}
			if f.Komi != store.NoKomi {
				p.Komi = statistics.KomiClassOf(f.Komi)
			}
			results[p] = results[p].Add(r)
			games[id] = rated{p, r}
		}
	}
	strength := statistics.FitStrength(results)
	next, err := Of(v.Views).Next(t.Context(), &archive.Search{Query: archivetest.Query(t, `pos:"Q16"`)}, &NextOptions{Detail: true})
	if err != nil {
		t.Fatal(err)
	}
	page, err := v.Search(t.Context(), &archive.Search{Query: archivetest.Query(t, `pos:"Q16"`)})
	if err != nil {
		t.Fatal(err)
	}
	var all statistics.Results
	expected, pairings := 0.0, map[statistics.Pairing]int{}
	for _, g := range page.Games {
		if r, ok := games[g.ID]; ok {
			pairings[r.pairing]++
			e, _ := strength.Expected(r.pairing)
			expected += e
			all = all.Add(r.won)
		}
	}
	a := next.Detail.Adjusted
	if a == nil || a.Games != all.Games() || a.Games == 0 {
		t.Fatalf("%+v, want %d games", a, all.Games())
	}
	expected /= float64(all.Games())
	if math.Abs(a.Expected-expected) > 1e-6 || math.Abs(a.Score-all.Score()) > 1e-6 || math.Abs(a.Difference.Value-(all.Score()-expected)) > 2e-6 {
		t.Errorf("%+v, want %.6f expected, %.6f scored", a, expected, all.Score())
	}
	score := statistics.Score(all)
	over, slack := score.Value-expected, statistics.Z95*strength.Slack(pairings)
	low, high := over-math.Hypot(score.Value-score.Low, slack), over+math.Hypot(score.High-score.Value, slack)
	if slack == 0 || math.Abs(a.Difference.Low-low) > 2e-6 || math.Abs(a.Difference.High-high) > 2e-6 {
		t.Errorf("%+v, want %.6f to %.6f: the intervals of the score and of what is expected, %.6f", a.Difference, low, high, slack)
	}
}

// A position after a move is reached in the games that are found by it, in whatever
// order; where it was played here is among them.
func TestNextReached(t *testing.T) {
	v := archivetest.Collection(t)
	more := 0
	for _, at := range []string{"Q16", "Q16 D4 Q3", "5@6", "startpos moves 7g7f"} {
		q, err := At(archive.Query{}, at)
		if err != nil {
			t.Fatal(err)
		}
		next, err := Of(v.Views).Next(t.Context(), &archive.Search{Query: q}, &NextOptions{Detail: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range next.Next {
			if n.Played.Point == position.Pass {
				continue
			}
			if n.Detail.Reached == nil || *n.Detail.Reached < n.Games {
				t.Errorf("%s, then %s%s in %d games: reached %v", at, n.Color, n.Point, n.Games, n.Detail.Reached)
				continue
			}
			if next.Asked.Goban() == nil {
				continue
			}
			after := next.Asked.Goban().Clone()
			after.Play(n.Played)
			found, err := v.Count(t.Context(), &archive.Search{Query: archivetest.Query(t, `pos:"`+after.SetupSGF()+`"`)})
			if err != nil {
				t.Fatal(err)
			}
			if found.Total != *n.Detail.Reached {
				t.Errorf("%s, then %s%s: reached %d, found %d", at, n.Color, n.Point, *n.Detail.Reached, found.Total)
			}
			if found.Total > n.Games {
				more++
			}
		}
	}
	if more == 0 {
		t.Error("nothing is reached in another order; the test tests little")
	}
}

// Orders and bounds of the table: each order is what it says, and no move is lost.
func TestNextOrders(t *testing.T) {
	v := archivetest.Collection(t)
	ask := func(o NextOptions) *Next {
		t.Helper()
		next, err := Of(v.Views).Next(t.Context(), &archive.Search{Query: archivetest.Query(t, `pos:"Q16"`)}, &o)
		if err != nil {
			t.Fatal(err)
		}
		return next
	}
	whole := ask(NextOptions{})
	keys := map[string]func(n *NextMove) float64{ // ascending
		"games":    func(n *NextMove) float64 { return -float64(n.Games) },
		"score":    func(n *NextMove) float64 { return -n.Estimate },
		"adjusted": func(n *NextMove) float64 { return -n.moverAdjusted() },
		"first":    func(n *NextMove) float64 { return float64(n.Detail.first()) },
		"last":     func(n *NextMove) float64 { return -float64(n.Detail.last()) },
		"tenuki":   func(n *NextMove) float64 { return -float64(n.AfterTenuki) },
	}
	sort, _ := reflect.TypeFor[NextOptions]().FieldByName("Sort")
	orders := OptionValues(sort)
	if len(orders) != len(keys) {
		t.Errorf("orders %q", orders)
	}
	for _, order := range orders {
		got := ask(NextOptions{Sort: order})
		if len(got.Next) != len(whole.Next) || got.Moves != len(whole.Next) {
			t.Errorf("by %s: %d of %d moves, want %d", order, len(got.Next), got.Moves, len(whole.Next))
		}
		if !slices.IsSortedFunc(got.Next, func(a, b NextMove) int { return cmp.Compare(keys[order](&a), keys[order](&b)) }) {
			t.Errorf("by %s: not in order", order)
		}
	}
	some := ask(NextOptions{Min: 2, Limit: 2})
	if len(some.Next) != 2 || some.Moves != whole.Moves || some.Games != whole.Games {
		t.Errorf("%d of %d moves", len(some.Next), some.Moves)
	}
	// The estimate lies between the score and that of the position.
	for _, n := range whole.Next {
		of, all := n.Won.SeenBy(n.Played.Color), whole.Won.SeenBy(n.Played.Color)
		if of.Games() > 0 && (n.Estimate < min(of.Score(), all.Score())-1e-6 || n.Estimate > max(of.Score(), all.Score())+1e-6) {
			t.Errorf("%s%s: estimated %g of %g among %g", n.Color, n.Point, n.Estimate, of.Score(), all.Score())
		}
	}
	for _, bad := range []NextOptions{{Sort: "colour"}, {Min: -1}, {Limit: -1}, {By: "C"}, {By: "nonsense"}} {
		if _, err := Of(v.Views).Next(t.Context(), &archive.Search{Query: archivetest.Query(t, `pos:"Q16"`)}, &bad); archive.KindOf(err) != archive.KindUsage {
			t.Errorf("%+v: %v", bad, err)
		}
	}
}

// The values of a field have the games that are found with them: of a rank those in which it
// moves.
func TestNextBy(t *testing.T) {
	v := archivetest.Collection(t)
	for field, term := range map[string]string{"decade": "date:%s", "player": "white=\"%s\"", "rank": "whiterank:%s"} {
		next, err := Of(v.Views).Next(t.Context(), &archive.Search{Query: archivetest.Query(t, `pos:"Q16"`)}, &NextOptions{By: field})
		if err != nil {
			t.Fatal(err)
		}
		if next.By == nil || len(next.By.Values) < 2 {
			t.Fatalf("by %s: %+v", field, next.By)
		}
		for _, value := range next.By.Values {
			one, err := Of(v.Views).Next(t.Context(), &archive.Search{Query: archivetest.Query(t, fmt.Sprintf(`pos:"Q16" `+term, value.Value))}, &NextOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if one.Games != value.Games || one.Won.Black != value.Won.Black || one.Won.White != value.Won.White {
				t.Errorf("%s %s: %d games %+v, found %d %+v", field, value.Value, value.Games, value.Won, one.Games, one.Won)
			}
			for _, n := range one.Next {
				i := slices.IndexFunc(next.Next, func(c NextMove) bool { return c.Played == n.Played })
				at := slices.IndexFunc(next.Next[i].By, func(b NextValue) bool { return b.Value == value.Value })
				if at < 0 || next.Next[i].By[at].Games != n.Games || next.Next[i].By[at].Share.Value != n.Share.Value {
					t.Errorf("%s %s: %s%s is not played in %d games", field, value.Value, n.Color, n.Point, n.Games)
				}
			}
		}
	}
}

// Games that end differently are said to be mixed, others are not.
func TestMixture(t *testing.T) {
	apart := map[string]statistics.Results{"9p": {Won: 60, Lost: 40}, "1d": {Won: 40, Lost: 60}, "2d": {Won: 9}}
	m := mixture(apart, true)
	if m == nil || m.Lowest != "1d" || m.Highest != "9p" || m.Values != 2 || !m.Mover || !(m.Low > 0.4 && m.Low < 0.5 && m.High > 0.5 && m.High < 0.6) {
		t.Errorf("%+v", m)
	}
	if m := mixture(map[string]statistics.Results{"9p": {Won: 55, Lost: 45}, "1d": {Won: 45, Lost: 55}}, true); m != nil {
		t.Errorf("within chance: %+v", m)
	}
	if m := mixture(nil, true); m != nil {
		t.Errorf("of nothing: %+v", m)
	}
}

func TestAt(t *testing.T) {
	for _, c := range []struct{ query, at, want string }{
		{"", "Q16", `pos:"Q16"`},
		{"player:lee or player:cho", "Q16 D4", `(player:lee or player:cho) pos:"Q16 D4"`},
		{"date:1990", "pat:NE[..|X.]", `date:1990 pat:NE[..|X.]`},
		{"game:gomoku", "h8", `game:gomoku pos:"h8"`},
		{"", "then(pos:Q16, within:5, pat:[XX])", `then(pos:Q16, within:5, pat:[XX])`},
		{"", "7@12", "pos:7@12"},
		{"", "B[pd];W[dp]", `pos:"B[pd];W[dp]"`},
	} {
		got, err := At(archivetest.Query(t, c.query), c.at)
		if want := archivetest.Query(t, c.want); err != nil || got.String() != want.String() {
			t.Errorf("%s at %s: %s, %v; want %s", c.query, c.at, got, err, want)
		}
	}
	for _, c := range [][2]string{{"", "Q99"}, {"pos:Q16", "D4"}, {"", `Q16" or "`}, {"", "pat:[X] or pat:[O]"}, {"", "pos:"}} {
		if q, err := At(archivetest.Query(t, c[0]), c[1]); err == nil {
			t.Errorf("%s at %s is %s", c[0], c[1], q)
		}
	}
}

// Details of several archives add up, and name games by their archives.
func TestNextDetailOfSeveral(t *testing.T) {
	vs := together(t)
	s := &archive.Search{Query: archivetest.Query(t, `pos:[19x19] symmetry:off`), Records: true}
	o := &NextOptions{Detail: true, By: "decade"}
	both, err := vs.Next(t.Context(), s, o)
	if err != nil {
		t.Fatal(err)
	}
	named := map[int]bool{}
	for _, n := range both.Next {
		players, games, first, last, decades := map[string]bool{}, 0, 0, 0, map[string]int{}
		for i, v := range vs.All() {
			one, err := Of(v.Views).Next(t.Context(), s, o)
			if err != nil {
				t.Fatal(err)
			}
			at := slices.IndexFunc(one.Next, func(c NextMove) bool { return c.Played == n.Played })
			if at < 0 {
				continue
			}
			d := one.Next[at].Detail
			games += one.Next[at].Games
			if d.First != nil && (first == 0 || d.First.Year < first) {
				first = d.First.Year
			}
			if d.Last != nil {
				last = max(last, d.Last.Year)
			}
			if d.Most != nil {
				players[d.Most.Player] = true
			}
			for _, value := range one.Next[at].By {
				decades[value.Value] += value.Games
			}
			if n.Detail.First != nil && d.First != nil && n.Detail.First.Game == fmt.Sprintf("%d:%s", i+1, d.First.Game) {
				named[i] = true
			}
		}
		d := n.Detail
		if n.Games != games || d.First != nil && (d.First.Year != first || d.Last.Year != last) || d.First == nil && first != 0 {
			t.Errorf("%s%s: %d games from %+v to %+v, want %d from %d to %d", n.Color, n.Point, n.Games, d.First, d.Last, games, first, last)
		}
		for _, value := range n.By {
			if decades[value.Value] != value.Games {
				t.Errorf("%s%s: %d games in %s, want %d", n.Color, n.Point, value.Games, value.Value, decades[value.Value])
			}
		}
	}
	if len(named) != 2 {
		t.Errorf("first games are named of archives %v; the test tests little", named)
	}
}

// Games with colors exchanged count for the other side, with what is expected of it; one
// player has more than half of the games or not.
func TestDetail(t *testing.T) {
	strong := statistics.Pairing{First: 9, Second: 1}
	strength := statistics.FitStrength(map[statistics.Pairing]statistics.Results{strong: {Won: 80, Lost: 20}, {First: 1, Second: 9}: {Won: 25, Lost: 75}})
	e, _ := strength.Expected(strong)
	pairings := []search.PairingResults{{Pairing: strong, Results: statistics.Results{Won: 7, Drawn: 1, Lost: 2}}}
	a := adjusted(pairings, strength)
	pairings[0].Swapped = true
	b := adjusted(pairings, strength)
	if math.Abs(a.Expected-e) > 1e-6 || math.Abs(a.Score-0.75) > 1e-6 || a.Games != 10 {
		t.Errorf("%+v, want 0.75 of %g", a, e)
	}
	if math.Abs(b.Expected-(1-e)) > 1e-6 || math.Abs(b.Score-0.25) > 1e-6 || math.Abs(b.Difference.Low+a.Difference.High) > 3e-6 {
		t.Errorf("exchanged: %+v, want 0.25 of %g", b, 1-e)
	}
	if a := adjusted([]search.PairingResults{{Pairing: statistics.Pairing{First: 5, Second: 1}, Results: statistics.Results{Won: 3}}}, strength); a != nil {
		t.Errorf("of a rank that nobody has: %+v", a)
	}
	for _, c := range []struct {
		players map[string]int
		games   int
		most    string
		one     bool
	}{
		{map[string]int{"Cho": 6, "Lee": 5}, 11, "Cho", true},
		{map[string]int{"Cho": 5, "Lee": 5}, 10, "Cho", false},
		{map[string]int{"Lee": 5}, 10, "Lee", false}, // who played the others is not known
		{map[string]int{"Lee": 1}, 1, "Lee", false},
	} {
		d := (&Views{}).detail(&search.Detail{Players: c.players}, c.games, strength)
		if d.Most.Player != c.most || d.OnePlayer != c.one || d.Players != len(c.players) {
			t.Errorf("%v of %d games: %+v, %v", c.players, c.games, d.Most, d.OnePlayer)
		}
	}
}

// Moves whose years are not known come behind all others, by the first year and by the last.
func TestYearsOfDetails(t *testing.T) {
	known := &NextDetail{First: &Occasion{Year: 1846}, Last: &Occasion{Year: 1999}}
	for name, d := range map[string]*NextDetail{"no detail": nil, "no years": {}} {
		if d.first() <= known.first() || d.last() >= known.last() {
			t.Errorf("%s: from %d to %d", name, d.first(), d.last())
		}
	}
	if known.first() != 1846 || known.last() != 1999 {
		t.Errorf("from %d to %d", known.first(), known.last())
	}
}
