package statistics

import (
	"cmp"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
)

// A Pairing holds the values that determine the expected result of a game: the ranks of the
// two sides, as any numbers, the first side's handicap in stones, the komi, and when it was
// played.
type Pairing struct {
	First, Second int16
	Handicap      uint8
	Komi          KomiClass `json:",omitempty"`
	Era           Era       `json:",omitempty"`
}

// A KomiClass is a komi in half points; NoKomiClass is that of games whose komi is not known.
type KomiClass int8

// NoKomiClass is the class of games whose komi is not known.
const NoKomiClass KomiClass = -128

// KomiClassOf returns the class of a komi in hundredths of a point. What is rare, below
// -10 and above 20 points, is of one class each.
func KomiClassOf(hundredths int32) KomiClass {
	return KomiClass(math.Round(float64(min(max(hundredths, -1000), 2000)) / 50))
}

// An Era is a number of years in which ranks meant the same; 0 is that of games without a date.
type Era uint8

// EraOf returns the era of a year, 0 for none: before 1900, then twenty years each, and ten from
// 2000 on.
func EraOf(year int) Era {
	switch {
	case year <= 0:
		return 0
	case year < 1900:
		return 1
	case year < 2000:
		return Era(2 + (year-1900)/20)
	}
	return Era(7 + min((year-2000)/10, 200))
}

// Compare orders pairings.
func (p Pairing) Compare(o Pairing) int {
	return cmp.Or(cmp.Compare(p.First, o.First), cmp.Compare(p.Second, o.Second), cmp.Compare(p.Handicap, o.Handicap), cmp.Compare(p.Komi, o.Komi), cmp.Compare(p.Era, o.Era))
}

// A Strength tells what to expect of a game by the ranks of its players. It is a
// logistic model: the log odds of the first side are
//
//	advantage(komi) + strength(first, era) - strength(second, era) + meeting(first, second) + stone · handicap
//
// with a strength for each rank, so that it does not matter how ranks are numbered nor how far
// they are apart (R. A. Bradley and M. E. Terry, 1952, with an advantage of the
// first move as by H. A. David). The advantage is a common value plus a value for each komi. A
// strength is a common value plus a value for each era, because a rank means another strength
// today than a hundred years ago. Two ranks that meet often have a value of their own, because
// players of a low rank who meet the highest are stronger than the rest of their rank. A draw
// counts as half a win, which leaves the expected score unbiased. Davidson's parameter for draws
// (1970) would give their number, which nobody asks for here.
type Strength struct {
	at    map[parameter]float64
	games int
	slack [len(groupings)]float64
}

// groupings tell which games share an error of the model: games between the same ranks in the
// same era, and games of one komi and handicap in the same era.
var groupings = [...]func(Pairing) Pairing{
	func(p Pairing) Pairing { return Pairing{First: p.First, Second: p.Second, Era: p.Era} },
	func(p Pairing) Pairing { return Pairing{Komi: p.Komi, Era: p.Era, Handicap: p.Handicap} },
}

// A parameter is one number of the model.
type parameter struct {
	kind  parameterKind
	value int16 // a rank, or a komi
	other int16 // the rank that is met
	era   Era
}

type parameterKind uint8

// The kinds of parameters.
const (
	advantage parameterKind = iota
	stone
	komiPart
	rankStrength
	eraPart     // of the strength of a rank
	meetingPart // of two ranks, the lower number first
)

// pulls are the weights by which parameters are held near zero, in terms of the information of
// a game: ranks with a handful of games stay finite, and what a komi or an era changes has to
// be shown by more games than what a rank is worth.
var pulls = [...]float64{advantage: 0, stone: 0.5, komiPart: 4, rankStrength: 0.5, eraPart: 4, meetingPart: 4}

// terms returns the parameters of a pairing, and how often each counts.
func (p Pairing) terms() (at [8]parameter, by [8]float64) {
	at = [...]parameter{
		{kind: advantage}, {kind: komiPart, value: int16(p.Komi)}, {kind: stone},
		{kind: rankStrength, value: p.First}, {kind: rankStrength, value: p.Second},
		{kind: eraPart, value: p.First, era: p.Era}, {kind: eraPart, value: p.Second, era: p.Era},
		{kind: meetingPart, value: min(p.First, p.Second), other: max(p.First, p.Second)},
	}
	return at, [...]float64{1, 1, float64(p.Handicap), 1, -1, 1, -1, float64(cmp.Compare(p.First, p.Second))}
}

