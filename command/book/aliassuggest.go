package book

import (
	"context"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/answer"
	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/command/table"
	"kifudb/command/terminal"
)

func aliasSuggestCommand() *cli.Command {
	return &cli.Command{
		Name:  "suggest",
		Usage: "find names in the archive that may be the same",
		UsageText: `kifudb alias suggest
kifudb alias suggest --min 8 --limit 0
kifudb alias suggest --event --json`,
		Description: `Two kinds of evidence count. The names are alike: the same letters or words,
another romanisation of Korean or Japanese, a misspelling, or a record that gives
both. Or the same game was recorded under both names, which also finds names in
different scripts; 'kifudb show' shows the two records listed. Points say how
strong the evidence is. Players who met each other, or whose games lie a lifetime
apart, are left out, and so are names that 'kifudb alias' already joins.

Nothing is changed: 'kifudb alias add NAME SPELLING' accepts a suggestion.`,
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "min", Value: archive.SuggestPoints, Usage: "show pairs of at least `N` points"},
			&cli.IntFlag{Name: "limit", Aliases: []string{"n"}, Value: answer.DefaultLimit, Usage: "show at most `N` pairs, 0 for all"},
			eventFlag(), run.JSONFlag(),
		},
		Action: run.Action(newAliasSuggestOptions, runAliasSuggest),
	}
}

type aliasSuggestOptions struct {
	aliasOptions
	points, limit int
}

func newAliasSuggestOptions(c *cli.Context) (o aliasSuggestOptions, err error) {
	if o.points, o.limit = c.Int("min"), c.Int("limit"); o.limit < 0 {
		return o, run.Usage("--limit cannot be negative")
	}
	o.aliasOptions, err = newAliasOptions(c)
	return o, err
}

func runAliasSuggest(ctx context.Context, o aliasSuggestOptions, s run.Streams) error {
	a, err := run.OpenArchive(o.archive, nil)
	if err != nil {
		return err
	}
	defer a.Close()
	var found *archive.SuggestedAliases
	err = a.Ask(func(v *archive.View) (err error) {
		found, err = v.SuggestAliases(ctx, o.kind, o.points, o.limit)
		return err
	})
	switch {
	case err != nil:
		return err
	case s.JSON:
		return terminal.PrintJSON(s.Out, found)
	case found.Total == 0:
		_, err := fmt.Fprintln(s.Out, "no two names look the same; --min 1 shows the faintest resemblance")
		return err
	}
	t := table.New("points", "name", "games", "years", "may be", "games", "years", "see", "because")
	t.AlignRight(0, 2, 5)
	t.Spare(0, 6, 3, 5, 2)
	t.Limit(1, 36)
	t.Limit(4, 36)
	for _, p := range found.Pairs {
		see := ""
		if len(p.Records) > 0 {
			see = fmt.Sprintf("%d and %d", p.Records[0][0], p.Records[0][1])
		}
		one, other := &p.Names[0], &p.Names[1]
		t.Row(fmt.Sprint(p.Points), one.Name, phrase.Number(one.Games), years(one), other.Name, phrase.Number(other.Games), years(other), see,
			strings.Join(p.Evidence, "; "))
	}
	if err := t.Print(s.Out); err != nil {
		return err
	}
	line := phrase.Count(found.Total, "pair")
	if shown := len(found.Pairs); shown < found.Total {
		line = fmt.Sprintf("%s of %s pairs shown (--limit 0 for all)", phrase.Number(shown), phrase.Number(found.Total))
	}
	_, err = fmt.Fprintf(s.Out, "%s; 'kifudb alias add NAME SPELLING' joins two names\n", line)
	return err
}

// years writes when the games of a name were played.
func years(c *archive.SuggestedName) string {
	switch {
	case c.From == 0:
		return ""
	case c.From == c.To:
		return fmt.Sprint(c.From)
	}
	return fmt.Sprintf("%d-%d", c.From, c.To)
}
