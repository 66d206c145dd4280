package study

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/command/answer"
	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/command/terminal"
	"kifudb/internal/plaintext"
)

// ExamplesCommand is the command examples.
func ExamplesCommand() *cli.Command {
	return run.Reaching(run.SeveralArchives, &cli.Command{
		Name:      "examples",
		Usage:     "show the clearest examples of what moves do on the board, as problems",
		ArgsUsage: "TERM [QUERY...]",
		UsageText: `kifudb examples snapback:yes              ten clear snapbacks
kifudb examples 'captures:>=5' player:Cho  of a player
kifudb examples ladder:works -n 3 --answers beside
kifudb examples underthestones:yes --format sgf > problems.sgf`,
		Description: `Shows the board before the move, with the points marked that the term is about, and
says who is to play. --answers adds the moves of the game: beside each problem, or
all at the end. 'kifudb help board' lists the terms.

An example is clear if few pieces lie near the marks and on the board, the players
are strong, and a person comments on the move in the record. There is one of each game,
and none that is the same nearby, turned, mirrored or with colors exchanged. --json
has the parts of the score. The examples are chosen among games of the strongest
players, and some with comments; --among takes more. Where games are not indexed by
'kifudb index --board', only these are looked at.

--format sgf writes a collection of problems: each position is set up, and the moves of
the game follow. For paper, see 'kifudb print': print 'snapback:yes' --problems 6 -o F.pdf
makes a sheet of all places that a query finds.`,
		Flags: append(run.FlagsOf(ask.ExamplesOptions{}),
			&cli.StringFlag{Name: "answers", Usage: "print the answers: beside or end"},
			&cli.StringFlag{Name: "format", Usage: "print text, json or sgf", Value: "text"},
			&cli.BoolFlag{Name: "ascii", Usage: "draw boards with ASCII characters only"},
			&cli.BoolFlag{Name: "json", Usage: "print JSON"},
			run.FailFlag(),
		),
		Action: run.Action(newExamplesOptions, runExamples),
	})
}

type examplesOptions struct {
	archives []string
	search   archive.Search
	ask.ExamplesOptions
	answers string // beside, end, or "" for none
	format  string // text, json or sgf
	ascii   bool
	fail    bool
}

func newExamplesOptions(c *cli.Context) (o examplesOptions, err error) {
	if o.search.Query, err = run.ParseQuery(c.Args().Slice()); err != nil {
		return o, err
	}
	run.SetOptions(c, &o.ExamplesOptions)
	o.answers, o.format, o.ascii, o.fail = c.String("answers"), c.String("format"), c.Bool("ascii"), c.Bool("fail")
	if c.Bool("json") {
		o.format = "json"
	}
	switch {
	case o.answers != "" && o.answers != "beside" && o.answers != "end":
		return o, run.Usage("--answers: expected beside or end, not %q", o.answers)
	case o.format != "text" && o.format != "json" && o.format != "sgf":
		return o, run.Usage("--format: expected text, json or sgf, not %q", o.format)
	}
	o.archives, err = run.ArchivePaths(c)
	return o, err
}

func runExamples(ctx context.Context, o examplesOptions, s run.Streams) error {
	vs, done, err := run.OpenViews(o.archives, s)
	if err != nil {
		return err
	}
	defer done()
	found, err := ask.Of(vs).Examples(ctx, &o.search, &o.ExamplesOptions)
	if err != nil {
		return err
	}
	run.SayNotices(s, found.Notices)
	switch {
	case o.format == "json":
		err = terminal.PrintJSON(s.Out, found)
	case o.format == "sgf" && len(found.Examples) > 0:
		var left int
		if left, err = found.WriteSGF(s.Out); left > 0 {
			fmt.Fprintf(s.Err, "kifudb: %s left out, as SGF cannot set up the position\n", phrase.Count(left, "example"))
		}
	case o.format != "sgf":
		err = printExamples(s.Out, found, o)
	}
	if err != nil {
		return err
	}
	return run.FailIfNone(o.fail, len(found.Examples))
}

// printExamples draws the examples as problems.
func printExamples(w io.Writer, found *ask.Examples, o examplesOptions) error {
	var b strings.Builder
	for i := range found.Examples {
		e := &found.Examples[i]
		fmt.Fprintf(&b, "%d. %s\n\n%s\n\n%s (score %.1f)\n", i+1, plaintext.Printable(e.Source()), answer.MarkedBoard(w, e.BeforeNode(), e.Marks(), o.ascii), e.Sides(), e.Score.Total)
		if o.answers == "beside" {
			b.WriteString("Answer: " + plaintext.Printable(e.Answer()) + "\n")
			if e.Comment != "" {
				b.WriteString(plaintext.PrintableLines(e.Comment) + "\n")
			}
		}
		b.WriteString("\n")
	}
	if o.answers == "end" && len(found.Examples) > 0 {
		b.WriteString("Answers\n")
		for i := range found.Examples {
			fmt.Fprintf(&b, "%d. %s\n", i+1, plaintext.Printable(found.Examples[i].Answer()))
		}
		b.WriteString("\n")
	}
	switch {
	case len(found.Examples) == 0:
		b.WriteString("no examples found\n")
	default:
		fmt.Fprintf(&b, "%s of %s, chosen among %s; order: %s\n", phrase.Count(len(found.Examples), "example"), phrase.Games(found.Games), phrase.Number(found.Among), found.Order)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