// An equation is the games of a pairing in the fit.
type equation struct {
	at    [8]int // columns
	by    [8]float64
	games float64
	score float64 // from 0 to 1
}

func (e *equation) logOdds(x []float64) (z float64) {
	for i, c := range e.at {
		z += e.by[i] * x[c]
	}
	return z
}

func chance(logOdds float64) float64 { return 1 / (1 + math.Exp(-logOdds)) }

// oftenEnough is how many games an era of a rank has, or two ranks, that have a part of their own:
// one of fewer games would hardly leave zero, and each makes the fit slower.
const oftenEnough = 100

// FitStrength fits the model to games by their pairings, by Newton's method, and measures it
// against games that it has not seen. Without games all is even.
func FitStrength(results map[Pairing]Results) *Strength {
	pairings := slices.SortedFunc(maps.Keys(results), Pairing.Compare) // the same sums, the same bits
	s := fit(pairings, results, nil)
	s.measure(pairings, results)
	return s
}

// fit fits the model. It begins at another one, if there is one, which has the same parameters.
func fit(pairings []Pairing, results map[Pairing]Results, near *Strength) *Strength {
	s := &Strength{at: map[parameter]float64{}}
	games := map[parameter]int{}
	for _, p := range pairings {
		at, _ := p.terms()
		for _, parameter := range at {
			games[parameter] += results[p].Games()
		}
	}
	column := map[parameter]int{}
	var pull, begin []float64 // by columns
	var list []equation
	for _, p := range pairings {
		r := results[p]
		if r.Games() == 0 {
			continue
		}
		e := equation{games: float64(r.Games()), score: r.Score()}
		at, by := p.terms()
		e.by = by
		for i, parameter := range at {
			start, known := 0.0, false
			if near != nil {
				start, known = near.at[parameter]
			}
			if parameter.kind >= eraPart && games[parameter] < oftenEnough && !known {
				e.by[i] = 0
				continue
			}
			c, ok := column[parameter]
			if !ok {
				c = len(column)
				column[parameter] = c
				pull, begin = append(pull, pulls[parameter.kind]), append(begin, start)
			}
			e.at[i] = c
		}
		s.games += r.Games()
		list = append(list, e)
	}
	if s.games == 0 {
		return s
	}
	x := likeliest(list, pull, begin)
	for parameter, c := range column {
		s.at[parameter] = x[c]
	}
	return s
}

// likeliest returns the parameters for which the results of the games are likeliest, given
// what pulls them. It begins with parameters that may be near.
func likeliest(list []equation, pull, x []float64) []float64 {
	n := len(pull)
	likelihood := func(x []float64) float64 {
		sum := 0.0
		for i := range list {
			e := &list[i]
			z := e.logOdds(x)
			sum += e.games * (e.score*z - math.Log1p(math.Exp(-math.Abs(z))) - max(z, 0))
		}
		for i, v := range x {
			sum -= pull[i] * v * v / 2
		}
		return sum
	}
	best := likelihood(x)
	for range 50 {
		gradient, information := make([]float64, n), make([][]float64, n)
		for i := range information {
			information[i] = make([]float64, n)
			gradient[i], information[i][i] = -pull[i]*x[i], pull[i]
		}
		for k := range list {
			e := &list[k]
			expected := chance(e.logOdds(x))
			for i, c := range e.at {
				gradient[c] += e.by[i] * e.games * (e.score - expected)
				for j, d := range e.at {
					information[c][d] += e.by[i] * e.by[j] * e.games * expected * (1 - expected)
				}
			}
		}
		step := solve(information, gradient)
		moved := false
		for size := 1.0; size > 1e-6; size /= 2 {
			next := slices.Clone(x)
			for i := range next {
				next[i] += size * step[i]
			}
			if l := likelihood(next); l > best {
				moved = l > best+1e-9*(1+math.Abs(best))
				x, best = next, l
				break
			}
		}
		if !moved {
			break
		}
	}
	return x
}

