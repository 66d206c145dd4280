package study

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/command/table"
	"kifudb/command/terminal"
)

// AuditCommand is the command audit.
func AuditCommand() *cli.Command {
	return &cli.Command{
		Name:      "audit",
		Usage:     "show the shapes of dates, results, komi, ranks … and how each was read",
		ArgsUsage: "[GAMES...] [QUERY...]",
		UsageText: `kifudb audit                     all values with a meaning, what was not understood first
kifudb audit --field date,rank   only these
kifudb audit event:honinbo       of certain games
kifudb audit --csv > audit.csv   for a spreadsheet
kifudb audit --moves             how many records were followed to their ends`,
		Description: `A shape is the form of a value: 1846-09-11 and 1999-12-31 both have 9999-99-99.
For each shape you see the number of games and of different values, the most
frequent value with one of its games, and how kifudb read it. Readings have degrees of
certainty:
  not understood  kifudb found no meaning
  guessed         the most probable of several readings
  calculated      follows from a rule: a komi of 375 is 7.5 points
  clear           clear to any reader, but not as SGF writes it
  exact           as SGF writes it
  says nothing    a question mark, a dash, "unknown"

With --moves you see, for each game and format, how many records kifudb followed to
their ends: it read every move of every line and made it on the board, even against
the rules. It lists all other records, with the obstacle.

kifudb never changes records: field=value finds the text as it is in the record. Every
record counts, including duplicates.

` + run.GamesHelp,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "field", Usage: "only `FIELDS`: " + strings.Join(ask.AuditNames(), ", ")},
			&cli.BoolFlag{Name: "moves", Usage: "count the records whose moves were all read and made, and list the others"},
			run.FailFlag(),
			run.JSONFlag(),
			&cli.BoolFlag{Name: "csv", Usage: "print comma-separated values"},
		},
		Action: run.Action(newAuditOptions, runAudit),
	}
}

type auditOptions struct {
	archive string
	games   run.Selection // all if none are named
	fields  []string      // all if none are named
	moves   bool
	csv     bool
	fail    bool // if there is no game
}

func newAuditOptions(c *cli.Context) (o auditOptions, err error) {
	if c.IsSet("field") {
		for _, name := range strings.Split(c.String("field"), ",") {
			o.fields = append(o.fields, strings.TrimSpace(name))
		}
	}
	if err := ask.CheckAudit(o.fields); err != nil {
		return o, err
	}
	if o.moves = c.Bool("moves"); o.moves && len(o.fields) > 0 {
		return o, run.Usage("--moves and --field exclude each other")
	}
	if o.games, o.fail = run.Selected(c), c.Bool("fail"); !o.games.None() {
		if err := o.games.Check("audit"); err != nil {
			return o, err
		}
	}
	if o.csv = c.Bool("csv"); o.csv && c.Bool("json") {
		return o, run.Usage("--json and --csv exclude each other")
	}
	o.archive, err = run.ArchivePath(c)
	return o, err
}

func runAudit(ctx context.Context, o auditOptions, s run.Streams) error {
	vs, done, err := run.OpenViews([]string{o.archive}, s)
	if err != nil {
		return err
	}
	defer done()
	among, err := o.games.Among(ctx, vs, s)
	if err != nil {
		return err
	}
	if o.moves {
		return auditMoves(ctx, o, among, vs.View(0), s)
	}
	a, err := ask.NewAudit(ctx, vs.View(0), o.fields, among)
	switch {
	case err != nil:
		return err
	case s.JSON:
		err = terminal.PrintJSON(s.Out, a)
	case o.csv:
		err = printAuditCSV(s.Out, a.Fields)
	default:
		err = printAudits(s.Out, a.Fields, a.Games)
	}
	return errors.Join(err, run.FailIfNone(o.fail, a.Games))
}

// auditMoves tells how many records were followed to their ends.
func auditMoves(ctx context.Context, o auditOptions, among *archive.GameSet, v *archive.View, s run.Streams) error {
	r, err := v.Reading(ctx, among)
	switch {
	case err != nil:
		return err
	case s.JSON:
		err = terminal.PrintJSON(s.Out, r)
	case o.csv:
		err = printReadingCSV(s.Out, r)
	default:
		err = printReading(s.Out, r)
	}
	return errors.Join(err, run.FailIfNone(o.fail, r.Games))
}

func printAuditCSV(w io.Writer, audits []*ask.FieldAudit) error {
	c := table.NewCSV(w)
	if err := c.Write("field", "sure", "games", "values", "shape", "example", "game", "reading"); err != nil {
		return err
	}
	for _, a := range audits {
		for _, s := range a.Shapes {
			if err := c.Write(
				s.Field, s.Sure, strconv.Itoa(s.Games), strconv.Itoa(s.Values), s.Shape, s.Example,
				strconv.Itoa(int(s.Game)), s.Reading,
			); err != nil {
				return err
			}
		}
	}
	return c.End()
}

// printAudits prints a table for each field, and the sums of all.
func printAudits(w io.Writer, audits []*ask.FieldAudit, games int) error {
	for _, a := range audits {
		if len(a.Shapes) == 0 {
			continue
		}
		t := table.New(a.Field, "games", "values", "shape", "example", "game", "read as")
		t.AlignRight(1, 2, 5)
		t.Spare(2, 5)
		t.Limit(3, 40)
		t.Limit(4, 40)
		t.Limit(6, 50)
		for _, s := range a.Shapes {
			t.Row(s.Sure, phrase.Number(s.Games), phrase.Number(s.Values), s.Shape, s.Example, strconv.Itoa(int(s.Game)), s.Reading)
		}
		if err := t.Print(w); err != nil {
			return err
		}
		if _, err := fmt.Fprintln(w); err != nil {
			return err
		}
	}
	t := table.New(append([]string{"field", "games", "values", "shapes"}, ask.Sureness[:]...)...)
	for i := range 3 + len(ask.Sureness) {
		t.AlignRight(i + 1)
	}
	for _, a := range audits {
		row := []string{a.Field, phrase.Number(a.Games), phrase.Number(a.Values), phrase.Number(len(a.Shapes))}
		for _, sure := range ask.Sureness {
			row = append(row, phrase.Number(a.Sure[sure]))
		}
		t.Row(row...)
	}
	if err := t.Print(w); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w, phrase.Records(games))
	return err
}
