package ask

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"kifudb/archive"
	"kifudb/query"
	"kifudb/search"
	"kifudb/search/statistics"
	"kifudb/study"
)

// StatsOptions say by which fields games are grouped, and what is to be known of the
// groups.
type StatsOptions struct {
	// By is one field or two, such as year, player or komi.
	By []string `flag:"by" list:"comma" usage:"group by {FIELD}, or by two: decade,result" query:"by" required:"true" minItems:"1" maxItems:"2" doc:"Field by which to group, or two separated by a comma for a table: decade,result." example:"decade"`
	// Metrics are some of those that [Metrics] returns. None is games, and how they ended.
	Metrics []string `flag:"metric,m" list:"comma" usually:"games, and who won" usage:"show {METRICS}, as in games,bwin,moves" query:"metric" maxItems:"16" doc:"Metrics of each group. Without it the answer has the number of games and the results. Property metrics of the answer describes them." example:"games,bwin"`
	// Sort is GroupsByValue or a metric, the highest first, with - the lowest. "" is the
	// field's own order, or by games.
	Sort string `flag:"sort" usually:"years, ranks and numbers by value, others by games" usage:"list groups by {ORDER}: value, games or a metric, the highest first; -games: the lowest" query:"sort" maxLength:"40" doc:"Order of the groups: value, games or a metric of the answer, the highest first. A minus sign reverses it."`
	Min  int    `flag:"min" usually:"1" usage:"leave out groups with fewer than {N} games" query:"min" minimum:"0" doc:"Least number of games in a group."`
	// Limit is 0 for all groups. Of two fields it bounds the groups of each.
	Limit int `flag:"limit,n" value:"30" usage:"show at most {N} groups, 0 for all; years, decades and centuries are all shown" query:"limit" minimum:"0" doc:"Largest number of groups. 0 for all."`

	// Watch, if set, is called now and then, by one goroutine, with the statistics of
	// the games that were looked at so far.
	Watch func(sofar *Stats)

	whole bool // no tables of each game
}

// GroupsByValue sorts groups by their values.
const GroupsByValue = "value"

// Stats are the games that a query finds in groups.
type Stats struct {
	archive.Envelope
	Game    string     `json:"game,omitempty" doc:"Name of the game that the groups are of, such as go, in a table of by_game. Otherwise missing."`
	By      []string   `json:"by" doc:"Fields by which the games are grouped."`
	Metrics []Metric   `json:"metrics" doc:"The metrics of the answer, in the order of measured."`
	All     []Measured `json:"all" doc:"The metrics of all games together. If these are of more than one game, only counts have values."`
	Groups  GroupList  `json:"groups" doc:"Groups by the first field."`
	Columns *GroupList `json:"columns,omitempty" doc:"Groups by the second field. Missing if there is one field."`
	Cells   []Group    `json:"cells,omitempty" doc:"Pairs of listed groups that have games. Missing if there is one field."`
	Without int        `json:"without" doc:"Number of games that lack a value of at least one of the fields."`
	ByGame  []*Stats   `json:"by_game,omitempty" doc:"The same for each game, if the games are of more than one and the request does not group by game; shares and means are only here then. Otherwise missing."`
}

// A GroupList is groups by the values of a field.
type GroupList struct {
	Field    string  `json:"field" doc:"Field by which games are grouped."`
	Distinct int     `json:"distinct" doc:"Number of groups. The list may have fewer."`
	Few      int     `json:"few" doc:"Number of groups left out because they have too few games."`
	Without  int     `json:"without" doc:"Number of games without a value of the field."`
	Shrunken bool    `json:"shrunken" doc:"True if the order takes into account that few games prove little."`
	Groups   []Group `json:"groups" doc:"The groups, in the order that the request asks for."`
}

// A Group is the games that have a value, or two.
type Group struct {
	Values   []string   `json:"values" doc:"The group's value of each field."`
	Measured []Measured `json:"measured" doc:"The metrics of the group, in the order of the answer's metrics."`
}

// chosen returns the metrics that are asked for.
func (g *StatsOptions) chosen() ([]metric, error) {
	sided := slices.ContainsFunc(g.By, search.IsOwn)
	ended := slices.IndexFunc(g.By, query.SaysWinner)
	names := g.Metrics
	if len(names) == 0 {
		switch {
		case ended >= 0:
			names = []string{"games", "share"}
		case sided:
			names = []string{"games", "score"}
		default:
			names = []string{"games", "bwin"}
		}
	}
	var list []metric
	for _, name := range names {
		m, err := metricNamed(name)
		if err != nil {
			return nil, err
		}
		if m.own && !sided {
			return nil, badRequest("metric", "%s belongs to one side, but %s describes the whole game; use bwin or bscore", name, strings.Join(g.By, ","))
		}
		if ended >= 0 && m.ofWinner() {
			return nil, badRequest("metric", "%s by %s would only say how the groups are made; ask for other metrics, as in games,moves", name, g.By[ended])
		}
		list = append(list, m)
	}
	return list, nil
}

