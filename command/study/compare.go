package study

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/command/answer"
	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/command/table"
	"kifudb/command/terminal"
	"kifudb/position"
)

// CompareCommand is the command compare.
func CompareCommand() *cli.Command {
	return run.Reaching(run.Nodes|run.SeveralArchives, &cli.Command{
		Name:      "compare",
		Usage:     "compare what two sets of games played next at a position",
		ArgsUsage: "A B",
		UsageText: `kifudb compare date:..1960 date:1961.. --at 'Q16'            two periods
kifudb compare rank:9p rank:3d --at 'pos:"Q16 D4"'          strong and weak
kifudb compare player:shusaku opponent:shusaku --at 'Q16 D4'
kifudb compare black:shuwa white:shuwa --at pat:@corner.txt`,
		Description: `A and B are queries; quote those that contain spaces. They are compared at the
position or pattern given by --at, or by both queries. Each difference is A minus
B, with the interval that contains the true one in 95 of 100 cases. A star marks
a difference that is more than chance, given how many moves are compared. See
'kifudb help numbers'.`,
		Flags: slices.Concat([]cli.Flag{atFlag()}, run.FlagsOf(ask.CompareOptions{}), []cli.Flag{
			&cli.IntFlag{Name: "limit", Aliases: []string{"n"}, Value: answer.DefaultLimit, Usage: "show at most `N` moves, 0 for all"},
			run.RecordsFlag(),
			&cli.BoolFlag{Name: "csv", Usage: "print comma-separated values, with all moves"},
			&cli.BoolFlag{Name: "json", Usage: "print JSON, with all moves"},
		}),
		Action: run.Action(newCompareOptions, runCompare),
	})
}

type compareOptions struct {
	archives []string
	sets     [2]archive.Search
	ask.CompareOptions
	limit int // moves to show, 0 for all
	csv   bool
}

func newCompareOptions(c *cli.Context) (o compareOptions, err error) {
	if c.NArg() != len(o.sets) {
		return o, run.Usage("compare takes two queries, each in quotation marks; got %d", c.NArg())
	}
	for i := range o.sets {
		set := &o.sets[i]
		if set.Query, err = queryAt(c, c.Args().Slice()[i:i+1]); err != nil {
			return o, err
		}
		set.Records = c.Bool("records")
	}
	run.SetOptions(c, &o.CompareOptions)
	o.limit = c.Int("limit")
	if o.csv = c.Bool("csv"); o.csv && c.Bool("json") {
		return o, run.Usage("--csv and --json cannot both be printed")
	}
	if o.limit < 0 {
		return o, run.Usage("--limit cannot be negative")
	}
	o.archives, err = run.ArchivePaths(c)
	return o, err
}

func runCompare(ctx context.Context, o compareOptions, s run.Streams) error {
	vs, done, err := run.OpenViews(o.archives, s)
	if err != nil {
		return err
	}
	defer done()
	progress := run.NewProgress(ctx, s, "stopping")
	for i := range o.sets {
		o.sets[i].Progress = progress.Looked
	}
	if show := run.Watched(progress, func(words string) string { return words }); show != nil {
		o.Watch = func(set int, sofar *ask.Next) { show("AB"[set:set+1] + ": " + nextSoFar(sofar)) }
	}
	found, err := ask.Of(vs).Compare(ctx, &o.sets[0], &o.sets[1], &o.CompareOptions)
	progress.Finish()
	if err != nil {
		return err
	}
	run.SayNotices(s, found.Notices)
	switch {
	case s.JSON:
		return terminal.PrintJSON(s.Out, found)
	case o.csv:
		return printCompareCSV(s.Out, found)
	}
	return printCompare(s.Out, found, o.limit)
}

