package statistics

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// Games of players of known strengths give these back.
func TestFitStrength(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	strengths := map[int16]float64{-3: -1, -1: -0.4, 1: 0, 2: 0.2, 109: 2}
	const first, handicap = 0.1, 0.3
	truth := func(p Pairing) float64 {
		return 1 / (1 + math.Exp(-(first + handicap*float64(p.Handicap) + strengths[p.First] - strengths[p.Second])))
	}
	results := map[Pairing]Results{}
	for a := range strengths {
		for b := range strengths {
			for _, stones := range []uint8{0, 2, 4} {
				p := Pairing{First: a, Second: b, Handicap: stones}
				var got Results
				for range 3000 {
					if r.Float64() < truth(p) {
						got.Won++
					} else {
						got.Lost++
					}
				}
				results[p] = got
			}
		}
	}
	s := FitStrength(results)
	for p := range results {
		got, ok := s.Expected(p)
		if !ok {
			t.Fatalf("%+v is not known", p)
		}
		near(t, "expected", got, truth(p), 0.015)
	}
	if _, ok := s.Expected(Pairing{First: 5, Second: 1}); ok {
		t.Error("an unknown rank is known")
	}
}

// The fit is a maximum: of all games the sum of what was expected is what was
// scored, since the advantage is free; and so it is with draws.
func TestFitStrengthBalances(t *testing.T) {
	results := map[Pairing]Results{
		{First: 1, Second: 1, Handicap: 0}: {50, 10, 30}, {First: 1, Second: 2, Handicap: 0}: {20, 10, 40}, {First: 2, Second: 1, Handicap: 0}: {9, 0, 0}, {First: 3, Second: 1, Handicap: 2}: {1, 0, 0}, {First: 1, Second: 3, Handicap: 0}: {0, 0, 4},
	}
	s := FitStrength(results)
	scored, expected := 0.0, 0.0
	for p, r := range results {
		e, _ := s.Expected(p)
		if !(e > 0.01 && e < 0.99) {
			t.Errorf("%+v: %g", p, e)
		}
		scored += float64(r.Games()) * r.Score()
		expected += float64(r.Games()) * e
	}
	near(t, "expected", expected, scored, 1e-3)
	if s.Games() != 174 {
		t.Errorf("%d games", s.Games())
	}
	if e, ok := FitStrength(nil).Expected(Pairing{First: 1, Second: 1}); ok || e != 0.5 {
		t.Errorf("without games: %g, %v", e, ok)
	}
}

// The model is the likeliest one, given that strengths are pulled towards the average:
// what each rank scored beyond what was expected is what it is pulled by. Without
// the pull a rank that never lost would be infinitely strong.
func TestFitStrengthIsLikeliest(t *testing.T) {
	results := map[Pairing]Results{
		{First: 1, Second: 2, Handicap: 0}: {4, 0, 0}, {First: 2, Second: 3, Handicap: 0}: {20, 2, 11}, {First: 3, Second: 2, Handicap: 4}: {7, 1, 9}, {First: 3, Second: 1, Handicap: 0}: {0, 0, 2}, {First: 2, Second: 2, Handicap: 2}: {8, 0, 3},
	}
	s := FitStrength(results)
	pulled := map[int16]float64{}
	stones := 0.0
	for p, r := range results {
		e, _ := s.Expected(p)
		more := float64(r.Games()) * (r.Score() - e)
		pulled[p.First] += more
		pulled[p.Second] -= more
		stones += more * float64(p.Handicap)
	}
	for rank, more := range pulled {
		near(t, "what is left of a rank", more-pulls[rankStrength]*s.at[parameter{kind: rankStrength, value: rank}], 0, 1e-4)
	}
	near(t, "what is left of handicap", stones-pulls[stone]*s.at[parameter{kind: stone}], 0, 1e-4)
	if s.at[parameter{kind: rankStrength, value: 1}] < 0.5 || s.at[parameter{kind: rankStrength, value: 1}] > 5 {
		t.Errorf("the rank that never lost has the strength %g", s.at[parameter{kind: rankStrength, value: 1}])
	}
}