// Check returns an error if the grouping is invalid.
func (g *StatsOptions) Check() error {
	if len(g.By) < 1 || len(g.By) > 2 {
		return badRequest("by", "games are grouped by one field, or by two as a table")
	}
	for _, name := range g.By {
		if err := checkField(name); err != nil {
			return err
		}
	}
	list, err := g.chosen()
	if err != nil {
		return err
	}
	if name := strings.TrimPrefix(g.Sort, "-"); name != "" && name != GroupsByValue && name != "games" {
		if !slices.ContainsFunc(list, func(m metric) bool { return m.Name == name }) {
			return badRequest("sort", "there is no order %q; expected %s, games or a metric that is shown", name, GroupsByValue)
		}
	}
	if g.Min < 0 || g.Limit < 0 {
		return badRequest("limit", "limits cannot be negative")
	}
	return nil
}

// Stats groups the games of a query by fields.
func (vs *Views) Stats(ctx context.Context, s *archive.Search, g *StatsOptions) (*Stats, error) {
	if err := g.Check(); err != nil {
		return nil, err
	}
	chosen, err := g.chosen()
	if err != nil {
		return nil, err
	}
	b := &statsBuilder{grouping: g, metrics: chosen}
	for _, m := range chosen {
		if m.sample != "" && !slices.Contains(b.sampled, m.sample) {
			b.sampled = append(b.sampled, m.sample)
		}
		b.graded = b.graded || m.graded > 0
	}
	asking := *s
	asking.Also = map[string]search.Aggregation{askKinds: kindsAsked()}
	for i, fields := range b.groupings() {
		asking.Also[askGroups[i]] = &study.Groups{Labels: search.Labels{Fields: fields}, Measures: b.sampled, Graded: b.graded}
	}
	q, err := vs.question(ctx, &asking)
	if err != nil {
		return nil, err
	}
	return archive.Run(ctx, q.Question, archive.Recipe[*Stats]{Watch: g.Watch, Read: func(answer *search.Answer) (*Stats, error) {
		stats := b.stats(answer)
		stats.Envelope = q.Envelope(answer, b.all.Games, 0)
		return stats, nil
	}, Rest: func(stats *Stats, answer *search.Answer) error {
		if b.graded { // of the whole answer, as a notice keeps its first words
			evaluated := 0
			for i := range b.all.Graded {
				evaluated = max(evaluated, b.all.Graded[i].Games)
			}
			q.Notices.Say(archive.NoticeEvaluated, "%s", archive.EvaluatedText("statistics", evaluated, b.all.Games))
		}
		q.noteNewYear(g.By, answer.Found[askGroups[0]].(*study.GroupsFound))
		found := kindsOf(answer)
		switch {
		case !found.several():
			q.noteSizes(found)
		case g.whole:
			q.noteGames(found)
		case !slices.Contains(g.By, gameField):
			return vs.statsByGame(ctx, s, g, stats, found)
		}
		return nil
	}})
}

// noteNewYear says that years have other games than date: finds in them.
func (q *question) noteNewYear(by []string, found *study.GroupsFound) {
	if found.NewYear > 0 && slices.Contains(by, "year") {
		q.Notices.Say(archive.NoticeNewYear, "%s went on from one year into the next and %s counted in the year of the first day; date: finds such games in both", numberOf(found.NewYear, "game"), map[bool]string{true: "is", false: "are"}[found.NewYear == 1])
	}
}

// statsByGame adds the statistics of each game by itself.
func (vs *Views) statsByGame(ctx context.Context, s *archive.Search, g *StatsOptions, stats *Stats, found *kinds) error {
	options := *g
	options.Watch = nil
	for _, game := range found.games {
		one, err := ofGame(s, game.Value)
		if err != nil {
			return err
		}
		part, err := vs.Stats(ctx, one, &options)
		if err != nil {
			return err
		}
		part.Game = game.Value
		stats.ByGame = append(stats.ByGame, part)
	}
	return nil
}

// askGroups are the names of the aggregations: by the first field, and of two by the
// second and by both.
var askGroups = []string{"groups", "columns", "cells"}

// A statsBuilder makes statistics from groups.
type statsBuilder struct {
	grouping *StatsOptions
	metrics  []metric
	sampled  []string // the measures of which there are samples
	graded   bool     // what moves lost is asked for
	all      *study.Counts
	mixed    bool // the games are of more than one game
}

// groupings are by what games are grouped.
func (b *statsBuilder) groupings() [][]string {
	by := b.grouping.By
	if len(by) == 1 {
		return [][]string{by}
	}
	return [][]string{by[:1], by[1:], by}
}

