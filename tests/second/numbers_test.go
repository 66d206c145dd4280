package second

import "math"

// z is the standard normal quantile of two-sided intervals of 95 %.
const z = 1.959963984540054

// wilson returns the share k of n with the two solutions m of (k/n - m)² = z² m (1-m) / n.
func wilson(k, n int) any {
	if n == 0 {
		return nil
	}
	p, nn := float64(k)/float64(n), float64(n)
	a, b, c := 1+z*z/nn, -2*p-z*z/nn, p*p
	root := math.Sqrt(max(0, b*b-4*a*c))
	return object{"value": p, "low": (-b - root) / (2 * a), "high": (-b + root) / (2 * a)}
}

// A tally counts how games ended.
type tally struct{ black, white, draw, other int }

func (w *tally) add(r *record) {
	switch r.winner {
	case 'B':
		w.black++
	case 'W':
		w.white++
	case 'D':
		w.draw++
	default:
		w.other++
	}
}

func (w tally) decided() int   { return w.black + w.white + w.draw }
func (w tally) score() float64 { return (float64(w.black) + float64(w.draw)/2) / float64(w.decided()) }

// trinomial returns a score with the interval of the score test: all means m from which the
// score is at most z standard errors away, these by the likeliest results of mean m.
func trinomial(w tally) any {
	n := float64(w.decided())
	if n == 0 {
		return nil
	}
	s := w.score()
	within := func(m float64) bool { return math.Abs(s-m) <= z*math.Sqrt(likeliestVariance(w, m)/n) }
	end := func(far float64) float64 {
		near := s
		if within(far) {
			return far
		}
		for range 200 {
			if middle := (near + far) / 2; within(middle) {
				near = middle
			} else {
				far = middle
			}
		}
		return near
	}
	return object{"value": s, "low": end(0), "high": end(1)}
}

// likeliestVariance finds the share of draws that makes the results likeliest among those of a
// mean by halving, and returns the variance of a game.
func likeliestVariance(w tally, m float64) float64 {
	low, high := 0.0, 2*min(m, 1-m)
	slope := func(d float64) float64 { // of the logarithm of the likelihood, which falls
		sum := 0.0
		if w.draw > 0 {
			sum += float64(w.draw) / d
		}
		if w.black > 0 {
			sum -= float64(w.black) / (2 * (m - d/2))
		}
		if w.white > 0 {
			sum -= float64(w.white) / (2 * (1 - m - d/2))
		}
		return sum
	}
	for range 200 {
		if middle := (low + high) / 2; slope(middle) > 0 {
			low = middle
		} else {
			high = middle
		}
	}
	d := (low + high) / 2
	return m - d/2 + d/4 - m*m
}

// results returns the counts of a tally as JSON has them.
func (w tally) results() object {
	o := object{
		"black": w.black, "white": w.white, "draw": w.draw, "other": w.other, "decided": w.decided(),
		"black_share": wilson(w.black, w.decided()), "white_share": wilson(w.white, w.decided()), "draw_share": wilson(w.draw, w.decided()),
		"black_score": nil,
	}
	if w.draw > 0 {
		o["black_score"] = trinomial(w)
	}
	return o
}

// outcome returns the same for a player who had Black, as a tally counts.
func (w tally) outcome() object {
	o := object{
		"won": w.black, "lost": w.white, "drawn": w.draw, "unknown": w.other, "decided": w.decided(),
		"won_share": wilson(w.black, w.decided()), "score": nil,
	}
	if w.draw > 0 {
		o["score"] = trinomial(w)
	}
	return o
}

// turned returns a tally as White sees it.
func (w tally) turned() tally { return tally{w.white, w.black, w.draw, w.other} }

// plus returns the sum of two.
func (w tally) plus(o tally) tally {
	return tally{w.black + o.black, w.white + o.white, w.draw + o.draw, w.other + o.other}
}

// For returns a tally as the player of a color sees it.
func (w tally) by(color byte) tally {
	if color == 'W' {
		return w.turned()
	}
	return w
}

// logBeta is the logarithm of the beta function.
func logBeta(a, b float64) float64 {
	x, _ := math.Lgamma(a)
	y, _ := math.Lgamma(b)
	both, _ := math.Lgamma(a + b)
	return x + y - both
}

// estimates returns what each row is expected to score: a beta-binomial model whose mean is the
// score of all, and whose weight, from 1 to 100,000 games, makes the rows likeliest: the greatest
// one, unless another is likelier. It tries weights in ever finer steps.
func estimates(all tally, rows []tally) (list []float64, weight float64) {
	mean := 0.5
	if all.decided() > 0 {
		mean = min(max(all.score(), 1e-6), 1-1e-6)
	}
	likelihood := func(x float64) (sum float64) {
		weight := math.Exp(x)
		for _, r := range rows {
			if n := float64(r.decided()); n > 0 {
				k := n * r.score()
				sum += logBeta(k+mean*weight, n-k+(1-mean)*weight) - logBeta(mean*weight, (1-mean)*weight)
			}
		}
		return sum
	}
	low, high := 0.0, math.Log(1e5)
	best := low
	for range 12 {
		step := (high - low) / 16
		from := low
		best = from
		for k := range 17 {
			if x := from + float64(k)*step; likelihood(x) > likelihood(best) {
				best = x
			}
		}
		low, high = max(low, best-step), min(high, best+step)
	}
	if most := math.Log(1e5); likelihood(most) > likelihood(best)-1e-6 {
		best = most
	}
	weight = math.Exp(best)
	for _, r := range rows {
		n, k := float64(r.decided()), 0.0
		if n > 0 {
			k = n * r.score()
		}
		list = append(list, (k+mean*weight)/(n+weight))
	}
	return list, weight
}
