package second

import (
	"fmt"
	"maps"
	"math"
	"slices"
)

// interval returns the ends of an estimate.
func interval(e any) (value, low, high float64) {
	o := e.(object)
	return o["value"].(float64), o["low"].(float64), o["high"].(float64)
}

// newcombe returns the difference of two estimates by squaring and adding how far their ends are off.
func newcombe(a, b any) any {
	if a == nil || b == nil {
		return nil
	}
	p, l, u := interval(a)
	q, m, v := interval(b)
	d := p - q
	return object{"value": d, "low": d - math.Hypot(p-l, v-q), "high": d + math.Hypot(u-p, q-m)}
}

// choose is the logarithm of a binomial coefficient.
func choose(n, k int) float64 {
	a, _ := math.Lgamma(float64(n) + 1)
	b, _ := math.Lgamma(float64(k) + 1)
	c, _ := math.Lgamma(float64(n-k) + 1)
	return a - b - c
}

// shuffled is how likely it is, if the results of all games are shuffled, that as many as in a score
// as far from the mean as a does: all divisions of the results are tried.
func shuffled(a, b tally) float64 {
	all, n := a.plus(b), a.decided()
	if n == 0 || b.decided() == 0 {
		return 1
	}
	mean := all.score() * float64(n)
	off := math.Abs(a.score()*float64(n) - mean)
	sum := 0.0
	for w := 0; w <= min(n, all.black); w++ {
		for d := 0; d <= min(n-w, all.draw); d++ {
			l := n - w - d
			if l > all.white {
				continue
			}
			if math.Abs(float64(w)+float64(d)/2-mean) >= off-1e-9 {
				sum += math.Exp(choose(all.black, w) + choose(all.draw, d) + choose(all.white, l) - choose(all.decided(), n))
			}
		}
	}
	return min(1, sum)
}

// likely is the p-value of a difference: of few games that of all shuffles, of many that of the
// normal distribution with the variance of results that are drawn without putting them back.
func likely(a, b tally) float64 {
	n, m := float64(a.decided()), float64(b.decided())
	if n == 0 || m == 0 {
		return 1
	}
	all, fewer := a.plus(b), min(a.decided(), b.decided())
	if (min(all.black, fewer)+1)*(min(all.draw, fewer)+1) <= 2000 {
		return shuffled(a, b)
	}
	s := all.score()
	variance := ((float64(all.black)+float64(all.draw)/4)/(n+m) - s*s) * (n + m) / (n + m - 1)
	return math.Erfc(math.Abs(a.score()-b.score()) / math.Sqrt(variance*(1/n+1/m)) / math.Sqrt2)
}

// benjaminiHochberg returns for each p the least rate of false discoveries at which it is one.
func benjaminiHochberg(p []float64) []float64 {
	q := make([]float64, len(p))
	for i := range p {
		q[i] = 1
		for _, limit := range p { // accepting all up to a limit that includes this one
			if limit < p[i] {
				continue
			}
			accepted := 0
			for _, o := range p {
				if o <= limit {
					accepted++
				}
			}
			q[i] = min(q[i], limit*float64(len(p))/float64(accepted))
		}
	}
	return q
}

// checkCompare compares what two sets of games played.
func (b *bench) checkCompare(questions int) {
	for k := 0; k < questions; {
		t, f, g := b.target(), b.filter(), b.filter()
		if f.term == g.term || f.term == "*" || g.term == "*" {
			continue
		}
		k++
		got, page := b.ask("compare", f.term, g.term, "--at", t.term)
		var sets [2][]*record
		var tables [2]nextTable
		want := object{"at": unchecked("text"), "notices": unchecked("text")}
		for i, f := range []filter{f, g} {
			var matching []*record
			for _, r := range b.matching(f) {
				if len(t.hits(r)) > 0 {
					matching = append(matching, r)
				}
			}
			sets[i], _ = b.fold(matching)
			tables[i] = t.next(sets[i])
			want[[]string{"a", "b"}[i]] = object{
				"query": unchecked("text"), "set": unchecked("text"), "games": len(sets[i]), "hits": tables[i].hits, "won": count(sets[i]).results(),
				"provenance": provenance(len(sets[i]), len(matching), tables[i].hits, len(b.records)),
			}
		}
		both := 0
		for _, r := range sets[0] {
			if slices.Contains(sets[1], r) {
				both++
			}
		}
		want["both"] = both
		contrast := func(a, b tally, q any) object {
			return object{"difference": newcombe(trinomial(a), trinomial(b)), "p": p(a, b), "q": q}
		}
		want["score"] = contrast(count(sets[0]), count(sets[1]), p(count(sets[0]), count(sets[1])))
		moves := map[string]*continuation{}
		maps.Copy(moves, tables[0].moves)
		for name, c := range tables[1].moves {
			if moves[name] == nil {
				moves[name] = c
			}
		}
		order := slices.Sorted(maps.Keys(moves))
		var shares, scores []float64
		var scored []string
		own := func(i int, name string) []*record {
			if c := tables[i].moves[name]; c != nil {
				return c.games
			}
			return nil
		}
		part := func(i int, name string) tally { // games with and without the move
			n := len(own(i, name))
			return tally{black: n, white: len(sets[i]) - n}
		}
		for _, name := range order {
			shares = append(shares, likely(part(0, name), part(1, name)))
			if x, y := count(own(0, name)), count(own(1, name)); x.decided() > 0 && y.decided() > 0 {
				scores, scored = append(scores, likely(x, y)), append(scored, name)
			}
		}
		shares, scores = benjaminiHochberg(shares), benjaminiHochberg(scores)
		rows := map[string]object{}
		for i, name := range order {
			c := moves[name]
			q := 1.0
			if j := slices.Index(scored, name); j >= 0 {
				q = scores[j]
			}
			side := func(i int) object {
				return object{"games": len(own(i, name)), "share": wilson(len(own(i, name)), len(sets[i])), "won": count(own(i, name)).results()}
			}
			rows[name] = object{
				"color": string(c.color), "point": oneOf(c.all), "a": side(0), "b": side(1),
				"share": object{
					"difference": newcombe(wilson(len(own(0, name)), len(sets[0])), wilson(len(own(1, name)), len(sets[1]))),
					"p":          p(part(0, name), part(1, name)), "q": near(shares[i], 2e-6),
				},
				"score": contrast(count(own(0, name)), count(own(1, name)), near(q, 2e-6)),
			}
		}
		want["found"] = len(order)
		want["moves"] = page.matched("moves", rows, func(o object) string {
			for name, c := range moves {
				if string(c.color) == o["color"] && slices.Contains(c.all, fmt.Sprint(o["point"])) {
					return name
				}
			}
			return fmt.Sprint(o["color"], o["point"])
		}, got["moves"])
		page.compare("", want, got)
	}
}

// p expects a p-value.
func p(a, b tally) any { return near(likely(a, b), 2e-6) }
