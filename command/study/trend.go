package study

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/command/table"
	"kifudb/command/terminal"
	"kifudb/internal/plaintext"
)

// TrendCommand is the command trend.
func TrendCommand() *cli.Command {
	return run.Reaching(run.Nodes|run.SeveralArchives, &cli.Command{
		Name:      "trend",
		Usage:     "show in what share of games a position or pattern came up, year by year",
		ArgsUsage: "QUERY...",
		UsageText: `kifudb trend pat:@corner.txt
kifudb trend 'pos:"Q16 D4 Q3"' 'rank:>=1p' --by decade
kifudb trend pat:@a.txt pat:@b.txt date:1990.. --name 3-3 --name approach
kifudb trend pat:@a.txt pat:@b.txt -o trend.svg`,
		Description: `Each pos:, pat:, seq: and then() in the query gets a line of its own; what stands
in parentheses shares one, as in '(pat:@a.txt pat:@b.txt)'. The other terms choose
the games. Shares are of the games in which it could come up: games of the same
kind, on a board of the right size, with at least as many moves as it has stones;
their number is printed. Shares come with Wilson's 95 % interval. Variations were
not played, so they count only with --variations.`,
		Flags: slices.Concat(run.FlagsOf(ask.TrendOptions{}), []cli.Flag{
			&cli.IntFlag{Name: "min", Value: ask.FewGames, Usage: "in charts, leave out years with fewer than `N` games"},
			run.RecordsFlag(),
			run.JSONFlag(),
			&cli.BoolFlag{Name: "csv", Usage: "print CSV with a header"},
		}, chartFlags()[1:]), // it always draws
		Action: run.Action(newTrendOptions, runTrend),
	})
}

type trendOptions struct {
	archives []string
	search   archive.Search
	trend    ask.TrendOptions
	min      int
	charts   chartOptions
	csv      bool
}

func newTrendOptions(c *cli.Context) (o trendOptions, err error) {
	if o.search.Query, err = run.OnlyQuery(c, c.Args().Slice()); err != nil {
		return o, err
	}
	o.search.Records, o.csv, o.charts, o.min = c.Bool("records"), c.Bool("csv"), newChartOptions(c), c.Int("min")
	run.SetOptions(c, &o.trend)
	o.archives, err = run.ArchivePaths(c)
	return o, err
}

func runTrend(ctx context.Context, o trendOptions, s run.Streams) error {
	trend, done, err := run.Ask(ctx, s, run.Question[*ask.Trend]{
		Archives: o.archives, Search: &o.search, Watch: &o.trend.Watch, SoFar: trendSoFar,
		Ask: func(vs *ask.Views) (*ask.Trend, error) { return vs.Trend(ctx, &o.search, &o.trend) },
	})
	if err != nil {
		return err
	}
	defer done()
	if o.charts.svg() {
		return o.charts.picture(s, trend.Chart(o.min))
	}
	return o.charts.output.Write(s, func(w io.Writer) error {
		switch {
		case s.JSON:
			return terminal.PrintJSON(w, trend)
		case o.csv:
			return printTrendCSV(w, trend)
		}
		return printTrend(w, trend, &o)
	})
}

// trendSoFar returns the line that a terminal shows while years are still counted.
func trendSoFar(trend *ask.Trend) string {
	l := &trend.Lines[len(trend.Lines)-1]
	return fmt.Sprintf("%s with %s", run.SoFar(l.Games, nil), l.Name)
}

