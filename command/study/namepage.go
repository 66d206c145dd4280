package study

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/command/answer"
	"kifudb/command/phrase"
	"kifudb/command/table"
	"kifudb/command/terminal"
	"kifudb/internal/plaintext"
	"kifudb/study/chart"
)

// pageRows is how many rows each table of a page has unless more are asked for.
const pageRows = 10

// printNamePage prints what is known of one name.
func printNamePage(w io.Writer, p *ask.NamePage, limit int) error {
	rows := limit
	if limit == answer.DefaultLimit {
		rows = pageRows
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s", plaintext.Printable(p.Name), phrase.Games(p.Games))
	for _, words := range []string{p.NameEntry.Years(), p.NameEntry.Ranks()} {
		if words != "" {
			b.WriteString(", " + words)
		}
	}
	b.WriteString("\n")
	if len(p.Spellings) > 1 {
		fmt.Fprintf(&b, "also %s\n", plaintext.Printable(strings.Join(slices.DeleteFunc(slices.Clone(p.Spellings), func(s string) bool { return s == p.Name }), ", ")))
	}
	width := terminal.Width(w)
	section := func(title string, shown, of int, t *table.Table) {
		fmt.Fprintf(&b, "\n%s%s\n%s", title, shownOf(shown, of, "rows"), t.Render(width))
	}
	cut := func(n int) int {
		if rows > 0 {
			return min(n, rows)
		}
		return n
	}
	if p.AsBlack != nil {
		section("Results", 3, 3, colorTable(p))
	} else {
		t := table.New("", "games", "share", "95 %")
		t.AlignRight(1, 2, 3)
		for _, line := range []struct {
			name  string
			games int
			share *archive.Share
		}{{"Black won", p.Won.Black, p.Won.BlackShare}, {"White won", p.Won.White, p.Won.WhiteShare}, {"drawn", p.Won.Draw, p.Won.DrawShare}, {"not decided or not known", p.Won.Other, nil}} {
			share, interval := "", ""
			if line.share != nil {
				share, interval = fmt.Sprintf("%.1f %%", 100*line.share.Value), fmt.Sprintf("%.1f–%.1f", 100*line.share.Low, 100*line.share.High)
			}
			t.Row(line.name, phrase.Number(line.games), share, interval)
		}
		section("Results", 4, 4, t)
	}
	for _, list := range []struct {
		title, head string
		names       []ask.NameEntry
	}{{"Head to head", "opponents", p.Opponents}, {"Players", "players", p.Players}, {"Events", "events", p.Events}} {
		if n := len(list.names); n > 0 {
			section(list.title, cut(n), n, nameTable(list.head, list.names[:cut(n)]))
		}
	}
	if len(p.Ranks) > 0 {
		section("Ranks", len(p.Ranks), len(p.Ranks), rankTable(p.Ranks))
	}
	if c := yearColumns(p); len(c.Points) > 1 {
		b.WriteString("\n" + c.Text(chart.Terminal{Width: width}))
	}
	for _, list := range []struct {
		title string
		of    []ask.Favourite
	}{{"Corners, opened with", p.Corners}, {"Positions after four moves", p.Openings}} {
		for _, color := range []string{"B", "W"} {
			of := slices.DeleteFunc(slices.Clone(list.of), func(f ask.Favourite) bool { return f.Color != color })
			if n := len(of); n > 0 {
				title := list.title + " as " + map[string]string{"B": "Black", "W": "White"}[color]
				section(title, cut(n), n, favouriteTable(of[:cut(n)]))
			}
		}
	}
	if len(p.Corners)+len(p.Openings) > 0 {
		b.WriteString("\nOthers are the games of the same years without this player: corners of those who had\nthe color, positions whoever had it. 'kifudb search' takes one as pos:\"Q17 D16 Q4 D4\".\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// colorTable is how the games of a player ended, by color.
func colorTable(p *ask.NamePage) *table.Table {
	t := table.New("", "games", "won", "lost", "drawn", "unknown", "score", "95 %")
	t.AlignRight(1, 2, 3, 4, 5, 6, 7)
	t.Whole(0)
	t.Spare(5, 4, 7)
	for _, line := range []struct {
		name string
		of   *ask.Outcome
	}{{"as Black", p.AsBlack}, {"as White", p.AsWhite}, {"both", p.Outcome}} {
		o := line.of
		score, interval := scoreWords(o)
		t.Row(line.name, phrase.Number(o.Decided+o.Unknown), phrase.Number(o.Won), phrase.Number(o.Lost), phrase.Number(o.Drawn), phrase.Number(o.Unknown), score, interval)
	}
	return t
}

func rankTable(ranks []ask.NameEntry) *table.Table {
	t := table.New("rank", "games", "years")
	t.AlignRight(1, 2)
	for _, r := range ranks {
		t.Row(r.Name, phrase.Number(r.Games), r.Years())
	}
	return t
}

// yearColumns are the games of each year.
func yearColumns(p *ask.NamePage) *chart.Columns {
	c := &chart.Columns{Head: chart.Head{Title: "Games by year", Unit: chart.Count}}
	for _, y := range p.Years {
		if at, err := strconv.Atoi(y.Name); err == nil {
			c.Points = append(c.Points, chart.Point{At: at, Number: chart.Number{Value: float64(y.Games)}})
		}
	}
	return c
}

func favouriteTable(list []ask.Favourite) *table.Table {
	t := table.New("", "games", "of", "share", "others", "difference", "95 %")
	t.AlignRight(1, 2, 3, 4, 5, 6)
	t.Whole(0)
	t.Spare(2, 6)
	for _, f := range list {
		others, difference, interval := "–", "", ""
		if f.OthersShare != nil {
			others = fmt.Sprintf("%.1f %%", 100*f.OthersShare.Value)
			difference = fmt.Sprintf("%+.1f", 100*f.Difference.Value)
			interval = fmt.Sprintf("%+.1f to %+.1f", 100*f.Difference.Low, 100*f.Difference.High)
		}
		t.Row(f.Value, phrase.Number(f.Games), phrase.Number(f.Of), fmt.Sprintf("%.1f %%", 100*f.Share.Value), others, difference, interval)
	}
	return t
}
