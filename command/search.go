package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"kifudb/query"
	"kifudb/store"
)

// defaultLimit is how many games a list for people shows unless asked otherwise.
const defaultLimit = 30

func searchCommand() *cli.Command {
	return &cli.Command{
		Name:      "search",
		Usage:     "find games by names, dates, texts, positions and patterns",
		ArgsUsage: "QUERY...",
		UsageText: `kifudb search shusaku                          words anywhere in names, events, comments
kifudb search player:shusaku date:1846..1853   fields and ranges
kifudb search 'C:"ladder breaker" -handicap:>0'
kifudb search 'pos:"Q16 D4 Q3"'                a whole position, by moves
kifudb search pos:123@40                       the position of game 123 after move 40
kifudb search pat:@corner.txt anchor:corner    a pattern from a file
kifudb search 'pat:NE[..X./.O../....]' result:B+R`,
		Description: "Several arguments are one query; all its terms must hold.\n\n" + fieldHelp() + `
A position is found under all symmetries, a pattern under all symmetries
and wherever its edges let it lie; see the options of board terms:
  anchor:corner|side|center|anywhere   where a pattern may lie
  move:<=50  move:40..120              at which move numbers
  next:b  next:w                       whose move comes next
  hits:every                           each time it comes up, not just the first
  stood:>=10                           how many moves a pattern stood
  ko:none  ko:same                     what is barred by ko on a position
  colors:either                        also with black and white exchanged
  symmetry:off                         only as given
  variations:off                       main lines only

A position of shogi is given in SFEN or as moves in USI, as in
pos:"startpos moves 7g7f", and found as it is, with hands and side to move.

then(pat:..., within:20, pat:...) finds where the second comes up after the
first, on the same line and at most so many moves later.

Exit status 0 with or without hits; with --fail, 1 if there are none.`,
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "limit", Aliases: []string{"n"}, Value: defaultLimit, Usage: "show at most `N` games, 0 for all"},
			&cli.IntFlag{Name: "offset", Usage: "leave out the first `N` games"},
			&cli.StringFlag{Name: "sort", Usage: "order by `FIELDS`: " + strings.Join(query.OrderFields(), ", ") + "; -field or field:desc descends"},
			&cli.BoolFlag{Name: "json", Usage: "print JSON, with all hits of each game"},
			&cli.BoolFlag{Name: "ids", Usage: "print the games' numbers only"},
			&cli.BoolFlag{Name: "count", Usage: "print the number of games only"},
			&cli.BoolFlag{Name: "explain", Usage: "say how the query was understood and answered"},
			&cli.BoolFlag{Name: "fail", Usage: "exit with 1 if nothing is found"},
		},
		Action: runSearch,
	}
}

// fieldHelp lists the fields of the language.
func fieldHelp() string {
	var b strings.Builder
	b.WriteString("Fields, with their other names:\n")
	for _, f := range query.Fields() {
		name := strings.Join(append([]string{f.Name}, f.Twins...), " ")
		fmt.Fprintf(&b, "  %-24s %s\n", name, f.About)
	}
	return b.String()
}

func runSearch(c *cli.Context) error {
	q, err := parseQuery(c.Args().Slice())
	if err != nil {
		return err
	}
	o, err := queryOptions(c)
	if err != nil {
		return err
	}
	o.Limit, o.Offset = c.Int("limit"), c.Int("offset")
	if o.Limit < 0 || o.Offset < 0 {
		return usage("--limit and --offset cannot be negative")
	}
	if o.Sort, err = query.ParseOrder(c.String("sort")); err != nil {
		return usage("--sort: %v", err)
	}
	s, done, err := openSnapshot(c)
	if err != nil {
		return err
	}
	defer done()

	var finish func()
	o.Progress, finish = searchProgress(c.App.ErrWriter)
	found, err := search(c.Context, c.App.Writer, s, q, o, c)
	finish()
	if err != nil {
		return queryError(err)
	}
	if c.Bool("explain") {
		if err := explain(c.Context, c.App.ErrWriter, s, q, o); err != nil {
			return err
		}
	}
	if found == 0 && c.Bool("fail") {
		return &exitError{status: ExitFailed}
	}
	return nil
}

