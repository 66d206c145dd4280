package ask

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"kifudb/archive"
	"kifudb/query"
	"kifudb/search"
	"kifudb/search/statistics"
	"kifudb/store"
	"kifudb/study"
	"kifudb/study/chart"
)

// A Metric is a number that statistics compute for a group of games.
type Metric struct {
	Name  string `json:"name" doc:"Name of the metric in requests."`
	Label string `json:"label" doc:"Name of the metric for people, in English."`
	About string `json:"about" doc:"What the metric is, and for which games."`
	Kind  string `json:"kind" doc:"Kind of number: count, share (from 0 to 1) or mean."`
}

// The kinds of metrics.
const (
	MetricCount = "count"
	MetricShare = "share" // from 0 to 1
	MetricMean  = "mean"
)

// Unit is how its values are drawn.
func (m *Metric) Unit() chart.Unit {
	switch m.Kind {
	case MetricCount:
		return chart.Count
	case MetricShare:
		return chart.Share
	}
	return chart.Decimal
}

// A metric is one with how it is made.
type metric struct {
	Metric
	own     bool                                           // of the side that has the value
	share   func(c, all *study.Counts) (k, of int)         // or nil
	results func(c *study.Counts) statistics.Results       // of which the share or score is, to be shrunken for orders; nil for other metrics
	score   func(r statistics.Results) statistics.Estimate // of the results, or nil
	sample  string                                         // the measure of which it is the mean, or ""
	graded  int                                            // where among the totals of grades it is, from 1; or 0
}

func black(c *study.Counts) statistics.Results { return c.Black.Decided() }
func white(c *study.Counts) statistics.Results {
	r := c.Black.Decided()
	return statistics.Results{Won: r.Lost, Drawn: r.Drawn, Lost: r.Won}
}
func own(c *study.Counts) statistics.Results { return c.Own[0].Decided().Add(c.Own[1].Decided()) }

// wins estimates the share of games that were won.
func wins(r statistics.Results) statistics.Estimate { return statistics.Share(r.Won, r.Games()) }

// ended is the share of games that ended in a way, of those that somebody won and of
// which it is known how.
func ended(how store.How) func(c, all *study.Counts) (int, int) {
	return func(c, _ *study.Counts) (int, int) {
		of := 0
		for h, games := range c.Hows {
			if h != store.HowUnknown {
				of += games
			}
		}
		return c.Hows[how], of
	}
}

// OfPlay reports whether the metric depends on how a game is played, which counts of games do not.
func (m *Metric) OfPlay() bool { return m.Kind != MetricCount && m.Name != "share" }

// ofWinner reports whether the winner of a game decides how it counts for the metric.
func (m *metric) ofWinner() bool {
	return !m.own && m.results != nil || m.Name == "draw" || m.Name == "open"
}

var metrics = []metric{
	{Metric: Metric{"games", "games", "how many games", MetricCount}},
	{Metric: Metric{"share", "share of games", "of all games that match", MetricShare}, share: func(c, all *study.Counts) (int, int) { return c.Games, all.Games }},
	{Metric: Metric{"bwin", "Black won", "games that Black won, of those won or drawn", MetricShare}, results: black, score: wins},
	{Metric: Metric{"wwin", "White won", "games that White won, of those won or drawn", MetricShare}, results: white, score: wins},
	{Metric: Metric{"draw", "drawn", "drawn games, of those won or drawn", MetricShare}, share: func(c, _ *study.Counts) (int, int) { r := black(c); return r.Drawn, r.Games() }},
	{Metric: Metric{"bscore", "Black's score", "Black's score, a draw being half a point, of games won or drawn", MetricShare}, results: black, score: statistics.Score},
	{Metric: Metric{"win", "won", "games that the side with the value won, of those won or drawn; twice where both have it", MetricShare}, own: true, results: own, score: wins},
	{Metric: Metric{"score", "score", "score of the side with the value, a draw being half a point; twice where both have it", MetricShare}, own: true, results: own, score: statistics.Score},
	{Metric: Metric{"open", "not decided or not known", "games with an unknown result, void or not finished; of all", MetricShare}, share: func(c, _ *study.Counts) (int, int) { return c.Black.Unknown, c.Games }},
	{Metric: Metric{"resign", "won by resignation", "games won by resignation, of the won games with a known reason", MetricShare}, share: ended(store.ByResign)},
	{Metric: Metric{"points", "won by points", "games won by points, of the won games with a known reason", MetricShare}, share: ended(store.ByPoints)},
	{Metric: Metric{"loss", "points lost per move", "what the moves of the side with the value lost by engines' values, in points (chess: pawns), per move; a gain is no loss; games are the unit of intervals", MetricMean}, graded: 1},
	{Metric: Metric{"losspercent", "percent lost per move", "the same of the chance to win, in percent", MetricMean}, graded: 2},
	{Metric: Metric{"accuracy", "accuracy", "mean accuracy of the moves of the side with the value, from 0 to 100, as Lichess computes it for a move", MetricMean}, graded: 3},
	{Metric: Metric{"blunder", "blunders", "blunders among the moves of the side with the value: 15 % lost or more, or 12 points where no chance is known", MetricShare}, graded: 4},
	{Metric: Metric{"agree", "engine's first move", "moves of the side with the value that were the engine's first", MetricShare}, graded: 5},
	{Metric: Metric{"timeout", "won on time", "games won on time, of the won games with a known reason", MetricShare}, share: ended(store.ByTime)},
}

