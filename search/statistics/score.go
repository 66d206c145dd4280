package statistics

import "math"

// Results are how some games ended, seen from one side. Games without a result are
// not among them.
type Results struct{ Won, Drawn, Lost int }

// Games returns the number of games.
func (r Results) Games() int { return r.Won + r.Drawn + r.Lost }

// Score returns the average score, from 0 to 1, a draw being half a point; 0 for no games.
func (r Results) Score() float64 {
	n := r.Games()
	if n == 0 {
		return 0
	}
	return (float64(r.Won) + float64(r.Drawn)/2) / float64(n)
}

// variance returns that of the score of one game.
func (r Results) variance() float64 {
	n := float64(r.Games())
	s := r.Score()
	return max(0, (float64(r.Won)+float64(r.Drawn)/4)/n-s*s)
}

// Add returns the results of these games and others.
func (r Results) Add(o Results) Results {
	return Results{r.Won + o.Won, r.Drawn + o.Drawn, r.Lost + o.Lost}
}

// An Estimate is a value that was observed with an interval of 95 % for the true one.
type Estimate struct {
	Value float64
	Interval
}

// Share estimates a share of which k of n were counted, see [Wilson].
func Share(k, n int) Estimate {
	e := Estimate{Interval: Wilson(k, n)}
	if n > 0 {
		e.Value = float64(k) / float64(n)
	}
	return e
}

// Score estimates the true score behind the results. The interval holds each mean m
// that a score test of level 5 % does not reject:
//
//	(s - m)² n / v(m) ≤ z²
//
// where v(m) is the variance of the trinomial distribution that fits the results best
// among those of mean m. A draw is nearer to the mean than a win, so it makes the interval
// narrower than the same number of wins and losses would. Without draws the interval is that of
// [Wilson]. Equal results do not make it a point.
func Score(r Results) Estimate {
	n := r.Games()
	if n == 0 {
		return Estimate{0, Interval{0, 1}}
	}
	if r.Drawn == 0 {
		return Share(r.Won, n)
	}
	s := r.Score()
	holds := func(m float64) bool { return (s-m)*(s-m)*float64(n) <= Z95*Z95*r.varianceAt(m) }
	return Estimate{s, Interval{boundary(holds, s, 0), boundary(holds, s, 1)}}
}

// varianceAt returns the variance of a game's score under the distribution of
// wins, draws and losses with a mean that makes the results likeliest. With d for
// the share of draws, those of wins and losses are m - d/2 and 1 - m - d/2, and
// what is likeliest solves a quadratic equation in d.
func (r Results) varianceAt(m float64) float64 {
	w, d, l := float64(r.Won), float64(r.Drawn), float64(r.Lost)
	n := w + d + l
	// Of W log(m-x) + D log(x) + L log(1-m-x), where x = d/2, the derivative is zero
	// where n x² - x (D + W(1-m) + L m) + D m(1-m) = 0; the smaller root is within
	// the bounds x ≤ m and x ≤ 1-m.
	b := d + w*(1-m) + l*m
	c := d * m * (1 - m)
	x := 2 * c / (b + math.Sqrt(max(0, b*b-4*n*c)))
	return max(0, m-x/2-m*m) // (m-x) + 2x/4 - m²
}

// boundary returns where between a point at which something holds and one far off
// it ceases to.
func boundary(holds func(float64) bool, in, out float64) float64 {
	if holds(out) {
		return out
	}
	for range 60 {
		middle := (in + out) / 2
		if holds(middle) {
			in = middle
		} else {
			out = middle
		}
	}
	return in
}

// Difference estimates by how much a exceeds b, by squaring and adding how far the ends
// of their intervals are off: for shares method 10 of R. G. Newcombe, "Interval
// estimation for the difference between independent proportions" (1998).
func Difference(a, b Estimate) Estimate {
	d := a.Value - b.Value
	return Estimate{d, Interval{
		max(-1, d-math.Hypot(a.Value-a.Low, b.High-b.Value)),
		min(1, d+math.Hypot(a.High-a.Value, b.Value-b.Low)),
	}}
}
