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
	"kifudb/command/table"
	"kifudb/command/terminal"
	"kifudb/game"
	"kifudb/study/chart"
)

// FirstCommand is the command first.
func FirstCommand() *cli.Command {
	return run.Reaching(run.Nodes|run.SeveralArchives, &cli.Command{
		Name:      "first",
		Usage:     "say who played a position or pattern first, and how it spread",
		ArgsUsage: "QUERY...",
		UsageText: `kifudb first 'pos:"Q16 D4 Q3"'
kifudb first pat:@corner.txt 'rank:>=1p'
kifudb first pos:123@40 --limit 20`,
		Description: `The query must contain exactly one pos:, pat: or seq:; its other terms choose the
games. A position is credited to the player whose move first brought it about in
a game; games in which it was set up are counted separately. Shares are of the
games of the same years that match the rest of the query.

A date such as 1846 or 1846-09 leaves open which of two games was earlier. The
list begins with the game that was certainly over first; a question mark means
that a game may have been earlier. Undated games are counted and listed
separately. Variations were not played, so they count only with --variations.`,
		Flags:  append(run.FlagsOf(ask.FirstOptions{}), run.RecordsFlag(), &cli.BoolFlag{Name: "json", Usage: "print JSON"}),
		Action: run.Action(newFirstOptions, runFirst),
	})
}

type firstOptions struct {
	archives []string
	search   archive.Search
	first    ask.FirstOptions
}

func newFirstOptions(c *cli.Context) (o firstOptions, err error) {
	if o.search.Query, err = run.OnlyQuery(c, c.Args().Slice()); err != nil {
		return o, err
	}
	o.search.Records = c.Bool("records")
	run.SetOptions(c, &o.first)
	o.archives, err = run.ArchivePaths(c)
	return o, err
}

func runFirst(ctx context.Context, o firstOptions, s run.Streams) error {
	found, done, err := run.Ask(ctx, s, run.Question[*ask.First]{
		Archives: o.archives, Search: &o.search, Watch: &o.first.Watch, SoFar: firstSoFar,
		Ask: func(vs *ask.Views) (*ask.First, error) { return vs.First(ctx, &o.search, &o.first) },
	})
	if err != nil {
		return err
	}
	defer done()
	if s.JSON {
		return terminal.PrintJSON(s.Out, found)
	}
	if err := printFirst(s.Out, found, o.first.Limit); err != nil {
		return err
	}
	return answer.PrintOwnNote(s.Out, "Note on this position", found.Note)
}

// firstSoFar returns the line that a terminal shows while first plays are still counted.
func firstSoFar(found *ask.First) string {
	var parts []string
	for _, p := range found.Players[:min(len(found.Players), run.ManyParts)] {
		parts = append(parts, fmt.Sprintf("%s %s", p.Name, phrase.Number(p.Games)))
	}
	text := run.SoFar(found.Games, nil)
	if len(found.First) > 0 {
		text += fmt.Sprintf(", the first of them %s", found.First[0].Date)
	}
	if len(parts) > 0 {
		text += ": " + strings.Join(parts, ", ")
	}
	return text
}

