package study

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/command/answer"
	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/command/table"
	"kifudb/command/terminal"
	"kifudb/study/chart"
)

// StatsCommand is the command stats.
func StatsCommand() *cli.Command {
	return run.Reaching(run.Nodes|run.SeveralArchives, &cli.Command{
		Name:      "stats",
		Usage:     "group games by year, player, komi or any field, with results, lengths and charts",
		ArgsUsage: "[GAMES...] [QUERY...]",
		UsageText: `kifudb stats --by decade                          games, and what Black won of them
kifudb stats date:1900.. --by rank --metric win   what those of each rank won
kifudb stats --by year --metric bwin --chart      a chart below the table
kifudb stats --by decade,result --metric games    a table of two fields
kifudb stats --by komi --metric bwin -o komi.svg  a picture
kifudb stats '*' --by rank --metric moves,resign --min 100`,
		Description: run.GamesHelp + `

Fields are those of 'kifudb search --facet'. If both fields describe a side, as
player and rank do, they describe the same side; opponent is the other one.

Metrics:
` + metricHelp() + `
Shares come with Wilson's 95 % interval, scores with one that allows for draws,
means with Student's. Each number says how many games it is based on, since not
every record has what it needs. Sorting by wins or scores uses estimates in which
a few games count for little, so that two wins in two games do not come first.

If the games are of several kinds, as 'kifudb stats --by game' lists them, each has
a table of its own, since a share of all would be of none. game:go in the query
leaves one. CSV then has a column with the game, and JSON has the tables in by_game.
Boards of several sizes are counted together with a notice; size:19 chooses one.
With --by game, or --by game,FIELD, the groups keep games apart.`,
		Flags:  append(statsFlags(), chartFlags()...),
		Action: run.Action(newStatsOptions, runStats),
	})
}

func statsFlags() []cli.Flag {
	return append(run.FlagsOf(ask.StatsOptions{}),
		run.RecordsFlag(),
		run.JSONFlag(),
		&cli.BoolFlag{Name: "csv", Usage: "print CSV with a header"},
	)
}

// chartFlags are of the commands that draw.
func chartFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "chart", Usage: "draw a chart, too"},
		&cli.BoolFlag{Name: "ascii", Usage: "draw with ASCII"},
		run.OutputFlag(),
		run.ForceFlag(),
	}
}

func metricHelp() string {
	var b strings.Builder
	for _, m := range ask.Metrics() {
		fmt.Fprintf(&b, "  %-9s %s\n", m.Name, m.About)
	}
	return b.String()
}

// chartOptions are what chartFlags say.
type chartOptions struct {
	chart, ascii bool
	output       run.Output
}

func newChartOptions(c *cli.Context) chartOptions {
	return chartOptions{c.Bool("chart"), c.Bool("ascii"), run.ChosenOutput(c)}
}

// svg reports whether the output is a picture.
func (o *chartOptions) svg() bool { return strings.EqualFold(filepath.Ext(o.output.Name), ".svg") }

// draw prints a chart for a terminal.
func (o *chartOptions) draw(w io.Writer, c chart.Chart) error {
	_, err := fmt.Fprint(w, "\n", c.Text(chart.Terminal{Width: terminal.Width(w), ASCII: o.ascii}))
	return err
}

// picture writes a chart as SVG.
func (o *chartOptions) picture(s run.Streams, c chart.Chart) error {
	return o.output.Bytes(s, []byte(c.SVG()))
}

type statsOptions struct {
	archives []string
	games    run.Selection
	search   archive.Search
	stats    ask.StatsOptions
	charts   chartOptions
	csv      bool
}

func newStatsOptions(c *cli.Context) (o statsOptions, err error) {
	o.games = run.Selected(c)
	o.search.Records, o.csv, o.charts = c.Bool("records"), c.Bool("csv"), newChartOptions(c)
	run.SetOptions(c, &o.stats)
	g := &o.stats
	switch {
	case len(g.By) == 0:
		return o, run.Usage("stats needs --by FIELD, as in --by decade or --by player,rank")
	case o.charts.svg() && len(g.Metrics) == 0:
		g.Metrics = []string{"games"}
	case o.charts.svg() && len(g.Metrics) > 1:
		return o, run.Usage("a picture shows one metric, and --metric names %d", len(g.Metrics))
	}
	if err := g.Check(); err != nil {
		return o, err
	}
	_, words := o.games.Split()
	if _, err := run.ParseQuery(words); err != nil {
		return o, err
	}
	o.archives, err = run.ArchivePaths(c)
	return o, err
}