// printCompare draws what was asked for, and says how the sets differ there: in all
// games, in how often moves are played, in how they score, and in words.
func printCompare(w io.Writer, c *ask.Compare, limit int) error {
	if c.A.Games+c.B.Games == 0 {
		_, err := fmt.Fprintln(w, "nothing found")
		return err
	}
	shown := c.Moves
	if limit > 0 && len(shown) > limit {
		shown = shown[:limit]
	}
	labels := map[position.Point]string{}
	if answer.Points(c.Asked) {
		moves := make([]position.Move, len(shown))
		for i := range shown {
			moves[i] = shown[i].Played
		}
		labels = labelPoints(moves)
	}
	if err := answer.DrawAsked(w, c.Asked, labels); err != nil {
		return err
	}
	t := table.New("", "games", "black won", "white won", "draw", "decided", "set")
	t.AlignRight(1, 2, 3, 4, 5)
	t.Spare(4, 3)
	for i, set := range [...]*ask.CompareSet{&c.A, &c.B} {
		r := &set.Won
		t.Row("AB"[i:i+1], phrase.Number(set.Games), shareWord(r.BlackShare), shareWord(r.WhiteShare), shareWord(r.DrawShare), phrase.Number(r.Decided), set.Set)
	}
	if err := t.Print(w); err != nil {
		return err
	}
	if c.Both > 0 {
		if _, err := fmt.Fprintf(w, "%s in both; the intervals treat the sets as if they shared no game\n", isAre(c.Both)); err != nil {
			return err
		}
	}
	if c.A.Games == 0 || c.B.Games == 0 {
		_, err := fmt.Fprintln(w, "one set has no games here, so there is nothing to compare")
		return err
	}
	for _, part := range [...]func(*ask.Compare, []ask.CompareMove, map[position.Point]string) *table.Table{compareShares, compareScores} {
		table := part(c, shown, labels)
		if table.Len() == 0 {
			continue
		}
		if _, err := fmt.Fprintln(w); err != nil {
			return err
		}
		if err := table.Print(w); err != nil {
			return err
		}
	}
	if n := len(shown); n < c.Found {
		if _, err := fmt.Fprintln(w, partShown(n, c.Found, limit, "moves")); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, "\n"+compareWords(c))
	return err
}

// isAre writes "1 game is", "5 games are".
func isAre(games int) string {
	if games == 1 {
		return "1 game is"
	}
	return phrase.Games(games) + " are"
}

// compareShares says how often each move is played.
func compareShares(c *ask.Compare, shown []ask.CompareMove, labels map[position.Point]string) *table.Table {
	t := table.New("", "", "move", "games A", "games B", "share A", "share B", "A less B", "interval", "")
	t.AlignRight(3, 4, 5, 6, 7, 8)
	t.Whole(0, 1, 2, 9)
	for i := range shown {
		m := &shown[i]
		d := m.Share.Difference
		t.Row(labels[m.Played.Point], answer.ColorSign(m.Played.Color, c.Asked.Game), ask.MoveName(m.Played, c.Asked), phrase.Number(m.A.Games), phrase.Number(m.B.Games),
			shareWord(m.A.Share), shareWord(m.B.Share), signedWord(d.Value), signedInterval(*d), star(&m.Share))
	}
	return t
}

// compareScores says how Black scores after each move that both sets play.
func compareScores(c *ask.Compare, shown []ask.CompareMove, labels map[position.Point]string) *table.Table {
	t := table.New("", "", "move", "decided A", "decided B", "black A", "black B", "A less B", "interval", "")
	t.AlignRight(3, 4, 5, 6, 7, 8)
	t.Whole(0, 1, 2, 9)
	row := func(label, color, move string, a, b archive.Results, score *ask.Contrast) {
		if d := score.Difference; d != nil {
			t.Row(label, color, move, phrase.Number(a.Decided), phrase.Number(b.Decided), shareWord(scoreOf(a)), shareWord(scoreOf(b)),
				signedWord(d.Value), signedInterval(*d), star(score))
		}
	}
	for i := range shown {
		m := &shown[i]
		row(labels[m.Played.Point], answer.ColorSign(m.Played.Color, c.Asked.Game), ask.MoveName(m.Played, c.Asked), m.A.Won, m.B.Won, &m.Score)
	}
	row("", "", "all", c.A.Won, c.B.Won, &c.Score)
	return t
}

func star(c *ask.Contrast) string {
	if c.Clear() {
		return "*"
	}
	return ""
}

