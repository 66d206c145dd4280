package web

import (
	"context"
	"html/template"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"kifudb/archive"
	"kifudb/ask"
)

// A statsAnswer is games in groups, as tables and charts.
type statsAnswer struct {
	*ask.Stats
	Charts []template.HTML
	Rows   []groupRow
	All    []measuredCell
	Cross  []crossTable // of two fields, one for each metric
}

// A groupRow is a group of one field.
type groupRow struct {
	Value, Link string
	Cells       []measuredCell
}

// A measuredCell is what a metric is in a group.
type measuredCell struct {
	Text, Interval, Median string
	Of                     int
	Kind                   string
	Whisker                *whisker
}

// A crossTable is one metric by two fields.
type crossTable struct {
	ask.Metric
	Columns []string
	Rows    []crossRow
}

// A crossRow is a line of it, of all games at the end.
type crossRow struct {
	Value string
	Cells []string
	All   string
}

// groupFields are the fields that the form offers, periods first; an address may name any
// other.
func groupFields() (names []string) {
	all := append(archive.Fields(), archive.Listings()...)
	slices.SortStableFunc(all, func(a, b archive.Field) int { return min(b.Years, 1) - min(a.Years, 1) })
	for _, f := range all {
		if f.Menu {
			names = append(names, f.Name)
		}
	}
	return names
}

// GroupFields are the fields of the form, with the one that the address names.
func (p *studyPage) GroupFields(name string) []string {
	list, named := groupFields(), p.Get(name)
	if named == "" || slices.Contains(list, named) {
		return list
	}
	return append([]string{named}, list...)
}

// Metrics are what is to be known of groups.
func (p *studyPage) Metrics() []ask.Metric { return ask.Metrics() }

func (s *Server) stats(p *studyPage, q *archive.Search) (asker, error) {
	by := []string{p.Get("by")}
	if by[0] == "" {
		by[0] = "decade"
		p.Values.Set("by", by[0])
	}
	if second := p.Get("and"); second != "" && second != by[0] {
		by = append(by, second)
	}
	g := &ask.StatsOptions{By: by, Metrics: p.Values["metric"], Sort: p.Get("sort")}
	var err error
	if g.Min, err = p.number("min", 0, 0, 1<<30); err != nil {
		return nil, err
	}
	if g.Limit, err = p.number("limit", 40, 0, 100_000); err != nil {
		return nil, err
	}
	if len(by) == 2 && p.Get("limit") == "" {
		g.Limit = 14
	}
	if err := g.Check(); err != nil {
		return nil, err
	}
	values := url.Values{"by": {strings.Join(by, ",")}}
	for name, value := range map[string]string{"metric": strings.Join(g.Metrics, ","), "sort": g.Sort, "min": p.Get("min"), "limit": p.Get("limit")} {
		if value != "" {
			values.Set(name, value)
		}
	}
	p.JSON = apiRoot + "/stats?" + queryValues(p.Q, values)
	rest := q.Query.String()
	return func(ctx context.Context, v *archive.View, sofar func(partial)) (any, error) {
		g.Watch = func(st *ask.Stats) {
			if a, err := newStats(st, rest); err == nil {
				sofar(partial{a, st.Looked})
			}
		}
		st, err := ask.Of(v.Views).Stats(ctx, q, g)
		if err != nil {
			return nil, err
		}
		return newStats(st, rest)
	}, nil
}

// queryValues are the values of an address that asks a query and more.
func queryValues(query string, more url.Values) string {
	values := url.Values{}
	for name, list := range more {
		values[name] = list
	}
	if query != "" {
		values.Set("q", query)
	}
	return values.Encode()
}

// newStats makes tables and charts of statistics; rest is the query, which links
// narrow.
func newStats(st *ask.Stats, rest string) (*statsAnswer, error) {
	a := &statsAnswer{Stats: st, All: measuredCells(st.Metrics, st.All)}
	for _, m := range st.Metrics {
		if len(st.Groups.Groups) < 2 {
			break
		}
		c, err := st.Chart(m.Name)
		if err != nil {
			return nil, err
		}
		a.Charts = append(a.Charts, figure(c))
	}
	if st.Columns == nil {
		for _, g := range st.Groups.Groups {
			row := groupRow{Value: g.Values[0], Cells: measuredCells(st.Metrics, g.Measured)}
			if term := archive.FacetTerm(st.By[0], g.Values[0]); term != "" {
				row.Link = shortLink(listLink(joinTerms(rest, term)))
			}
			a.Rows = append(a.Rows, row)
		}
		return a, nil
	}
	for i, m := range st.Metrics {
		a.Cross = append(a.Cross, crossOf(st, i, m))
	}
	return a, nil
}

func crossOf(st *ask.Stats, metric int, m ask.Metric) crossTable {
	t := crossTable{Metric: m}
	cells := map[[2]string]string{}
	for _, c := range st.Cells {
		cells[[2]string{c.Values[0], c.Values[1]}] = measuredText(m, c.Measured[metric])
	}
	last := crossRow{All: measuredText(m, st.All[metric])}
	for _, c := range st.Columns.Groups {
		t.Columns = append(t.Columns, c.Values[0])
		last.Cells = append(last.Cells, measuredText(m, c.Measured[metric]))
	}
	for _, g := range st.Groups.Groups {
		row := crossRow{Value: g.Values[0], All: measuredText(m, g.Measured[metric])}
		for _, c := range st.Columns.Groups {
			row.Cells = append(row.Cells, cells[[2]string{g.Values[0], c.Values[0]}])
		}
		t.Rows = append(t.Rows, row)
	}
	t.Rows = append(t.Rows, last)
	return t
}

func measuredCells(metrics []ask.Metric, list []ask.Measured) (cells []measuredCell) {
	for i, m := range metrics {
		n := list[i]
		c := measuredCell{Text: measuredText(m, n), Of: n.Of, Kind: m.Kind}
		if n.Low != nil && m.Name != "share" {
			c.Interval = boundsText(m, *n.Low, *n.High)
		}
		if n.Quartiles != nil {
			c.Median = decimal(n.Quartiles[1])
		}
		if m.Kind == ask.MetricShare && n.Value != nil && m.Name != "share" {
			c.Whisker = &whisker{Low: barWidth * *n.Low, High: barWidth * *n.High, At: barWidth * *n.Value}
		}
		cells = append(cells, c)
	}
	return cells
}

// measuredText writes what was measured, – if it is not known.
func measuredText(m ask.Metric, n ask.Measured) string {
	switch {
	case n.Value == nil:
		return "–"
	case m.Kind == ask.MetricShare:
		return strconv.FormatFloat(100**n.Value, 'f', 1, 64) + " %"
	case m.Kind == ask.MetricMean:
		return decimal(*n.Value)
	}
	return number(int(*n.Value))
}

func boundsText(m ask.Metric, low, high float64) string {
	if m.Kind == ask.MetricShare {
		low, high = 100*low, 100*high
	}
	return decimal(low) + "–" + decimal(high)
}

func decimal(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }
