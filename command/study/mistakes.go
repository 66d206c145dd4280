package study

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
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
	"kifudb/internal/plaintext"
)

// MistakesCommand is the command mistakes.
func MistakesCommand() *cli.Command {
	return run.Reaching(run.Nodes|run.SeveralArchives, &cli.Command{
		Name:      "mistakes",
		Usage:     "find the positions and patterns in which a player often goes wrong",
		ArgsUsage: "[QUERY...]",
		UsageText: `kifudb mistakes player:me                 where I lose most
kifudb mistakes player:rival --sort count  where an opponent goes wrong most often
kifudb mistakes player:me --from 10% --min 3
kifudb mistakes player:me -o mine.sgf      a problem of each pattern`,
		Description: `Reads what engines' evaluations in the records say of the moves on the main lines, and
gathers the moves that lost much before which the board was the same: as a whole,
in a corner of 9 or 7 lines, or 9, 7 or 5 lines around the move. Positions are the
same when turned, mirrored, or with colors exchanged; the player to move is
shown as Black. A pattern is shown at the largest part of the board that still has
nearly all of its mistakes, and each mistake counts in one pattern only. Games of
pieces, such as chess, are compared by whole positions as they lie. The column "of" is
how many moves were made where the board was so, mistakes or not.

If the query has player: or opponent:, only moves of that player count, and of
the opponent's opponent. Otherwise moves of both sides count. The answer says of how
many games anything is known.

A mistake lost 2 points or more. Where more games have only chances to win, and in
games of pieces, it is 5 % of the chance to win. Points and percent are never added:
with --from 3 only points count, with --from 10% only percent. The interval of the
mean has games as its unit.

On the board, numbers are moves that were played, letters those that an engine would
have made, as far as records say. Others are the strongest players of whom the archive
has 5 games there: professionals, then 6 dan and more, then all; in games with ratings
those of 2400, then 2000. The first 50 patterns show them. Places are references,
after the move: 'kifudb show 7@40'.

-o writes a file of problems in SGF, one for each pattern: the whole position of the
mistake that lost the most, with the moves that were played, and those that engines
would have made, marked as right. By its extension the file is JSON or CSV instead.`,
		Flags: slices.Concat(run.FlagsOf(ask.MistakesOptions{}), []cli.Flag{
			run.RecordsFlag(),
			run.OutputFlag(), run.ForceFlag(),
			&cli.BoolFlag{Name: "problems", Usage: "print a set of problems in SGF"},
			&cli.BoolFlag{Name: "csv", Usage: "print comma-separated values"},
			&cli.BoolFlag{Name: "json", Usage: "print JSON"},
			run.FailFlag(),
		}),
		Action: run.Action(newMistakesOptions, runMistakes),
	})
}

type mistakesOptions struct {
	archives []string
	search   archive.Search
	ask.MistakesOptions
	form   string // "", "problems", "csv" or "json"
	output run.Output
	fail   bool
}

func newMistakesOptions(c *cli.Context) (o mistakesOptions, err error) {
	if o.search.Query, err = run.ParseQuery(c.Args().Slice()); err != nil {
		return o, err
	}
	o.search.Records = c.Bool("records")
	run.SetOptions(c, &o.MistakesOptions)
	o.fail, o.output = c.Bool("fail"), run.ChosenOutput(c)
	for _, name := range []string{"problems", "csv", "json"} {
		if !c.Bool(name) {
			continue
		}
		if o.form != "" {
			return o, run.Usage("--%s and --%s cannot both be printed", o.form, name)
		}
		o.form = name
	}
	if o.form == "" && o.output.Name != "" {
		switch ending := strings.ToLower(filepath.Ext(o.output.Name)); ending {
		case ".json", ".csv":
			o.form = ending[1:]
		case ".txt":
		default:
			o.form = "problems"
		}
	}
	o.archives, err = run.ArchivePaths(c)
	return o, err
}

func runMistakes(ctx context.Context, o mistakesOptions, s run.Streams) error {
	found, done, err := run.Ask(ctx, s, run.Question[*ask.Mistakes]{
		Archives: o.archives, Search: &o.search, Watch: &o.Watch, SoFar: func(found *ask.Mistakes) string {
			return fmt.Sprintf("%s in %s so far", phrase.Count(found.Mistakes, "mistake"), phrase.Games(found.InGames))
		},
		Ask: func(vs *ask.Views) (*ask.Mistakes, error) { return vs.Mistakes(ctx, &o.search, &o.MistakesOptions) },
	})
	if err != nil {
		return err
	}
	defer done()
	err = o.output.Write(s, func(w io.Writer) error {
		switch o.form {
		case "json":
			return terminal.PrintJSON(w, found)
		case "csv":
			return printMistakesCSV(w, found)
		case "problems":
			return found.WriteSGF(w)
		}
		return printMistakes(w, found, o.Offset)
	})
	if err != nil {
		return err
	}
	return run.FailIfNone(o.fail, found.Found)
}

// printMistakes lists the patterns, then draws each.
func printMistakes(w io.Writer, found *ask.Mistakes, offset int) error {
	if _, err := io.WriteString(w, mistakesSummary(found)); err != nil || len(found.Patterns) == 0 {
		return err
	}
	t := table.New("", "where", "games", "mistakes", "of", "lost", "mean", "interval", "played", "engine", "places")
	t.AlignRight(0, 2, 3, 4, 5, 6, 7)
	t.Whole(1)
	t.Spare(10, 7, 2)
	for i := range found.Patterns {
		p := &found.Patterns[i]
		interval := ""
		if p.Low != nil {
			interval = fmt.Sprintf("%.1f–%.1f", *p.Low, *p.High)
		}
		t.Row(phrase.Number(offset+i+1), whereWord(p), phrase.Number(p.Games), phrase.Number(p.Moves), phrase.Number(p.Met), fmt.Sprintf("%.1f", p.Lost),
			fmt.Sprintf("%.1f", p.Mean), interval, firstMoves(p.Played), rightNames(p), placeNames(p, 3))
	}
	if err := t.Print(w); err != nil {
		return err
	}
	for i := range found.Patterns {
		if err := printMistake(w, found, i, offset); err != nil {
			return err
		}
	}
	return nil
}

// mistakesSummary says what was looked at, and what was found.
func mistakesSummary(found *ask.Mistakes) string {
	whose := "moves of both sides"
	if found.Of == "player" {
		whose = "moves of the player"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s among %s %s in %s of %s lost %s of %s %s, each %s or more\n", phrase.Count(found.Mistakes, "mistake"), phrase.Number(found.Moves), whose,
		phrase.Number(found.Evaluated), phrase.Games(found.Games), lossText(found.ByThem), lossText(found.Lost), found.Unit, lossText(found.From))
	fmt.Fprintf(&b, "%s with %s of the mistakes", phrase.Count(found.Found, "pattern"), phrase.Number(found.Alike))
	if n := len(found.Patterns); n < found.Found {
		b.WriteString("; " + partShown(n, found.Found, n, "patterns"))
	}
	b.WriteString("\n")
	if len(found.Patterns) > 0 {
		b.WriteString("\n")
	}
	return b.String()
}

