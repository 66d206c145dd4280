package ask

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"kifudb/archive"
	"kifudb/study/chart"
)

// MostLines is how many lines a chart draws: more cannot be told from each other.
const MostLines = 6

// Chart draws what a metric is in the groups that are listed: columns over years, bars
// of any other field, of two fields lines over years or a table.
func (s *Stats) Chart(metric string) (chart.Chart, error) {
	i := slices.IndexFunc(s.Metrics, func(m Metric) bool { return m.Name == metric })
	if i < 0 {
		return nil, badRequest("metric", "%q was not asked for", metric)
	}
	m := &s.Metrics[i]
	head := chart.Head{
		Title: strings.ToUpper(m.Label[:1]) + m.Label[1:] + ", by " + strings.Join(s.By, " and "),
		About: m.About + "; " + cmp.Or(s.Provenance.Query, "every game"),
		Unit:  m.Unit(),
	}
	if s.Columns != nil {
		return s.crossChart(head, i), nil
	}
	if by := archive.TimeStep(s.By[0]); by > 0 {
		return &chart.Columns{Head: head, Step: by, Points: points(s.Groups.Groups, i, m.Kind)}, nil
	}
	bars := &chart.Bars{Head: head}
	bars.Full = m.Kind == MetricShare && m.Name != "share"
	for _, g := range s.Groups.Groups {
		bars.Bars = append(bars.Bars, chart.Bar{Label: label(g.Values[0]), Number: g.Measured[i].number(m.Kind)})
	}
	return bars, nil
}

// points are groups by years.
func points(groups []Group, metric int, kind string) []chart.Point {
	var list []chart.Point
	for _, g := range groups {
		if at, err := strconv.Atoi(strings.TrimSuffix(g.Values[0], "s")); err == nil {
			list = append(list, chart.Point{At: at, Number: g.Measured[metric].number(kind)})
		}
	}
	slices.SortFunc(list, func(a, b chart.Point) int { return cmp.Compare(a.At, b.At) })
	return list
}

// crossChart draws two fields: lines over years if one is of years and the other has
// few values, otherwise a table.
func (s *Stats) crossChart(head chart.Head, metric int) chart.Chart {
	kind := s.Metrics[metric].Kind
	years, others, at := &s.Groups, s.Columns, 0
	if archive.TimeStep(s.By[0]) == 0 {
		years, others, at = s.Columns, &s.Groups, 1
	}
	if by := archive.TimeStep(years.Field); by > 0 && archive.TimeStep(others.Field) == 0 && len(others.Groups) <= MostLines {
		lines := &chart.Lines{Head: head, Step: by}
		for _, o := range others.Groups {
			var of []Group
			for _, c := range s.Cells {
				if c.Values[1-at] == o.Values[0] {
					of = append(of, Group{c.Values[at : at+1], c.Measured})
				}
			}
			if points := points(of, metric, kind); len(points) > 0 { // not all games have a year
				lines.Series = append(lines.Series, chart.Series{Name: label(o.Values[0]), Points: points})
			}
		}
		return lines
	}
	heat := &chart.Heat{Head: head, Down: s.By[0], Across: s.By[1]}
	rows, columns := s.Groups.numbers(), s.Columns.numbers()
	for _, c := range s.Columns.Groups {
		heat.Columns = append(heat.Columns, label(c.Values[0]))
	}
	for _, r := range s.Groups.Groups {
		heat.Rows = append(heat.Rows, label(r.Values[0]))
		row := make([]chart.Number, len(heat.Columns))
		for i := range row {
			row[i].Value = chart.Unknown
		}
		heat.Cells = append(heat.Cells, row)
	}
	for _, c := range s.Cells {
		heat.Cells[rows[c.Values[0]]][columns[c.Values[1]]] = c.Measured[metric].number(kind)
	}
	return heat
}

// longestLabel is how many characters of a value a picture names; records have some of 60,000.
const longestLabel = 160

// label returns a value as a picture names it.
func label(value string) string {
	if runes := []rune(value); len(runes) > longestLabel {
		return string(runes[:longestLabel]) + "…"
	}
	return value
}
