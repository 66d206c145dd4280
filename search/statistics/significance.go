package statistics

import (
	"cmp"
	"math"
	"slices"
)

// exactTerms bounds how many divisions of the results are enumerated, above which
// the normal distribution is near enough.
const exactTerms = 2000

// SameScore returns the p-value, two-sided, of the hypothesis that two sets of
// games score alike: how likely a difference as large as theirs is, either way, if
// their results are shuffled. Few games are enumerated (of games without draws that is
// Fisher's exact test, in which a table counts by its difference); of many the
// difference is compared with a normal distribution. 1 if there is nothing to
// compare.
func SameScore(a, b Results) float64 {
	na, nb := a.Games(), b.Games()
	if na == 0 || nb == 0 {
		return 1
	}
	all := a.Add(b)
	n := float64(na + nb)
	variance := all.variance() * n / (n - 1)
	if variance == 0 {
		return 1
	}
	if na > nb {
		a, na, nb = b, nb, na
	}
	if (min(all.Won, na)+1)*(min(all.Drawn, na)+1) <= exactTerms {
		return shuffled(a, all)
	}
	return bothTails((a.Score() - (n*all.Score()-float64(na)*a.Score())/float64(nb)) / math.Sqrt(variance*(1/float64(na)+1/float64(nb))))
}

// SameShare is [SameScore] of shares, of which ka of na and kb of nb were counted.
func SameShare(ka, na, kb, nb int) float64 {
	return SameScore(Results{Won: ka, Lost: na - ka}, Results{Won: kb, Lost: nb - kb})
}

// shuffled returns the probability that as many games as in a, drawn from all,
// have a score at least as far off its mean.
func shuffled(a, all Results) float64 {
	// In half points, to be exact.
	n, total := a.Games(), all.Games()
	distance := func(points int) int { // of the sum of a's half points, times the number of all games
		return max(points*total-n*(2*all.Won+all.Drawn), n*(2*all.Won+all.Drawn)-points*total)
	}
	observed := distance(2*a.Won + a.Drawn)
	p, whole := 0.0, logChoose(total, n)
	for won := range min(all.Won, n) + 1 {
		for drawn := range min(all.Drawn, n-won) + 1 {
			if lost := n - won - drawn; lost <= all.Lost && distance(2*won+drawn) >= observed {
				p += math.Exp(logChoose(all.Won, won) + logChoose(all.Drawn, drawn) + logChoose(all.Lost, lost) - whole)
			}
		}
	}
	return min(1, p)
}

func logChoose(n, k int) float64 {
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(k + 1))
	c, _ := math.Lgamma(float64(n - k + 1))
	return a - b - c
}

// bothTails returns how likely a normal deviate is as far off as z.
func bothTails(z float64) float64 { return math.Erfc(math.Abs(z) / math.Sqrt2) }

// SameScores returns the p-value of the hypothesis that several sets of games all score
// alike (a χ² test of the means; that of Pearson if there are no draws). Sets
// without games do not matter; 1 if fewer than two are left.
func SameScores(sets []Results) float64 {
	var all Results
	freedom := -1
	for _, r := range sets {
		if all = all.Add(r); r.Games() > 0 {
			freedom++
		}
	}
	if freedom < 1 || all.variance() == 0 {
		return 1
	}
	x := 0.0
	for _, r := range sets {
		d := r.Score() - all.Score()
		x += float64(r.Games()) * d * d
	}
	return upperGamma(float64(freedom)/2, x/all.variance()/2)
}

// upperGamma is the regularised upper incomplete gamma function Q(a, x), by its
// series or continued fraction (W. H. Press et al., Numerical Recipes, 6.2).
func upperGamma(a, x float64) float64 {
	if x <= 0 {
		return 1
	}
	const most, enough = 10_000, 1e-15
	lg, _ := math.Lgamma(a)
	scale := math.Exp(a*math.Log(x) - x - lg)
	if x < a+1 {
		term := 1 / a
		sum := term
		for n := 1.0; n < most && term > sum*enough; n++ {
			term *= x / (a + n)
			sum += term
		}
		return max(0, 1-sum*scale)
	}
	const tiny = 1e-300
	b := x + 1 - a
	c, d := 1/tiny, 1/b
	h := d
	for n := 1.0; n < most; n++ {
		an := -n * (n - a)
		b += 2
		d = 1 / cmp.Or(an*d+b, tiny)
		c = cmp.Or(b+an/c, tiny)
		h *= d * c
		if math.Abs(d*c-1) < enough {
			break
		}
	}
	return scale * h
}

// BenjaminiHochberg returns for each of some p-values the least rate of false
// discoveries at which it is one, also called its q-value: to accept those
// up to 0.05 is wrong for one in twenty of them on average (Y. Benjamini and Y. Hochberg,
// 1995).
func BenjaminiHochberg(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(p[b], p[a]) })
	q := make([]float64, len(p))
	least := 1.0
	for i, at := range order {
		least = min(least, p[at]*float64(len(p))/float64(len(p)-i))
		q[at] = least
	}
	return q
}
