package study

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/command/run"
	"kifudb/command/terminal"
	"kifudb/web/report"
)

// ReportCommand is the command report.
func ReportCommand() *cli.Command {
	return run.Reaching(run.Nodes|run.SeveralArchives, &cli.Command{
		Name:      "report",
		Usage:     "write a page with boards, tables and charts about the games found",
		ArgsUsage: "[GAMES...] [QUERY...]",
		UsageText: `kifudb report player:shusaku -o shusaku.html
kifudb report 'pos:"Q16 D4 Q3"' -o opening.html --title 'The Shusaku opening'
kifudb report event:castle --games 0 -o castle.html     with all games listed
kifudb report event:castle --json                       the same as data`,
		Description: run.GamesHelp + `

The page is a single file: results, years, komi, players, events, openings, the
games, and, if the query asks for one position or pattern, its board with what
was played next and how often it came up. It has no scripts, follows the reader's
dark mode, and prints well. It names the query, the state of the archive and the
version of the program; with the same three it is the same, byte for byte.`,
		Flags: slices.Concat(
			[]cli.Flag{&cli.StringFlag{Name: "title", DefaultText: "Report", Usage: "head the page with `TEXT`"}},
			run.FlagsOf(ask.ReportOptions{}),
			[]cli.Flag{run.RecordsFlag(), run.JSONFlag(), run.OutputFlag(), run.ForceFlag()},
		),
		Action: run.Action(newReportOptions, runReport),
	})
}

type reportOptions struct {
	archives []string
	games    run.Selection
	search   archive.Search
	report   ask.ReportOptions
	title    string
	output   run.Output
}

func newReportOptions(c *cli.Context) (o reportOptions, err error) {
	o.games = run.Selected(c)
	_, words := o.games.Split()
	if _, err := run.ParseQuery(words); err != nil {
		return o, err
	}
	o.search.Records, o.title, o.output = c.Bool("records"), c.String("title"), run.ChosenOutput(c)
	run.SetOptions(c, &o.report)
	o.archives, err = run.ArchivePaths(c)
	return o, err
}

func runReport(ctx context.Context, o reportOptions, s run.Streams) error {
	found, done, err := run.Ask(ctx, s, run.Question[*ask.Report]{
		Archives: o.archives, Search: &o.search, Games: &o.games, Watch: &o.report.Watch, SoFar: reportSoFar,
		Ask: func(vs *ask.Views) (*ask.Report, error) { return vs.Report(ctx, &o.search, &o.report) },
	})
	if err != nil {
		return err
	}
	defer done()
	return o.output.Write(s, func(w io.Writer) error {
		if s.JSON {
			return terminal.PrintJSON(w, found)
		}
		return report.Write(w, &report.Page{Title: o.title, Report: found})
	})
}

func reportSoFar(r *ask.Report) string {
	text := run.SoFar(r.Provenance.Games, nil)
	if share := r.Results.BlackShare; share != nil {
		text += fmt.Sprintf(", Black won %.0f %%", 100*share.Value)
	}
	return text
}