func lossText(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

func whereWord(p *ask.MistakePattern) string { return archive.Joined(p.Region, p.Size) }

func moveNames(list []ask.MistakeMove) string {
	var words []string
	for _, m := range list {
		word := m.Name
		if len(list) > 1 {
			word += fmt.Sprintf(" %d", m.Moves)
		}
		words = append(words, word)
	}
	return strings.Join(words, ", ")
}

// firstMoves names the first moves of a list.
func firstMoves(list []ask.MistakeMove) string {
	const most = 2
	if len(list) <= most {
		return moveNames(list)
	}
	return fmt.Sprintf("%s, +%d", moveNames(list[:most]), len(list)-most)
}

// rightNames names what engines would have played.
func rightNames(p *ask.MistakePattern) string {
	if p.RightOf == 0 {
		return "–"
	}
	words := firstMoves(p.Right)
	if p.Elsewhere > 0 {
		words = archive.Joined(strings.TrimSuffix(words+",", ","), fmt.Sprintf("elsewhere %d", p.Elsewhere))
	}
	return words
}

func placeNames(p *ask.MistakePattern, most int) string {
	var words []string
	for _, place := range p.Places[:min(most, len(p.Places))] {
		words = append(words, place.Ref)
	}
	return strings.Join(words, " ")
}

// longSearch is the longest query of a pattern that is shown; JSON and CSV have all.
const longSearch = 250

// printMistake draws a pattern, with the moves that were played and those that were right.
func printMistake(w io.Writer, found *ask.Mistakes, i, offset int) error {
	p := &found.Patterns[i]
	var b strings.Builder
	fmt.Fprintf(&b, "\n%d. %s: %s of %s made there (%s) lost %s %s, in %s\n", offset+i+1, whereWord(p), phrase.Number(p.Moves), phrase.Count(p.Met, "move"), shareWord(p.Rate),
		lossText(p.Lost), found.Unit, phrase.Games(p.Games))
	if _, err := io.WriteString(w, b.String()); err != nil {
		return err
	}
	labels := p.Labels()
	var played, right []string
	sign := answer.ColorSign(colorOf(p.ToPlay), p.Asked.Game)
	for _, m := range p.Played {
		played = append(played, archive.Joined(labels[m.Played.Point], fmt.Sprintf("%s %s: %s, %.1f each", sign, m.Name, phrase.Times(m.Moves), *m.Mean)))
	}
	for _, m := range p.Right {
		right = append(right, archive.Joined(labels[m.Played.Point], fmt.Sprintf("%s %s: %d of %d", sign, m.Name, m.Moves, p.RightOf)))
	}
	if p.Elsewhere > 0 {
		right = append(right, fmt.Sprintf("elsewhere: %d of %d", p.Elsewhere, p.RightOf))
	}
	if err := answer.DrawAsked(w, p.Asked, labels); err != nil {
		return err
	}
	b.Reset()
	const most = 9
	for _, line := range []struct {
		name  string
		words []string
	}{{"played", played}, {"engine", right}} {
		if len(line.words) > most {
			line.words = append(line.words[:most:most], phrase.Number(len(line.words)-most)+" more")
		}
		if len(line.words) > 0 {
			b.WriteString(plaintext.Wrapped(line.name+"  "+strings.Join(line.words, "; "), terminal.Width(w), ""))
		}
	}
	if o := p.Others; o != nil && (o.Who != "" || o.Games > p.Games) {
		who := "all players"
		if o.Who != "" {
			who = o.Who
		}
		var words []string
		for _, m := range o.Moves[:min(len(o.Moves), most)] {
			words = append(words, archive.Joined(labels[m.Played.Point], fmt.Sprintf("%s %s: %s", sign, m.Name, shareWord(m.Share))))
		}
		if len(words) == 0 {
			words = []string{"nothing"}
		}
		b.WriteString(plaintext.Wrapped(fmt.Sprintf("others  %s, in %s: %s", who, phrase.Games(o.Games), strings.Join(words, "; ")), terminal.Width(w), ""))
	}
	var places []string
	for _, place := range p.Places[:min(len(p.Places), placesShown*2)] {
		places = append(places, fmt.Sprintf("%s (%s)", place.Ref, lossText(place.Lost)))
	}
	if more := p.Moves - len(places); more > 0 {
		places = append(places, phrase.Number(more)+" more")
	}
	b.WriteString(plaintext.Wrapped("places  "+strings.Join(places, ", "), terminal.Width(w), ""))
	if len(p.Search) > longSearch { // a whole board with many stones, which nobody types
		_, err := io.WriteString(w, b.String())
		return err
	}
	b.WriteString("search  " + phrase.ShellWords([]string{p.Search}) + "\n") // whole, to be copied
	_, err := io.WriteString(w, b.String())
	return err
}

// printMistakesCSV prints a row for each pattern.
func printMistakesCSV(w io.Writer, found *ask.Mistakes) error {
	out := table.NewCSV(w)
	// An error is found by the next row or by end.
	_ = out.Write("region", "size", "games", "mistakes", "met", "unit", "lost", "mean", "mean_low", "mean_high", "to_play", "played", "engine", "engine_known", "engine_elsewhere", "places", "search")
	number := func(x *float64) string {
		if x == nil {
			return ""
		}
		return lossText(*x)
	}
	for i := range found.Patterns {
		p := &found.Patterns[i]
		_ = out.Write(p.Region, p.Size, strconv.Itoa(p.Games), strconv.Itoa(p.Moves), strconv.Itoa(p.Met), found.Unit, lossText(p.Lost), lossText(p.Mean), number(p.Low), number(p.High),
			p.ToPlay, moveNames(p.Played), moveNames(p.Right), strconv.Itoa(p.RightOf), strconv.Itoa(p.Elsewhere), placeNames(p, len(p.Places)), p.Search)
	}
	return out.End()
}
