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
	"kifudb/paper/report"
)

// ReportCommand is the command report.
func ReportCommand() *cli.Command {
	return run.Reaching(run.Nodes|run.SeveralArchives, &cli.Command{
		Name:      "report",
		Usage:     "write boards, tables and charts about the games found",
		ArgsUsage: "[GAMES...] [QUERY...]",
		UsageText: `kifudb report player:shusaku -o shusaku.html
kifudb report 'pos:"Q16 D4 Q3"' -o opening.pdf --title 'The Shusaku opening'
kifudb report event:castle --games 0 -o castle.html     with all games listed
kifudb report event:castle --json                       the same as data`,
		Description: run.GamesHelp + `

The report is a single file: results, years, komi, players, events, openings, the
games, and, if the query asks for one position or pattern, its board with what
was played next and how often it came up. The name of the file says the format:
.html, .pdf, .epub, .tex or .txt; --to says it otherwise. PDF and LaTeX have tables
instead of charts. The report names the query, the state of the archive and the
version of the program; with the same three it is the same, byte for byte.

Exit status 3: the pages lack characters, as no font has them.`,
		Flags: slices.Concat(
			[]cli.Flag{&cli.StringFlag{Name: "title", DefaultText: "Report", Usage: "head the report with `TEXT`"}, run.PageFormatFlag("by the name of the file, or html")},
			run.FlagsOf(ask.ReportOptions{}),
			run.PageFlags(),
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
	pages    run.Pages
}

func newReportOptions(c *cli.Context) (o reportOptions, err error) {
	o.games = run.Selected(c)
	_, words := o.games.Split()
	if _, err := run.ParseQuery(words); err != nil {
		return o, err
	}
	o.search.Records, o.title = c.Bool("records"), c.String("title")
	if o.pages, err = run.ChosenPages(c, "html"); err != nil {
		return o, err
	}
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
	if s.JSON {
		return o.pages.Output.Write(s, func(w io.Writer) error { return terminal.PrintJSON(w, found) })
	}
	d, err := report.Document(found, o.title)
	if err != nil {
		return err
	}
	return o.pages.Write(s, d, "")
}

func reportSoFar(r *ask.Report) string {
	text := run.SoFar(r.Provenance.Games, nil)
	if share := r.Results.BlackShare; share != nil {
		text += fmt.Sprintf(", Black won %.0f %%", 100*share.Value)
	}
	return text
}
