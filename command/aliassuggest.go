package command

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/alias"
	"kifudb/store"
)

func aliasSuggestCommand() *cli.Command {
	return &cli.Command{
		Name:  "suggest",
		Usage: "find names in the archive that may be the same",
		UsageText: `kifudb alias suggest
kifudb alias suggest --min 8 --limit 0
kifudb alias suggest --event --json`,
		Description: `Two things speak for it. Names are alike: the same letters or words, another
romanisation of Korean or Japanese, a slip of the pen; or a record gives both
names. And the same moves are recorded under both names, which also finds names in
different scripts; 'kifudb show' shows the two games that are named. Points
say how much speaks for a pair. Those who met each other in a game, or whose
games lie a lifetime apart, are left out, as is what 'kifudb alias' knows.

Nothing is changed: 'kifudb alias add NAME SPELLING' accepts a suggestion.`,
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "min", Value: alias.DefaultMin, Usage: "show pairs of at least `N` points"},
			&cli.IntFlag{Name: "limit", Aliases: []string{"n"}, Value: defaultLimit, Usage: "show at most `N` pairs, 0 for all"},
			eventFlag(), jsonFlag(),
		},
		Action: runAliasSuggest,
	}
}

func runAliasSuggest(c *cli.Context) error {
	if c.Int("limit") < 0 {
		return usage("--limit cannot be negative")
	}
	db, v, done, err := openUser(c)
	if err != nil {
		return err
	}
	defer done()
	table, err := db.Aliases(aliasKind(c))
	if err != nil {
		return err
	}
	list, err := alias.Suggest(c.Context, v.Snapshot(), table, max(c.Int("min"), 1))
	if err != nil {
		return err
	}
	total := len(list)
	if limit := c.Int("limit"); limit > 0 {
		list = list[:min(limit, total)]
	}
	if c.Bool("json") {
		return printSuggestionsJSON(c, list, total)
	}
	if total == 0 {
		_, err := fmt.Fprintln(c.App.Writer, "no two names look the same; --min 1 shows the faintest resemblance")
		return err
	}
	t := newTable("points", "name", "games", "years", "may be", "games", "years", "see", "because")
	t.alignRight(0, 2, 5)
	t.limit(1, 36)
	t.limit(4, 36)
	for _, s := range list {
		see := ""
		if len(s.Records) > 0 {
			see = fmt.Sprintf("%d and %d", s.Records[0][0], s.Records[0][1])
		}
		t.row(fmt.Sprint(s.Score), s.A.Text, number(s.A.Games), years(s.A), s.B.Text, number(s.B.Games), years(s.B), see,
			strings.Join(s.Evidence, "; "))
	}
	if err := t.print(c.App.Writer); err != nil {
		return err
	}
	line := countWord(total, "pair")
	if len(list) < total {
		line = fmt.Sprintf("%s of %s pairs shown (--limit 0 for all)", number(len(list)), number(total))
	}
	_, err = fmt.Fprintf(c.App.Writer, "%s; 'kifudb alias add NAME SPELLING' says that two are the same\n", line)
	return err
}

// years writes when the games of a name were played.
func years(c alias.Candidate) string {
	switch {
	case c.From == 0:
		return ""
	case c.From == c.To:
		return fmt.Sprint(c.From)
	}
	return fmt.Sprintf("%d-%d", c.From, c.To)
}

func printSuggestionsJSON(c *cli.Context, list []alias.Suggestion, total int) error {
	type candidate struct {
		Text  string `json:"name"`
		Games int    `json:"games"`
		From  int    `json:"from,omitempty"`
		To    int    `json:"to,omitempty"`
	}
	type suggestion struct {
		Points   int               `json:"points"`
		Names    [2]candidate      `json:"names"`
		Evidence []string          `json:"evidence"`
		Records  [][2]store.GameID `json:"records,omitempty"`
	}
	out := []suggestion{}
	for _, s := range list {
		out = append(out, suggestion{s.Score, [2]candidate{candidate(s.A), candidate(s.B)}, s.Evidence, s.Records})
	}
	return printJSON(c.App.Writer, map[string]any{"total": total, "pairs": out})
}