// allMetrics returns the metrics of how games ended and the means of numbers, which are fields.
func allMetrics() []metric {
	list := slices.Clone(metrics)
	for _, f := range query.Fields() {
		if f.Can(query.MeanOf) {
			list = append(list, metric{Metric: Metric{f.Name, f.Name, f.Mean.About, MetricMean}, sample: f.Name})
		}
	}
	return list
}

// Metrics returns what statistics can give of a group.
func Metrics() (list []Metric) {
	for _, m := range allMetrics() {
		list = append(list, m.Metric)
	}
	return list
}

func metricNames() string {
	var names []string
	for _, m := range Metrics() {
		names = append(names, m.Name)
	}
	return strings.Join(names, ", ")
}

func metricNamed(name string) (metric, error) {
	list := allMetrics()
	if i := slices.IndexFunc(list, func(m metric) bool { return m.Name == name }); i >= 0 {
		return list[i], nil
	}
	if f, ok := query.FindField(name); ok && !f.Can(query.MeanOf) {
		return metric{}, &archive.RequestError{Part: "metric", Err: f.Check(query.MeanOf)}
	}
	return metric{}, badRequest("metric", "there is no metric %q; expected one of %s", name, metricNames())
}

// A Measured is the value of a metric for one group.
type Measured struct {
	Of        int         `json:"of" doc:"Number of games for which the value is known."`
	Value     *float64    `json:"value,omitempty" doc:"The value, in the unit of the metric. Missing if it is known for no game."`
	Moves     int         `json:"moves,omitempty" doc:"Number of moves in these games that the value is the mean of. Missing if the metric is not about moves."`
	Low       *float64    `json:"low,omitempty" doc:"Lower end of the 95 % interval. Missing if there is none."`
	High      *float64    `json:"high,omitempty" doc:"Upper end of the 95 % interval. Missing if there is none."`
	Deviation *float64    `json:"deviation,omitempty" doc:"Standard deviation of the games' values. Missing if the metric is no mean."`
	Quartiles *[3]float64 `json:"quartiles,omitempty" doc:"Quartiles of the games' values; the second is the median. Missing if the metric is no mean."`
}

func pointer(x float64) *float64 {
	x = archive.Round6(x)
	return &x
}

func (m *Measured) set(e statistics.Estimate) {
	m.Value, m.Low, m.High = pointer(e.Value), pointer(e.Low), pointer(e.High)
}

// measure returns what the metric is of some games; sampled says where the sample of
// each measure is.
func (m *metric) measure(c, all *study.Counts, sampled []string) Measured {
	switch {
	case m.share != nil:
		k, of := m.share(c, all)
		found := Measured{Of: of}
		if of > 0 {
			found.set(statistics.Share(k, of))
		}
		return found
	case m.score != nil:
		r := m.results(c)
		found := Measured{Of: r.Games()}
		if found.Of > 0 {
			found.set(m.score(r))
		}
		return found
	case m.graded > 0:
		return m.ratio(&c.Graded[m.graded-1])
	case m.sample != "":
		return meanOf(c.Numbers[slices.Index(sampled, m.sample)], m.sample)
	}
	return Measured{Of: c.Games, Value: pointer(float64(c.Games))}
}

// ratio returns what the metric is of sums over moves, games being the unit.
func (m *metric) ratio(r *statistics.Ratio) Measured {
	found := Measured{Of: r.Games}
	if r.Moves <= 0 {
		return found
	}
	unit, highest := 0.01, math.Inf(1)
	switch {
	case m.Kind == MetricShare:
		unit, highest = 1, 1
	case m.Name == "accuracy":
		highest = 100
	}
	e, spread := r.Estimate()
	found.Value, found.Moves = pointer(e.Value*unit), int(r.Moves)
	if spread {
		found.Low, found.High = pointer(max(e.Low*unit, 0)), pointer(min(e.High*unit, highest))
	}
	return found
}

func meanOf(s statistics.Sample, measure string) Measured {
	found := Measured{Of: s.Len()}
	if found.Of == 0 {
		return found
	}
	unit, _ := study.MeasureUnit(measure)
	e, spread := s.Mean()
	found.Value = pointer(e.Value * unit)
	if spread {
		_, deviation := s.Deviation()
		found.Low, found.High, found.Deviation = pointer(e.Low*unit), pointer(e.High*unit), pointer(deviation*unit)
	}
	var quartiles [3]float64
	for i, q := range []float64{0.25, 0.5, 0.75} {
		quartiles[i] = archive.Round6(float64(s.Quantile(q)) * unit)
	}
	found.Quartiles = &quartiles
	return found
}

// checkField says whether groups can be made by a field.
func checkField(name string) error {
	if err := search.CheckFacet(name); err != nil {
		return &archive.RequestError{Part: "by", Err: err}
	}
	return nil
}

// number is the measured value for a chart.
func (m *Measured) number(kind string) chart.Number {
	if m.Value == nil {
		return chart.Number{Value: chart.Unknown}
	}
	n := chart.Number{Value: *m.Value}
	if kind != MetricCount {
		n.Note = fmt.Sprintf("of %s", chart.Count.Format(float64(m.Of)))
	}
	if m.Low != nil {
		n.Low, n.High = *m.Low, *m.High
	}
	return n
}