func (b *statsBuilder) stats(answer *search.Answer) *Stats {
	rows := answer.Found[askGroups[0]].(*study.GroupsFound)
	b.all, b.mixed = &rows.All.Counts, kindsOf(answer).several()
	s := &Stats{By: b.grouping.By, All: b.measured(b.all), Without: rows.Without}
	for _, m := range b.metrics {
		s.Metrics = append(s.Metrics, m.Metric)
	}
	s.Groups = b.list(rows, b.grouping.By[0])
	if len(b.grouping.By) == 1 {
		return s
	}
	columns := b.list(answer.Found[askGroups[1]].(*study.GroupsFound), b.grouping.By[1])
	s.Columns = &columns
	cells := answer.Found[askGroups[2]].(*study.GroupsFound)
	s.Without = cells.Without
	at := [2]map[string]int{s.Groups.numbers(), columns.numbers()}
	for i := range cells.Groups {
		c := &cells.Groups[i]
		_, row := at[0][c.Values[0]]
		_, column := at[1][c.Values[1]]
		if row && column && c.Games >= b.grouping.Min {
			s.Cells = append(s.Cells, Group{c.Values, b.measured(&c.Counts, b.grouping.By...)})
		}
	}
	slices.SortStableFunc(s.Cells, func(a, c Group) int {
		return cmp.Or(at[0][a.Values[0]]-at[0][c.Values[0]], at[1][a.Values[1]]-at[1][c.Values[1]])
	})
	return s
}

// numbers returns where each value is in the list.
func (l *GroupList) numbers() map[string]int {
	numbers := map[string]int{}
	for i := range l.Groups {
		numbers[l.Groups[i].Values[0]] = i
	}
	return numbers
}

// measured returns the metrics of a group by some fields. Of more than one game they are counts
// alone: a share of what was won in all of them would say nothing of any.
func (b *statsBuilder) measured(c *study.Counts, by ...string) []Measured {
	list := []Measured{}
	for i := range b.metrics {
		m := b.metrics[i].measure(c, b.all, b.sampled)
		if b.mixes(by...) && b.metrics[i].OfPlay() {
			m = Measured{Of: m.Of}
		}
		list = append(list, m)
	}
	return list
}

// mixes reports whether groups by some fields hold more than one game.
func (b *statsBuilder) mixes(by ...string) bool { return b.mixed && !slices.Contains(by, gameField) }

// list returns the groups by a field that are to be listed, in their order: the first
// of the order that is asked for.
func (b *statsBuilder) list(found *study.GroupsFound, field string) GroupList {
	l := GroupList{Field: field, Distinct: len(found.Groups), Without: found.Without, Groups: []Group{}}
	kept := slices.DeleteFunc(slices.Clone(found.Groups), func(g study.Group) bool { return g.Games < b.grouping.Min })
	l.Few = l.Distinct - len(kept)
	byValue, own := search.ValueOrder(field)
	compareValues := func(a, c study.Group) int { return byValue(a.Values[0], c.Values[0]) }
	byGames := func(a, c study.Group) int { return cmp.Or(c.Games-a.Games, compareValues(a, c)) }
	name, reverse := strings.CutPrefix(b.grouping.Sort, "-")
	usual := name == ""
	if usual {
		name = "games"
	}
	if b.mixes(field) && name != GroupsByValue {
		name = "games" // what else is not known of them
	}
	var order func(a, c study.Group) int
	switch name {
	case GroupsByValue:
		order = compareValues
	case "games":
		order = byGames
	default:
		order, l.Shrunken = b.order(name, kept, reverse)
	}
	if reverse {
		forwards := order
		order = func(a, c study.Group) int { return forwards(c, a) }
	}
	slices.SortStableFunc(kept, func(a, c study.Group) int { return cmp.Or(order(a, c), byGames(a, c)) })
	if most := b.grouping.Limit; most > 0 && most < len(kept) && !(usual && archive.TimeStep(field) > 0) { // a history with gaps would be misread
		kept = kept[:most]
	}
	if usual && own {
		slices.SortStableFunc(kept, compareValues)
	}
	for i := range kept {
		l.Groups = append(l.Groups, Group{kept[i].Values, b.measured(&kept[i].Counts, field)})
	}
	return l
}

// order returns the order by a metric, the highest first: of shares of results by
// estimates that the results of all games shrink, so that a group of two games is not
// the first. Groups of which the metric is not known come last.
func (b *statsBuilder) order(name string, groups []study.Group, reverse bool) (compare func(a, c study.Group) int, shrunken bool) {
	m := b.metrics[slices.IndexFunc(b.metrics, func(m metric) bool { return m.Name == name })]
	unknown := math.Inf(-1)
	if reverse {
		unknown = math.Inf(1)
	}
	value := func(c *study.Counts) float64 {
		if found := m.measure(c, b.all, b.sampled); found.Value != nil {
			return *found.Value
		}
		return unknown
	}
	if m.results != nil {
		var rows []statistics.Results
		var sum statistics.Results
		for i := range groups {
			rows = append(rows, m.results(&groups[i].Counts))
			sum = sum.Add(rows[i])
		}
		prior := statistics.FitPrior(sum, rows)
		value = func(c *study.Counts) float64 {
			if r := m.results(c); r.Games() > 0 {
				return prior.Estimate(r)
			}
			return unknown
		}
		shrunken = true
	}
	values := map[string]float64{}
	for i := range groups {
		values[groups[i].Values[0]] = value(&groups[i].Counts)
	}
	return func(a, c study.Group) int { return cmp.Compare(values[c.Values[0]], values[a.Values[0]]) }, shrunken
}