func runStats(ctx context.Context, o statsOptions, s run.Streams) error {
	stats, done, err := run.Ask(ctx, s, run.Question[*ask.Stats]{
		Archives: o.archives, Search: &o.search, Games: &o.games, Watch: &o.stats.Watch, SoFar: statsSoFar,
		Ask: func(vs *ask.Views) (*ask.Stats, error) { return vs.Stats(ctx, &o.search, &o.stats) },
	})
	if err != nil {
		return err
	}
	defer done()
	for _, part := range stats.ByGame {
		run.SayNotices(s, part.Notices)
	}
	if o.charts.svg() {
		if m := stats.Metrics[0]; len(stats.ByGame) > 0 && m.OfPlay() {
			return run.Usage("a picture of %s needs games of one game, and these are of %s; add game:%s to the query", m.Name, gameNames(stats.ByGame), stats.ByGame[0].Game)
		}
		c, err := stats.Chart(stats.Metrics[0].Name)
		if err != nil {
			return err
		}
		return o.charts.picture(s, c)
	}
	return o.charts.output.Write(s, func(w io.Writer) error {
		switch {
		case s.JSON:
			return terminal.PrintJSON(w, stats)
		case o.csv:
			return printStatsCSV(w, stats)
		case len(stats.ByGame) == 0:
			return printStats(w, stats, &o.charts)
		}
		for i, part := range stats.ByGame {
			if err := printGame(w, i, part.Game); err != nil {
				return err
			}
			if err := printStats(w, part, &o.charts); err != nil {
				return err
			}
		}
		return nil
	})
}

// gameNames lists the games of statistics: "othello, go".
func gameNames(parts []*ask.Stats) string {
	var names []string
	for _, part := range parts {
		names = append(names, part.Game)
	}
	return strings.Join(names, ", ")
}

// printGame prints the name of a game above what there is of it.
func printGame(w io.Writer, i int, name string) error {
	before := ""
	if i > 0 {
		before = "\n"
	}
	_, err := fmt.Fprintf(w, "%s%s\n\n", before, name)
	return err
}

// statsSoFar returns the line that a terminal shows while groups are still counted.
func statsSoFar(stats *ask.Stats) string {
	var parts []string
	for _, g := range stats.Groups.Groups[:min(len(stats.Groups.Groups), run.ManyParts)] {
		parts = append(parts, g.Values[0]+" "+valueWord(stats.Metrics[0], g.Measured[0].Value))
	}
	return run.SoFar(stats.Provenance.Games, parts)
}

// printStats prints the groups as a table for people. Groups by two fields give one
// table for each metric.
func printStats(w io.Writer, stats *ask.Stats, o *chartOptions) error {
	if stats.Provenance.Games == 0 {
		_, err := fmt.Fprintln(w, "nothing found")
		return err
	}
	if stats.Columns == nil {
		if err := groupTable(stats).Print(w); err != nil {
			return err
		}
	} else {
		for i := range stats.Metrics {
			if err := printCrossStats(w, stats, i); err != nil {
				return err
			}
		}
	}
	if o.chart {
		for _, m := range stats.Metrics {
			c, err := stats.Chart(m.Name)
			if err == nil {
				err = o.draw(w, c)
			}
			if err != nil {
				return err
			}
		}
	}
	notes := statsNotes(stats)
	if stats.Columns != nil || o.chart {
		notes = "\n" + notes
	}
	_, err := fmt.Fprintln(w, notes)
	return err
}