// measure measures how far the model is from games that it has not seen, beyond what chance
// explains: the games are divided in two by chance, always the same, and each half is held
// against what the other one lets expect. Of games that are alike it takes the standard deviation
// of the true score from the expected one, by the method of moments, each game counting the same.
func (s *Strength) measure(pairings []Pairing, results map[Pairing]Results) {
	if s.games == 0 {
		return
	}
	chances := rand.New(rand.NewPCG(1, 1))
	halves := [2]map[Pairing]Results{{}, {}}
	for _, p := range pairings {
		r := results[p]
		one := Results{Won: partOf(r.Won, chances), Drawn: partOf(r.Drawn, chances), Lost: partOf(r.Lost, chances)}
		halves[0][p], halves[1][p] = one, Results{Won: r.Won - one.Won, Drawn: r.Drawn - one.Drawn, Lost: r.Lost - one.Lost}
	}
	fitted := [2]*Strength{fit(pairings, halves[0], s), fit(pairings, halves[1], s)}
	for j, alike := range groupings {
		beyond, games := 0.0, 0.0
		for i := range halves {
			b, n := fitted[1-i].beyondChance(pairings, halves[i], alike)
			beyond, games = beyond+b, games+n
		}
		s.slack[j] = math.Sqrt(max(beyond, 0) / max(games, 1))
	}
}

// partOf returns how many of so many games fall into one of two halves.
func partOf(n int, chances *rand.Rand) (part int) {
	for range n {
		part += chances.IntN(2)
	}
	return part
}

// beyondChance sums over games that are alike the squares of what they scored beyond what was
// expected, without what chance explains, and counts the games.
func (s *Strength) beyondChance(pairings []Pairing, results map[Pairing]Results, alike func(Pairing) Pairing) (beyond, games float64) {
	type cell struct{ games, over, variance float64 }
	cells := map[Pairing]*cell{}
	var order []*cell
	for _, p := range pairings {
		expected, ok := s.Expected(p)
		n := float64(results[p].Games())
		if !ok || n == 0 {
			continue
		}
		c := cells[alike(p)]
		if c == nil {
			c = &cell{}
			cells[alike(p)] = c
			order = append(order, c)
		}
		c.games += n
		c.over += n * (results[p].Score() - expected)
		c.variance += n * expected * (1 - expected)
	}
	for _, c := range order {
		beyond += (c.over*c.over - c.variance) / c.games
		games += c.games
	}
	return beyond, games
}

// solve solves a system of linear equations with a positive definite matrix, which
// it uses up, by Cholesky's method.
func solve(m [][]float64, v []float64) []float64 {
	n := len(v)
	for i := range n {
		for j := range i + 1 {
			sum := m[i][j]
			for k := range j {
				sum -= m[i][k] * m[j][k]
			}
			if i == j {
				m[i][i] = math.Sqrt(max(sum, 1e-12))
			} else {
				m[i][j] = sum / m[j][j]
			}
		}
	}
	x := slices.Clone(v)
	for i := range n {
		for k := range i {
			x[i] -= m[i][k] * x[k]
		}
		x[i] /= m[i][i]
	}
	for i := n - 1; i >= 0; i-- {
		for k := i + 1; k < n; k++ {
			x[i] -= m[k][i] * x[k]
		}
		x[i] /= m[i][i]
	}
	return x
}

// Games returns how many games the model was fitted to.
func (s *Strength) Games() int { return s.games }

// Slack returns how far the mean of what is expected of some games is from their true mean
// score: a standard deviation, from 0 to 1. What is wrong is so for games that are alike
// together, and different for others. An interval of a difference from what was expected must
// allow for it.
func (s *Strength) Slack(games map[Pairing]int) float64 {
	most := 0.0
	for j, alike := range groupings {
		together, all := map[Pairing]float64{}, 0.0
		for p, n := range games {
			together[alike(p)] += float64(n)
			all += float64(n)
		}
		squares := 0.0
		for _, key := range slices.SortedFunc(maps.Keys(together), Pairing.Compare) { // the same sums, the same bits
			squares += together[key] * together[key]
		}
		most = max(most, s.slack[j]*math.Sqrt(squares)/max(all, 1))
	}
	return most
}

// Expected returns the score that the first side is expected to make, from 0 to 1; ok
// is false for ranks that no game had. A komi or an era that no game had changes nothing.
func (s *Strength) Expected(p Pairing) (score float64, ok bool) {
	at, by := p.terms()
	z := 0.0
	ok = true
	for i, parameter := range at {
		value, known := s.at[parameter]
		if parameter.kind == rankStrength && !known {
			ok = false
		}
		z += by[i] * value
	}
	return chance(z), ok
}