// printTrend prints a legend of the lines, a table of years, and a chart.
func printTrend(w io.Writer, trend *ask.Trend, o *trendOptions) error {
	found := 0
	for i, l := range trend.Lines {
		found += l.Games
		share := "none of"
		if l.Share != nil {
			share = percentOf(l.Share) + " of"
		}
		if _, err := fmt.Fprintf(w, "%s  %s\n   %s, %s %s games: %s\n", lineLetter(i), plaintext.Printable(run.Abridged(l.Name)), phrase.Games(l.Games), share, phrase.Number(l.Of), plaintext.Printable(l.Among)); err != nil {
			return err
		}
		if l.Undated > 0 {
			if _, err := fmt.Fprintf(w, "   %s without a year\n", phrase.Games(l.Undated)); err != nil {
				return err
			}
		}
	}
	if found == 0 {
		_, err := fmt.Fprintln(w, "nothing found")
		return err
	}
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	if err := trendTable(trend).Print(w); err != nil {
		return err
	}
	if few := trendFew(trend, o.min); few > 0 {
		if _, err := fmt.Fprintf(w, "(of fewer than %d games, and not in the chart: %d of these; --min 1 draws all)\n", o.min, few); err != nil {
			return err
		}
	}
	if !trend.Drawn(o.min) {
		return nil
	}
	return o.charts.draw(w, trend.Chart(o.min))
}

// lineLetter names a line of a trend in its table.
func lineLetter(i int) string { return string(rune('A' + i)) }

// percentOf writes a share with its interval.
func percentOf(s *archive.Share) string {
	return fmt.Sprintf("%.1f %% (%.1f–%.1f)", 100*s.Value, 100*s.Low, 100*s.High)
}

// trendYears are the years of all lines.
func trendYears(trend *ask.Trend) []int {
	var years []int
	for _, l := range trend.Lines {
		for _, y := range l.Years {
			years = append(years, y.Year)
		}
	}
	slices.Sort(years)
	return slices.Compact(years)
}

// trendFew counts the years of which some line has too few games for a chart.
func trendFew(trend *ask.Trend, least int) int {
	few := map[int]bool{}
	for _, l := range trend.Lines {
		for _, y := range l.Years {
			if y.Of < least {
				few[y.Year] = true
			}
		}
	}
	return len(few)
}

// trendTable has a line for each year, and columns for each line of the trend.
func trendTable(trend *ask.Trend) *table.Table {
	heads := []string{map[int]string{1: "year", 10: "decade", 100: "century"}[trend.Step]}
	var spare []int
	for i := range trend.Lines {
		n := len(heads)
		heads = append(heads, lineLetter(i), "95 %", "games", "of")
		spare = append(spare, n+3, n+2, n+1)
	}
	t := table.New(heads...)
	for i := range heads {
		t.AlignRight(i)
	}
	t.Spare(spare...)
	for _, year := range trendYears(trend) {
		name := fmt.Sprint(year)
		if trend.Step > 1 {
			name += "s"
		}
		row := []string{name}
		for i := range trend.Lines {
			cells := []string{"", "", "", ""}
			l := &trend.Lines[i]
			if at := slices.IndexFunc(l.Years, func(y ask.TrendYear) bool { return y.Year == year }); at >= 0 {
				y := &l.Years[at]
				cells = []string{fmt.Sprintf("%.1f %%", 100*y.Share.Value), fmt.Sprintf("%.1f–%.1f", 100*y.Share.Low, 100*y.Share.High), phrase.Number(y.Games), phrase.Number(y.Of)}
			}
			row = append(row, cells...)
		}
		t.Row(row...)
	}
	return t
}

// printTrendCSV prints a row for each year of each line.
func printTrendCSV(w io.Writer, trend *ask.Trend) error {
	out := table.NewCSV(w)
	if err := out.Write("name", "year", "games", "of", "share", "low", "high"); err != nil {
		return err
	}
	for _, l := range trend.Lines {
		for _, y := range l.Years {
			if err := out.Write(l.Name, fmt.Sprint(y.Year), fmt.Sprint(y.Games), fmt.Sprint(y.Of), plainNumber(&y.Share.Value), plainNumber(&y.Share.Low), plainNumber(&y.Share.High)); err != nil {
				return err
			}
		}
	}
	return out.End()
}
