package statistics

import "math"

// A Prior is the expected score of a row before its own games count: a
// beta distribution with a mean and a weight in games.
type Prior struct{ Mean, Games float64 }

// The weight of a prior is looked for between these, in games. With the greatest one
// rows hardly differ beyond chance.
const (
	leastWeight = 1
	mostWeight  = 1e5
)

// A logarithm of a likelihood that is greater by less than this is due to rounding, or as good as.
// Where no row has more than one game, any weight is as likely as any other.
const nothingGained = 1e-6

// FitPrior returns the prior of rows of one table: its mean is that of their parent, the
// position itself, and its weight makes the rows' results likeliest under a
// beta-binomial distribution (empirical Bayes; B. Efron and C. Morris, 1975). A draw
// counts as half a win and half a loss. If no weight is likelier than the greatest one, that one counts.
func FitPrior(parent Results, rows []Results) Prior {
	mean := parent.Score()
	if parent.Games() == 0 {
		mean = 0.5
	}
	mean = min(max(mean, 1e-6), 1-1e-6)
	kinds, kindOf := alike(rows)
	each := make([]float64, len(kinds))
	likelihood := func(logWeight float64) float64 {
		weight := math.Exp(logWeight)
		before := logBeta(mean*weight, (1-mean)*weight)
		for i, r := range kinds {
			n := float64(r.Games())
			k := n * r.Score()
			each[i] = logBeta(k+mean*weight, n-k+(1-mean)*weight) - before
		}
		sum := 0.0
		for _, i := range kindOf {
			sum += each[i]
		}
		return sum
	}
	best := highest(likelihood, math.Log(leastWeight), math.Log(mostWeight))
	if most := math.Log(mostWeight); likelihood(most) > likelihood(best)-nothingGained {
		best = most
	}
	return Prior{mean, math.Exp(best)}
}

// alike returns the kinds of rows that have games, and of which kind each is: most rows of a table have
// one game or two.
func alike(rows []Results) (kinds []Results, kindOf []int) {
	kindOf = make([]int, 0, len(rows))
	known := map[Results]int{}
	for _, r := range rows {
		if r.Games() <= 0 {
			continue
		}
		i, ok := known[r]
		if !ok {
			i = len(kinds)
			known[r], kinds = i, append(kinds, r)
		}
		kindOf = append(kindOf, i)
	}
	return kinds, kindOf
}

// highest returns where a function with one peak is highest, by golden sections.
func highest(f func(float64) float64, low, high float64) float64 {
	const golden = 0.6180339887498949
	a, b := high-golden*(high-low), low+golden*(high-low)
	fa, fb := f(a), f(b)
	for range 50 {
		if fa > fb {
			high, b, fb = b, a, fa
			a = high - golden*(high-low)
			fa = f(a)
		} else {
			low, a, fa = a, b, fb
			b = low + golden*(high-low)
			fb = f(b)
		}
	}
	return (low + high) / 2
}

func logBeta(a, b float64) float64 {
	x, _ := math.Lgamma(a)
	y, _ := math.Lgamma(b)
	z, _ := math.Lgamma(a + b)
	return x + y - z
}

// Estimate returns the score of a row shrunken towards the prior: few games move it
// little. It is what rows are ordered by; the share of two games is not.
func (p Prior) Estimate(r Results) float64 {
	n := float64(r.Games())
	return (n*r.Score() + p.Mean*p.Games) / (n + p.Games)
}