// search prints the games in the form asked for and returns their number.
func search(ctx context.Context, w io.Writer, s *store.Snapshot, q query.Query, o *query.Options, c *cli.Context) (int, error) {
	if c.Bool("count") {
		n, err := q.Count(ctx, s, o)
		if err == nil {
			_, err = fmt.Fprintln(w, n)
		}
		return n, err
	}
	if c.Bool("ids") {
		all := *o
		all.PerGame = 1
		if !c.IsSet("limit") {
			all.Limit = 0
		}
		n := 0
		for hit, err := range q.Run(ctx, s, &all) {
			if err != nil {
				return n, err
			}
			n++
			if _, err := fmt.Fprintln(w, hit.Game); err != nil {
				return n, err
			}
		}
		return n, nil
	}
	start := time.Now()
	games, err := gather(ctx, s, q, o)
	if err != nil {
		return 0, err
	}
	took := time.Since(start)
	total := len(games)
	if o.Limit > 0 && len(games) == o.Limit || o.Offset > 0 {
		if total, err = q.Count(ctx, s, o); err != nil {
			return 0, err
		}
	}
	if c.Bool("json") {
		if games == nil {
			games = []foundGame{}
		}
		return total, printJSON(w, map[string]any{"query": q.String(), "total": total, "games": games})
	}
	if err := printGames(w, games); err != nil {
		return total, err
	}
	if err := printCount(w, len(games), total, took, s.Text()); err != nil {
		return total, err
	}
	if total == 0 {
		return 0, whyNothing(ctx, w, s, q, o)
	}
	return total, nil
}

// printCount says how much of the answer was shown, and what may be missing
// from it.
func printCount(w io.Writer, shown, total int, took time.Duration, text store.TextProgress) error {
	line := fmt.Sprintf("%s games", number(total))
	switch {
	case total == 0:
		line = "nothing found"
	case total == 1:
		line = "1 game"
	case shown < total:
		line = fmt.Sprintf("%s of %s games shown (--limit 0 for all)", number(shown), number(total))
	}
	if text.Indexed < text.Games {
		line += fmt.Sprintf("; comments of %s games are not yet indexed", number(text.Games-text.Indexed))
	}
	_, err := fmt.Fprintf(w, "%s, %s\n", line, roundDuration(took))
	return err
}

// parseQuery reads the arguments as one query.
func parseQuery(args []string) (query.Query, error) {
	text := strings.Join(args, " ")
	q, err := query.Parse(text)
	if err == nil {
		return q, nil
	}
	if e, ok := errors.AsType[*query.Error](err); ok {
		return q, usage("the query cannot be understood\n  %s\n  %s^\n%s", printable(text), strings.Repeat(" ", max(e.Column-1, 0)), e.Message)
	}
	return q, usage("%v", err)
}

// queryError makes a mistake in a query, found only when it was run, one of usage.
func queryError(err error) error {
	if _, ok := errors.AsType[*query.Error](err); ok {
		return &exitError{ExitUsage, err}
	}
	return err
}

// readPatternFile reads the files that queries name with @; "-" is standard
// input. Each is read once.
func readPatternFile(stdin io.Reader) func(string) ([]byte, error) {
	const most = 1 << 20
	texts := map[string][]byte{}
	return func(name string) ([]byte, error) {
		if text, ok := texts[name]; ok {
			return text, nil
		}
		r := stdin
		if name != "-" {
			f, err := os.Open(name)
			if err != nil {
				return nil, err
			}
			defer f.Close()
			r = f
		}
		b, err := io.ReadAll(io.LimitReader(r, most+1))
		if len(b) > most {
			return nil, fmt.Errorf("%s is larger than any position: over %d bytes", name, most)
		}
		if err == nil {
			texts[name] = b
		}
		return b, err
	}
}