// groupTable is a line for each group of one field.
func groupTable(stats *ask.Stats) *table.Table {
	heads := []string{stats.Groups.Field}
	for _, m := range stats.Metrics {
		heads = append(heads, metricHeads(m)...)
	}
	t := table.New(heads...)
	var intervals, others []int
	for i, head := range heads[1:] {
		t.AlignRight(i + 1)
		switch head {
		case "95 %":
			intervals = append(intervals, i+1)
		case "median", "of":
			others = append(others, i+1)
		}
	}
	t.Spare(append(others, intervals...)...)
	t.Limit(0, 60)
	if how, ok := answer.Shortenings[stats.Groups.Field]; ok {
		t.Shorten(how, 0)
	}
	for _, g := range stats.Groups.Groups {
		t.Row(append(g.Values[:1:1], metricCells(stats.Metrics, g.Measured)...)...)
	}
	t.RowIf(len(stats.Groups.Groups) > 1, append([]string{"all games"}, metricCells(stats.Metrics, stats.All)...)...)
	return t
}

// metricHeads are the columns of a metric.
func metricHeads(m ask.Metric) []string {
	switch {
	case m.Kind == ask.MetricCount || m.Name == "share":
		return []string{m.Name}
	case m.Kind == ask.MetricShare:
		return []string{m.Name, "95 %", "of"}
	}
	return []string{m.Name, "95 %", "median", "of"}
}

// metricCells are the cells of the metrics of a group.
func metricCells(metrics []ask.Metric, measured []ask.Measured) (cells []string) {
	for i, m := range metrics {
		n := &measured[i]
		for _, head := range metricHeads(m) {
			switch {
			case head == m.Name:
				cells = append(cells, valueWord(m, n.Value))
			case head == "of":
				cells = append(cells, phrase.Number(n.Of))
			case head == "median" && n.Quartiles != nil:
				cells = append(cells, valueWord(m, &n.Quartiles[1]))
			case head == "95 %" && n.Low != nil:
				cells = append(cells, strings.TrimSuffix(valueWord(m, n.Low), " %")+"–"+strings.TrimSuffix(valueWord(m, n.High), " %"))
			default:
				cells = append(cells, "")
			}
		}
	}
	return cells
}

// valueWord writes a value of a metric, – if it is not known.
func valueWord(m ask.Metric, v *float64) string {
	switch {
	case v == nil:
		return "–"
	case m.Kind == ask.MetricMean:
		return fmt.Sprintf("%.1f", *v)
	}
	return m.Unit().Format(*v)
}

// printCrossStats prints a table of two fields for one metric, as many of its columns
// as there is room for, the last being all of the line.
func printCrossStats(w io.Writer, stats *ask.Stats, metric int) error {
	m := stats.Metrics[metric]
	columns := slices.Clone(stats.Columns.Groups)
	cells := map[[2]string]string{}
	for _, c := range stats.Cells {
		cells[[2]string{c.Values[0], c.Values[1]}] = valueWord(m, c.Measured[metric].Value)
	}
	build := func(shown int) *table.Table {
		heads := []string{stats.Groups.Field + " / " + stats.Columns.Field}
		for _, c := range columns[:shown] {
			heads = append(heads, c.Values[0])
		}
		t := table.New(append(heads, "all")...)
		t.Limit(0, 60)
		if how, ok := answer.Shortenings[stats.Groups.Field]; ok {
			t.Shorten(how, 0)
		}
		for i := range heads {
			t.AlignRight(i + 1)
			t.Keep(i)
		}
		for _, g := range stats.Groups.Groups {
			row := []string{g.Values[0]}
			for _, c := range columns[:shown] {
				row = append(row, cells[[2]string{g.Values[0], c.Values[0]}])
			}
			t.Row(append(row, valueWord(m, g.Measured[metric].Value))...)
		}
		last := []string{"all"}
		for _, c := range columns[:shown] {
			last = append(last, valueWord(m, c.Measured[metric].Value))
		}
		t.Row(append(last, valueWord(m, stats.All[metric].Value))...)
		return t
	}
	width, shown := terminal.Width(w), len(columns)
	t := build(shown)
	for width > 0 && shown > 1 && t.Width() > width {
		shown--
		t = build(shown)
	}
	before := ""
	if metric > 0 {
		before = "\n"
	}
	about := ""
	if m.About != m.Name {
		about = ": " + m.About
	}
	if _, err := fmt.Fprintf(w, "%s%s%s\n", before, m.Name, about); err != nil {
		return err
	}
	if err := t.Print(w); err != nil {
		return err
	}
	if less := len(columns) - shown; less > 0 {
		if _, err := fmt.Fprintf(w, "(no room for %d more of %s)\n", less, stats.Columns.Field); err != nil {
			return err
		}
	}
	return nil
}

