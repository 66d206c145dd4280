package ask

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"kifudb/archive"
	"kifudb/position"
	"kifudb/search"
	"kifudb/search/statistics"
)

// What is expected of games is held against half of the games, which the model has not seen, and
// must be what they scored, by deciles of what was expected and by komi. KIFUDB_REAL names an archive
// of real games.
func TestCalibration(t *testing.T) {
	folder := os.Getenv("KIFUDB_REAL")
	if folder == "" {
		t.Skip("KIFUDB_REAL names no archive of real games")
	}
	a, err := archive.Open(folder, &archive.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	v, err := a.View()
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	q, err := Of(v.Views).question(t.Context(), &archive.Search{Also: map[string]search.Aggregation{askPairings: &search.Pairings{Game: 1, Size: position.Square(19)}}})
	if err != nil {
		t.Fatal(err)
	}
	answer, err := q.Ask(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	// Games of one pairing are alike, so that it does not matter which of them are in which half.
	r := rand.New(rand.NewPCG(1, 2))
	type half = map[statistics.Pairing]statistics.Results
	fitted, plain, held := half{}, half{}, half{}
	for _, p := range answer.Found[askPairings].([]search.PairingResults) {
		for i, n := range []int{p.Won, p.Drawn, p.Lost} {
			one := [...]statistics.Results{{Won: 1}, {Drawn: 1}, {Lost: 1}}[i]
			for range n {
				if r.IntN(2) == 0 {
					held[p.Pairing] = held[p.Pairing].Add(one)
					continue
				}
				fitted[p.Pairing] = fitted[p.Pairing].Add(one)
				without := statistics.Pairing{First: p.First, Second: p.Second, Handicap: p.Handicap}
				plain[without] = plain[without].Add(one)
			}
		}
	}
	for name, s := range map[string]*statistics.Strength{"by komi and era": statistics.FitStrength(fitted), "one for all": statistics.FitStrength(plain)} {
		t.Logf("%s: %d games", name, s.Games())
		calibrate(t, s, held, name == "one for all")
	}
}

// calibrate logs what was expected and what was scored by deciles of the first, by komi, by era
// and by pairs of ranks. A model without komi and era may be wrong.
func calibrate(t *testing.T, s *statistics.Strength, held map[statistics.Pairing]statistics.Results, plain bool) {
	type sum struct {
		name             string
		games            float64
		expected, scored float64
	}
	groups := map[string]*sum{}
	add := func(name string, n, expected, scored float64) {
		g := groups[name]
		if g == nil {
			g = &sum{name: name}
			groups[name] = g
		}
		g.games, g.expected, g.scored = g.games+n, g.expected+n*expected, g.scored+n*scored
	}
	class := func(rank int16) string {
		switch {
		case rank >= 109:
			return "9p"
		case rank >= 107:
			return "7-8p"
		case rank >= 104:
			return "4-6p"
		case rank >= 101:
			return "1-3p"
		}
		return "other"
	}
	for p, r := range held {
		asked := p
		if plain {
			asked = statistics.Pairing{First: p.First, Second: p.Second, Handicap: p.Handicap}
		}
		e, ok := s.Expected(asked)
		if !ok {
			continue
		}
		n := float64(r.Games())
		add(fmt.Sprintf("decile %d", min(int(e*10), 9)), n, e, r.Score())
		add("black "+class(p.First)+" white "+class(p.Second), n, e, r.Score())
		if p.Handicap == 0 {
			add(fmt.Sprintf("komi %.1f", float64(p.Komi)/2), n, e, r.Score())
		}
		add(fmt.Sprintf("era %d", p.Era), n, e, r.Score())
	}
	var names []string
	for name, g := range groups {
		if g.games >= 200 {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		g := groups[name]
		off := (g.scored - g.expected) / g.games
		t.Logf("%-24s %7.0f games: expected %.3f, scored %.3f, %+.3f", name, g.games, g.expected/g.games, g.scored/g.games, off)
		if known := strings.HasPrefix(name, "decile") || strings.HasPrefix(name, "komi"); known && !plain && math.Abs(off) > .02+2/math.Sqrt(g.games) {
			t.Errorf("%s is off by %.3f", name, off)
		}
	}
}
