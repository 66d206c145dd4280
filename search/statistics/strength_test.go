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
	const advantage, stone = 0.1, 0.3
	truth := func(p Pairing) float64 {
		return 1 / (1 + math.Exp(-(advantage + stone*float64(p.Handicap) + strengths[p.First] - strengths[p.Second])))
	}
	results := map[Pairing]Results{}
	for a := range strengths {
		for b := range strengths {
			for _, stones := range []uint8{0, 2, 4} {
				p := Pairing{a, b, stones}
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
		{1, 1, 0}: {50, 10, 30}, {1, 2, 0}: {20, 10, 40}, {2, 1, 0}: {9, 0, 0}, {3, 1, 2}: {1, 0, 0}, {1, 3, 0}: {0, 0, 4},
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
	if e, ok := FitStrength(nil).Expected(Pairing{1, 1, 0}); ok || e != 0.5 {
		t.Errorf("without games: %g, %v", e, ok)
	}
}

// The model is the likeliest one, given that strengths are pulled towards the average:
// what each rank scored beyond what was expected is what it is pulled by. Without
// the pull a rank that never lost would be infinitely strong.
func TestFitStrengthIsLikeliest(t *testing.T) {
	results := map[Pairing]Results{
		{1, 2, 0}: {4, 0, 0}, {2, 3, 0}: {20, 2, 11}, {3, 2, 4}: {7, 1, 9}, {3, 1, 0}: {0, 0, 2}, {2, 2, 2}: {8, 0, 3},
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
		near(t, "what is left of a rank", more-pull*s.ranks[rank], 0, 1e-4)
	}
	near(t, "what is left of handicap", stones-pull*s.stone, 0, 1e-4)
	if s.ranks[1] < 0.5 || s.ranks[1] > 5 {
		t.Errorf("the rank that never lost has the strength %g", s.ranks[1])
	}
}

// At the maximum of the likelihood each rank scored what was expected of it, but for what
// pulls it to the average; also if some won or lost all their games, and by a hair.
func TestFitStrengthIsTheMaximum(t *testing.T) {
	for name, results := range map[string]map[Pairing]Results{
		"some":       {{1, 1, 0}: {50, 10, 30}, {1, 2, 0}: {20, 10, 40}, {2, 1, 0}: {9, 0, 0}, {3, 1, 2}: {1, 0, 0}, {1, 3, 0}: {0, 0, 4}},
		"all won":    {{1, 2, 0}: {400, 0, 0}, {2, 1, 0}: {0, 0, 400}, {2, 3, 4}: {300, 0, 0}, {3, 2, 0}: {0, 0, 50}},
		"many, even": {{1, 2, 0}: {100_000, 0, 100_000}, {2, 1, 0}: {99_000, 0, 101_000}, {1, 2, 3}: {7, 0, 5}},
		"far apart":  {{1, 2, 0}: {1, 0, 5000}, {2, 3, 0}: {1, 0, 5000}, {3, 4, 9}: {5000, 0, 1}, {4, 1, 0}: {5000, 0, 0}},
	} {
		s := FitStrength(results)
		gradient := map[int16]float64{}
		stone, free := 0.0, 0.0
		for p, r := range results {
			e, ok := s.Expected(p)
			if !ok {
				t.Fatalf("%s: %+v is not known", name, p)
			}
			over := float64(r.Games()) * (r.Score() - e)
			free += over
			stone += over * float64(p.Handicap)
			gradient[p.First] += over
			gradient[p.Second] -= over
		}
		near(t, name+": the advantage", free, 0, 1e-2)
		near(t, name+": a stone", stone, pull*s.stone, 1e-2)
		for rank, got := range gradient {
			near(t, fmt.Sprintf("%s: rank %d", name, rank), got, pull*s.ranks[rank], 1e-2)
		}
	}
}