// statsNotes says of what the numbers are, and what is not shown.
func statsNotes(stats *ask.Stats) string {
	p := &stats.Provenance
	notes := []string{phrase.Games(p.Games)}
	if n := p.Records - p.Games; n > 0 {
		notes = append(notes, answer.FoldedWords(n))
	}
	lists := []*ask.GroupList{&stats.Groups}
	if stats.Columns != nil {
		lists = append(lists, stats.Columns)
	}
	for _, l := range lists {
		notes = append(notes, listNotes(l)...)
	}
	if stats.Without > 0 {
		notes = append(notes, phrase.Games(stats.Without)+" without "+strings.Join(stats.By, " and "))
	}
	return strings.Join(notes, "; ")
}

func listNotes(l *ask.GroupList) (notes []string) {
	switch shown, of := len(l.Groups), l.Distinct-l.Few; {
	case l.Distinct == 0:
		notes = append(notes, l.Field+": no game has one")
	case shown < of:
		notes = append(notes, fmt.Sprintf("%s of %s values of %s shown (--limit 0 for all)", phrase.Number(shown), phrase.Number(of), l.Field))
	}
	if l.Few > 0 {
		notes = append(notes, fmt.Sprintf("%s of %s left out for too few games (--min)", phrase.Number(l.Few), l.Field))
	}
	if l.Shrunken {
		notes = append(notes, "in the order of estimates in which few games count little")
	}
	return notes
}

// printStatsCSV prints a row for each group, of two fields for each pair of values. Of several
// games the game comes first.
func printStatsCSV(w io.Writer, stats *ask.Stats) error {
	out := table.NewCSV(w)
	heads := slices.Clone(stats.By)
	if len(stats.ByGame) > 0 {
		heads = append([]string{"game"}, heads...)
	}
	for _, m := range stats.Metrics {
		heads = append(heads, m.Name)
		if m.Kind != ask.MetricCount {
			heads = append(heads, m.Name+"_low", m.Name+"_high", m.Name+"_of")
		}
		if m.Kind == ask.MetricMean {
			heads = append(heads, m.Name+"_deviation", m.Name+"_quartile1", m.Name+"_median", m.Name+"_quartile3")
		}
	}
	if err := out.Write(heads...); err != nil {
		return err
	}
	if len(stats.ByGame) == 0 {
		if err := writeStatsCSV(out, stats); err != nil {
			return err
		}
	}
	for _, part := range stats.ByGame {
		if err := writeStatsCSV(out, part, part.Game); err != nil {
			return err
		}
	}
	return out.End()
}

// writeStatsCSV writes the rows of groups, each after the same cells.
func writeStatsCSV(out table.CSV, stats *ask.Stats, first ...string) error {
	groups := stats.Groups.Groups
	if stats.Columns != nil {
		groups = stats.Cells
	}
	for _, g := range groups {
		row := slices.Concat(first, g.Values)
		for i, m := range stats.Metrics {
			n := &g.Measured[i]
			row = append(row, plainNumber(n.Value))
			if m.Kind != ask.MetricCount {
				row = append(row, plainNumber(n.Low), plainNumber(n.High), fmt.Sprint(n.Of))
			}
			if m.Kind == ask.MetricMean {
				quartiles := [3]*float64{}
				if n.Quartiles != nil {
					quartiles = [3]*float64{&n.Quartiles[0], &n.Quartiles[1], &n.Quartiles[2]}
				}
				row = append(row, plainNumber(n.Deviation), plainNumber(quartiles[0]), plainNumber(quartiles[1]), plainNumber(quartiles[2]))
			}
		}
		if err := out.Write(row...); err != nil {
			return err
		}
	}
	return nil
}

// plainNumber writes a number for programs, "" if it is not known.
func plainNumber(v *float64) string {
	if v == nil {
		return ""
	}
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.6f", *v), "0"), ".")
}