// At the maximum of the likelihood each rank scored what was expected of it, but for what
// pulls it to the average; also if some won or lost all their games, and by a hair.
func TestFitStrengthIsTheMaximum(t *testing.T) {
	for name, results := range map[string]map[Pairing]Results{
		"some":       {{First: 1, Second: 1, Handicap: 0}: {50, 10, 30}, {First: 1, Second: 2, Handicap: 0}: {20, 10, 40}, {First: 2, Second: 1, Handicap: 0}: {9, 0, 0}, {First: 3, Second: 1, Handicap: 2}: {1, 0, 0}, {First: 1, Second: 3, Handicap: 0}: {0, 0, 4}},
		"all won":    {{First: 1, Second: 2, Handicap: 0}: {400, 0, 0}, {First: 2, Second: 1, Handicap: 0}: {0, 0, 400}, {First: 2, Second: 3, Handicap: 4}: {300, 0, 0}, {First: 3, Second: 2, Handicap: 0}: {0, 0, 50}},
		"many, even": {{First: 1, Second: 2, Handicap: 0}: {100_000, 0, 100_000}, {First: 2, Second: 1, Handicap: 0}: {99_000, 0, 101_000}, {First: 1, Second: 2, Handicap: 3}: {7, 0, 5}},
		"far apart":  {{First: 1, Second: 2, Handicap: 0}: {1, 0, 5000}, {First: 2, Second: 3, Handicap: 0}: {1, 0, 5000}, {First: 3, Second: 4, Handicap: 9}: {5000, 0, 1}, {First: 4, Second: 1, Handicap: 0}: {5000, 0, 0}},
	} {
		s := FitStrength(results)
		gradient := map[int16]float64{}
		handicap, free := 0.0, 0.0
		for p, r := range results {
			e, ok := s.Expected(p)
			if !ok {
				t.Fatalf("%s: %+v is not known", name, p)
			}
			over := float64(r.Games()) * (r.Score() - e)
			free += over
			handicap += over * float64(p.Handicap)
			gradient[p.First] += over
			gradient[p.Second] -= over
		}
		near(t, name+": the advantage", free, 0, 1e-2)
		near(t, name+": a stone", handicap, pulls[stone]*s.at[parameter{kind: stone}], 1e-2)
		for rank, got := range gradient {
			near(t, fmt.Sprintf("%s: rank %d", name, rank), got, pulls[rankStrength]*s.at[parameter{kind: rankStrength, value: rank}], 1e-2)
		}
	}
}

// Games of players whose strengths change with the times and whose komi differs give the
// parts back, and the slack is none; a fit without them has one.
func TestFitStrengthByKomiAndEra(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	truth := func(p Pairing) float64 {
		strength := func(rank int16) float64 { return float64(rank) * (0.5 - 0.05*float64(p.Era)) }
		return chance(0.5 - 0.05*float64(p.Komi) + strength(p.First) - strength(p.Second))
	}
	full, plain := map[Pairing]Results{}, map[Pairing]Results{}
	for first := range int16(3) {
		for second := range int16(3) {
			for _, era := range []Era{1, 4, 8} {
				for _, komi := range []KomiClass{0, 11, 13} {
					p := Pairing{First: first + 1, Second: second + 1, Komi: komi, Era: era}
					var got Results
					for range 4000 {
						if r.Float64() < truth(p) {
							got.Won++
						} else {
							got.Lost++
						}
					}
					full[p] = got
					without := Pairing{First: p.First, Second: p.Second}
					plain[without] = plain[without].Add(got)
				}
			}
		}
	}
	s := FitStrength(full)
	for p := range full {
		got, ok := s.Expected(p)
		if !ok {
			t.Fatalf("%+v is not known", p)
		}
		near(t, fmt.Sprintf("expected of %+v", p), got, truth(p), 0.02)
	}
	if slack := s.Slack(map[Pairing]int{{First: 1, Second: 2, Era: 4}: 1}); slack > 0.015 {
		t.Errorf("a slack of %g", slack)
	}
	// What nothing is known of is as usual.
	usual, ok := s.Expected(Pairing{First: 1, Second: 1, Komi: NoKomiClass, Era: 3})
	if !ok || usual < truth(Pairing{First: 1, Second: 1, Komi: 13}) || usual > truth(Pairing{First: 1, Second: 1}) {
		t.Errorf("of an unknown komi: %g, %v", usual, ok)
	}
}

// The slack is how far scores of games alike are from what was expected, beyond chance.
func TestSlack(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	results := map[Pairing]Results{}
	const off = 0.1 // each era of a pair of ranks is so far from .5, one way or the other
	for rank := range int16(15) {
		for other := range int16(15) {
			p, chance := Pairing{First: rank, Second: other + 100}, 0.5+off
			if r.IntN(2) == 0 {
				chance = 0.5 - off
			}
			var got Results
			for range 90 {
				if r.Float64() < chance {
					got.Won++
				} else {
					got.Lost++
				}
			}
			results[p] = got
		}
	}
	s := FitStrength(results)
	one := Pairing{First: 1, Second: 101}
	near(t, "the slack", s.Slack(map[Pairing]int{one: 7}), s.slack[0], 1e-9)
	near(t, "the slack of ranks", s.slack[0], off, 0.015)
	// What is wrong of several ranks is not so the same way.
	near(t, "the slack of four pairs", s.Slack(map[Pairing]int{one: 5, {First: 2, Second: 101}: 5, {First: 1, Second: 102}: 5, {First: 2, Second: 102}: 5}), s.slack[0]/2, 1e-9)
}

func TestKomiClassAndEra(t *testing.T) {
	for hundredths, want := range map[int32]KomiClass{0: 0, 50: 1, 375: 8, 550: 11, 650: 13, 750: 15, -600: -12, 1_000_000: 40, -1_000_000: -20} {
		if got := KomiClassOf(hundredths); got != want {
			t.Errorf("a komi of %d: %d, want %d", hundredths, got, want)
		}
	}
	for year, want := range map[int]Era{-5: 0, 0: 0, 1625: 1, 1899: 1, 1900: 2, 1919: 2, 1920: 3, 1999: 6, 2000: 7, 2009: 7, 2010: 8, 2026: 9, 9999: 207} {
		if got := EraOf(year); got != want {
			t.Errorf("%d: era %d, want %d", year, got, want)
		}
	}
}