// wordsFor is how many moves are named in a sentence.
const wordsFor = 6

// compareWords says what comes out in sentences.
func compareWords(c *ask.Compare) string {
	var b strings.Builder
	name := func(m *ask.CompareMove) string {
		return answer.ColorSign(m.Played.Color, c.Asked.Game) + " " + ask.MoveName(m.Played, c.Asked)
	}
	list := func(what string, names []string) {
		if more := len(names) - wordsFor; more > 0 {
			names = append(names[:wordsFor], fmt.Sprintf("%d more", more))
		}
		if len(names) > 0 {
			fmt.Fprintf(&b, "%s: %s.\n", what, strings.Join(names, ", "))
		}
	}
	var more, fewer, better, worse, onlyA, onlyB []string
	for i := range c.Moves {
		m := &c.Moves[i]
		if a, b := m.Only(); a {
			onlyA = append(onlyA, fmt.Sprintf("%s (%s)", name(m), phrase.Number(m.A.Games)))
		} else if b {
			onlyB = append(onlyB, fmt.Sprintf("%s (%s)", name(m), phrase.Number(m.B.Games)))
		}
		if m.Share.Clear() {
			words := fmt.Sprintf("%s %.1f %% against %.1f %%", name(m), 100*m.A.Share.Value, 100*m.B.Share.Value)
			if m.Share.Difference.Value > 0 {
				more = append(more, words)
			} else {
				fewer = append(fewer, words)
			}
		}
		if m.Score.Clear() {
			words := fmt.Sprintf("%s %.1f %% against %.1f %%", name(m), 100*scoreOf(m.A.Won).Value, 100*scoreOf(m.B.Won).Value)
			if m.Score.Difference.Value > 0 {
				better = append(better, words)
			} else {
				worse = append(worse, words)
			}
		}
	}
	list("* Played more often in A than in B", more)
	list("* Played less often in A than in B", fewer)
	if len(more)+len(fewer) == 0 {
		b.WriteString("No move differs in frequency by more than chance.\n")
	}
	list("Only in A", onlyA)
	list("Only in B", onlyB)
	list("* After these Black scores better in A than in B", better)
	list("* After these Black scores worse in A than in B", worse)
	if len(better)+len(worse) == 0 {
		b.WriteString("After no move does Black's score differ by more than chance.\n")
	}
	return b.String()
}

// printCompareCSV prints the moves, and all games at the end.
func printCompareCSV(w io.Writer, c *ask.Compare) error {
	out := table.NewCSV(w)
	// An error is found by the next row or by end.
	_ = out.Write("color", "move", "point", "games_a", "games_b", "share_a", "share_b",
		"share_difference", "share_low", "share_high", "share_p", "share_q",
		"decided_a", "decided_b", "score_a", "score_b", "score_difference", "score_low", "score_high", "score_p", "score_q")
	value := func(s *archive.Share) string {
		if s == nil {
			return ""
		}
		return decimal(s.Value)
	}
	row := func(m *ask.CompareMove, move string, share []string) {
		cells := []string{m.Color, move, m.Point, strconv.Itoa(m.A.Games), strconv.Itoa(m.B.Games), value(m.A.Share), value(m.B.Share)}
		cells = append(append(cells, share...), strconv.Itoa(m.A.Won.Decided), strconv.Itoa(m.B.Won.Decided), value(scoreOf(m.A.Won)), value(scoreOf(m.B.Won)))
		_ = out.Write(append(cells, contrastCells(&m.Score)...)...)
	}
	for i := range c.Moves {
		m := &c.Moves[i]
		row(m, ask.MoveName(m.Played, c.Asked), contrastCells(&m.Share))
	}
	all := &ask.CompareMove{A: ask.MoveGames{Games: c.A.Games, Won: c.A.Won}, B: ask.MoveGames{Games: c.B.Games, Won: c.B.Won}, Score: c.Score}
	row(all, "all", make([]string, 5))
	return out.End()
}

func contrastCells(c *ask.Contrast) []string {
	p := func(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }
	return append(shareCells(c.Difference), p(c.P), p(c.Q))
}