// printFirst prints who played something first, and how it spread.
func printFirst(w io.Writer, found *ask.First, limit int) error {
	if found.Games+found.Setup == 0 {
		_, err := fmt.Fprintln(w, "nothing found")
		return err
	}
	if err := answer.DrawAsked(w, found.Asked, nil); err != nil {
		return err
	}
	var b strings.Builder
	b.WriteString(spreadWords(found))
	for _, part := range []struct {
		title string
		games []ask.Played
		of    int
	}{
		{"First", found.First, found.Games - found.Undated},
		{"Last", found.Last, found.Games - found.Undated},
		{"Undated", found.UndatedGames, found.Undated},
	} {
		if len(part.games) == 0 || part.title == "Last" && found.Games-found.Undated <= len(found.First) {
			continue // all are among the first
		}
		fmt.Fprintf(&b, "\n%s%s\n", part.title, shownOf(len(part.games), part.of, "games"))
		b.WriteString(playedTable(part.games, found.Asked.Game).Render(terminal.Width(w)))
	}
	if years := yearBars(found); years != nil {
		b.WriteString("\n" + years.Text(chart.Terminal{Width: terminal.Width(w)}))
	}
	if len(found.Players) > 0 {
		players := found.Players
		if limit > 0 {
			players = players[:min(limit, len(players))]
		}
		fmt.Fprintf(&b, "\nPlayers, in the order in which they took it up%s\n", shownOf(len(players), len(found.Players), "players"))
		b.WriteString(spreadPlayers(players).Render(terminal.Width(w)))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// shownOf says how many of a list are shown, unless all are.
func shownOf(shown, of int, what string) string {
	if shown == of {
		return ""
	}
	return fmt.Sprintf(" (%s of %s %s shown; --limit 0 for all)", phrase.Number(shown), phrase.Number(of), what)
}

// spreadWords sums up.
func spreadWords(found *ask.First) string {
	var b strings.Builder
	fmt.Fprintf(&b, "played in %s", phrase.Games(found.Games))
	if found.Undated > 0 {
		fmt.Fprintf(&b, ", of which %s undated", phrase.Are(found.Undated))
	}
	if found.Setup > 0 {
		fmt.Fprintf(&b, "; set up in %s more", phrase.Number(found.Setup))
	}
	if found.Folded > 0 {
		b.WriteString("; " + answer.FoldedWords(found.Folded))
	}
	b.WriteString("\n")
	if o := found.Outcome; o.WonShare != nil {
		fmt.Fprintf(&b, "the player won %s\n", shareWords(o.WonShare, o.Decided, "decided game"))
	}
	if n := len(found.Years); n > 0 {
		last := found.Years[n-1].Year
		switch {
		case found.Since > 0:
			fmt.Fprintf(&b, "not seen since %d, in %s of later years\n", last, phrase.Games(found.Since))
		default:
			fmt.Fprintf(&b, "seen up to %d, the last year with games\n", last)
		}
	}
	if found.NoYear > 0 {
		fmt.Fprintf(&b, "the date leaves the year open in %s\n", phrase.Games(found.NoYear))
	}
	if found.Unnamed > 0 {
		fmt.Fprintf(&b, "the player is unknown in %s\n", phrase.Games(found.Unnamed))
	}
	return b.String()
}

// shareWords writes a share with its interval: "45.3 % (40.1–50.6) of 1,234 decided
// games".
func shareWords(s *archive.Share, of int, what string) string {
	return fmt.Sprintf("%.1f %% (%.1f–%.1f) of %s", 100*s.Value, 100*s.Low, 100*s.High, phrase.Count(of, what))
}

// playedTable lists games in which something was played.
func playedTable(games []ask.Played, kind game.Game) *table.Table {
	t := table.New("game", "date", "", "player", "", "opponent", "result", "event")
	t.AlignRight(0)
	t.Whole(1)
	t.Shorten(table.Names, 3, 5)
	t.Shorten(table.Results, 6)
	t.Spare(7, 6)
	t.Limit(3, 40)
	t.Limit(5, 40)
	t.Limit(7, 40)
	for _, p := range games {
		g, opponent := p.Game, p.Game.White
		if p.Color == "W" {
			opponent = g.Black
		}
		date := shortRange(p.Date)
		if p.MaybeFirst {
			date += "?"
		}
		signs := answer.PlayerSigns(kind)
		sign, other := signs[0], signs[1]
		if p.Color == "W" {
			sign, other = other, sign
		}
		t.Row(p.Ref, date, sign, p.Player, other, opponent, g.Result, answer.EventOf(g))
	}
	return t
}

// shortRange leaves out of the end of a range of days what its beginning says:
// 1846-09-11..15.
func shortRange(date string) string {
	from, to, ok := strings.Cut(date, "..")
	if !ok || len(from) != len(to) {
		return date
	}
	same := 0
	for i := range from {
		if from[i] == '-' && from[:i+1] == to[:i+1] {
			same = i + 1
		}
	}
	return from + ".." + to[same:]
}

// yearBars draws in what share of the games of their times it was played: by year,
// decade or century, whichever makes a chart that one can look at. It is nil without
// years.
func yearBars(found *ask.First) *chart.Bars {
	if len(found.Years) == 0 {
		return nil
	}
	first, last := found.Years[0].Year, found.Years[len(found.Years)-1].Year
	step, name, suffix := 1, "year", ""
	switch span := last - first; {
	case span > 300:
		step, name, suffix = 100, "century", "s"
	case span > 25:
		step, name, suffix = 10, "decade", "s"
	}
	c := &chart.Bars{Head: chart.Head{Title: "Share of the games of each " + name, Unit: chart.Share}}
	for _, y := range ask.Periods(found.Years, step) {
		c.Bars = append(c.Bars, chart.Bar{Label: fmt.Sprintf("%d%s", y.Year, suffix), Number: chart.Number{
			Value: y.Share.Value, Low: y.Share.Low, High: y.Share.High, Note: fmt.Sprintf("%s of %s", phrase.Number(y.Games), phrase.Number(y.Of)),
		}})
	}
	return c
}

func spreadPlayers(players []ask.FirstPlayer) *table.Table {
	t := table.New("player", "games", "first", "last", "won", "interval", "decided", "undated")
	t.AlignRight(1, 4, 5, 6, 7)
	t.Whole(2, 3)
	t.Shorten(table.Names, 0)
	t.Limit(0, 40)
	t.Spare(7, 5, 6)
	for _, p := range players {
		first, last := "", ""
		if p.First != nil {
			first, last = shortRange(p.First.Date), shortRange(p.Last.Date)
		}
		won, interval := "–", ""
		if s := p.Outcome.WonShare; s != nil {
			won, interval = fmt.Sprintf("%.0f %%", 100*s.Value), fmt.Sprintf("%.0f–%.0f", 100*s.Low, 100*s.High)
		}
		undated := ""
		if p.Undated > 0 {
			undated = phrase.Number(p.Undated)
		}
		t.Row(p.Name, phrase.Number(p.Games), first, last, won, interval, phrase.Number(p.Outcome.Decided), undated)
	}
	return t
}
