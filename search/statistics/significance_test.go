package statistics

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Fisher's lady tasting tea, and other tables with two-sided values that are published.
func TestSameShare(t *testing.T) {
	near(t, "3 of 4 against 1 of 4", SameShare(3, 4, 1, 4), 34./70, 1e-12)
	near(t, "4 of 4 against 0 of 4", SameShare(4, 4, 0, 4), 2./70, 1e-12)
	near(t, "10 of 13 against 2 of 17 (convicted twins)", SameShare(10, 13, 2, 17), 0.0005367, 5e-8)
	near(t, "many", SameShare(5000, 10_000, 4800, 10_000), 0.00467, 5e-6) // z = 2.829
	near(t, "nothing", SameShare(0, 0, 3, 5), 1, 0)
	near(t, "all alike", SameShare(3, 3, 5, 5), 1, 0)
	near(t, "few against very many", SameShare(2, 3, 50_000, 100_000), 1, 1e-4)
}

// What is enumerated is how often shuffled results differ as much.
func TestSameScoreShuffled(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, c := range [][2]Results{{{3, 4, 1}, {2, 2, 6}}, {{0, 2, 0}, {5, 0, 3}}, {{6, 1, 0}, {1, 1, 5}}} {
		var bag []int
		for _, x := range c {
			for i, n := range []int{x.Lost, x.Drawn, x.Won} {
				for range n {
					bag = append(bag, i)
				}
			}
		}
		n, whole := c[0].Games(), 0
		for _, points := range bag {
			whole += points
		}
		off := func(points int) int { return max(points*len(bag)-n*whole, n*whole-points*len(bag)) }
		observed, as, all := off(2*c[0].Won+c[0].Drawn), 0, 40_000
		for range all {
			r.Shuffle(len(bag), func(i, j int) { bag[i], bag[j] = bag[j], bag[i] })
			sum := 0
			for _, points := range bag[:n] {
				sum += points
			}
			if off(sum) >= observed {
				as++
			}
		}
		near(t, "p", SameScore(c[0], c[1]), float64(as)/float64(all), 0.01)
		near(t, "p the other way round", SameScore(c[1], c[0]), SameScore(c[0], c[1]), 1e-12)
	}
}

// Where enumeration ends, both ways nearly agree.
func TestSameScoreOfMany(t *testing.T) {
	for _, c := range [][2]Results{{{30, 20, 35}, {25, 20, 80}}, {{300, 200, 350}, {320, 200, 350}}, {{900, 3, 880}, {60, 1, 50}}} {
		all := c[0].Add(c[1])
		if (min(all.Won, c[0].Games(), c[1].Games())+1)*(all.Drawn+1) <= exactTerms && all.Drawn > 10 {
			t.Fatalf("%v is enumerated", c)
		}
		near(t, "p", SameScore(c[0], c[1]), shuffled(c[0], all), 0.02)
	}
}

// Quantiles of χ² from tables: 5 % at 3.841 (1), 7.815 (3), 18.307 (10).
func TestSameScores(t *testing.T) {
	near(t, "1", upperGamma(0.5, 3.841459/2), 0.05, 1e-6)
	near(t, "3", upperGamma(1.5, 7.814728/2), 0.05, 1e-6)
	near(t, "10", upperGamma(5, 18.307038/2), 0.05, 1e-6)
	near(t, "10, 99 %", upperGamma(5, 2.558212/2), 0.99, 1e-6)
	// Snedecor and Cochran's way: 2 × 2 is z².
	near(t, "two sets", SameScores([]Results{{50, 0, 50}, {35, 0, 65}, {}}), 0.0320, 1e-4)                // χ² = 4.604
	near(t, "three sets", SameScores([]Results{{50, 0, 50}, {35, 0, 65}, {}, {42, 0, 58}}), 0.0995, 1e-4) // χ² = 4.615 of 2: exp(-χ²/2)
	near(t, "two games", SameScores([]Results{{1, 0, 0}, {0, 0, 1}}), math.Erfc(1), 1e-12)                // χ² = 2
	near(t, "two sets that won all", SameScores([]Results{{5, 0, 0}, {3, 0, 0}}), 1, 0)
	near(t, "no games", SameScores([]Results{{}, {}}), 1, 0)
	near(t, "one set", SameScores([]Results{{5, 1, 5}, {}}), 1, 0)
}

// The example of Benjamini and Hochberg 1995: at 0.05 four hypotheses of fifteen are
// rejected, of which Bonferroni's method rejects three.
func TestBenjaminiHochberg(t *testing.T) {
	p := []float64{0.0201, 0.0001, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.0004, 0.4262, 0.0019, 0.5719, 0.6528, 0.0095, 0.7590, 1.000}
	q := BenjaminiHochberg(p)
	rejected := 0
	for i := range q {
		if q[i] <= 0.05 {
			rejected++
			if p[i] > 0.0095 {
				t.Errorf("%g is rejected", p[i])
			}
		}
		if q[i] < p[i] || q[i] > 1 {
			t.Errorf("%g has the q-value %g", p[i], q[i])
		}
	}
	if rejected != 4 {
		t.Errorf("%d are rejected, want 4", rejected)
	}
	near(t, "the fourth", q[12], 0.0095*15/4, 1e-12)
	if got := BenjaminiHochberg(nil); len(got) != 0 {
		t.Errorf("of nothing: %v", got)
	}
}
