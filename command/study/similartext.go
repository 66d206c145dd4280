package study

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/command/answer"
	"kifudb/command/phrase"
	"kifudb/command/table"
	"kifudb/command/terminal"
	"kifudb/position"
)

// similarSoFar returns the line that a terminal shows while similar games are still searched.
func similarSoFar(found *ask.Similar) string {
	text := phrase.Count(found.Total, "similar game") + " so far"
	if len(found.Games) > 0 {
		if nearest := &found.Games[0]; nearest.Shared > 0 {
			text += fmt.Sprintf(", the nearest up to move %d", nearest.Shared)
		} else {
			text += fmt.Sprintf(", %s of the nearest different", phrase.Count(len(nearest.Differs), "point"))
		}
	}
	return text
}

// printSimilar draws the position of the question, with letters on the points that
// differ, and lists the games.
func printSimilar(w io.Writer, found *ask.Similar) error {
	var b strings.Builder
	if found.Total == 0 {
		b.WriteString("nothing found")
		if found.Near > 0 {
			fmt.Fprintf(&b, " that differs by at most %s", phrase.Count(found.Near, "point"))
		}
		b.WriteString(withoutWords(found) + "\n")
		_, err := io.WriteString(w, b.String())
		return err
	}
	if found.Ref != "" || found.Of == nil {
		letters := differingLetters(found)
		if err := answer.DrawAsked(w, found.Asked, besideStones(found.Asked, letters)); err != nil {
			return err
		}
		b.WriteString(similarPositions(found, letters).Render(terminal.Width(w)))
	} else {
		b.WriteString(similarGames(found).Render(terminal.Width(w)))
	}
	b.WriteString("\n" + similarCounts(found))
	fmt.Fprintf(&b, "%s%s%s", phrase.Games(found.Total), shownOf(len(found.Games), found.Total, "games"), withoutWords(found))
	if found.Folded > 0 {
		b.WriteString("; " + answer.FoldedWords(found.Folded))
	}
	b.WriteString("\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// newSimilarTable is a list of games after some columns.
func newSimilarTable(heads ...string) *table.Table {
	n := len(heads)
	t := table.New(append(heads, "date", "black", "white", "result", "event")...)
	t.Shorten(table.Dates, n)
	t.Shorten(table.Names, n+1, n+2)
	t.Shorten(table.Results, n+3)
	t.Spare(n+4, n+3, n)
	t.Limit(n, 24)
	t.Limit(n+1, 40)
	t.Limit(n+2, 40)
	t.Limit(n+3, 16)
	t.Limit(n+4, 60)
	return t
}

// gameCells are the cells of a game in such a list.
func gameCells(g *archive.Game) []table.Cell {
	return []table.Cell{
		{Text: answer.TextOf(g, g.Date, "date")},
		{Text: answer.TextOf(g, g.Black, "black"), Tail: answer.TextOf(g, g.BlackRank, "blackrank")},
		{Text: answer.TextOf(g, g.White, "white"), Tail: answer.TextOf(g, g.WhiteRank, "whiterank")},
		{Text: answer.TextOf(g, g.Result, "result")}, {Text: answer.EventText(g)},
	}
}

// similarGames lists games that went the same way.
func similarGames(found *ask.Similar) *table.Table {
	t := newSimilarTable("shared", "game", "next")
	t.AlignRight(0)
	t.Whole(1, 2)
	for _, g := range found.Games {
		shared := strconv.Itoa(g.Shared)
		if g.Reordered {
			shared += "*"
		}
		t.Add(append([]table.Cell{{Text: table.Plain(shared)}, {Text: table.Plain(g.Ref)}, {Text: table.Plain(nextWords(found, g))}}, gameCells(g.Game)...)...)
	}
	return t
}

// nextWords says what was played next, and where colors are exchanged.
func nextWords(found *ask.Similar, g ask.SimilarGame) string {
	var words []string
	for i, m := range g.Played {
		words = append(words, answer.ColorSign(m.Color, found.Asked.Game)+g.Names[i])
	}
	if g.Swapped {
		words = append(words, "(colors exchanged)")
	}
	return strings.Join(words, " ")
}

// similarPositions lists games in which a position nearly came up.
func similarPositions(found *ask.Similar, letters map[position.Point]string) *table.Table {
	t := newSimilarTable("differs", "game", "where", "next")
	t.AlignRight(0)
	t.Whole(1, 3)
	t.Limit(2, 60)
	for _, g := range found.Games {
		var words []string
		for _, d := range g.Differs {
			at, color := d.At()
			word := ask.MoveName(position.Move{Color: color, Point: at}, found.Asked) + answer.DifferingSigns[color]
			if letters[at] != "" {
				word = letters[at] + " " + word
			}
			words = append(words, word)
		}
		t.Add(append([]table.Cell{{Text: table.Plain(strconv.Itoa(len(g.Differs)))}, {Text: table.Plain(g.Ref)}, {Text: table.Plain(strings.Join(words, ", "))}, {Text: table.Plain(nextWords(found, g))}}, gameCells(g.Game)...)...)
	}
	return t
}

// differingLetters gives the points that differ in the games a letter each, those
// of the nearest games first.
func differingLetters(found *ask.Similar) map[position.Point]string {
	letters := map[position.Point]string{}
	for _, g := range found.Games {
		for _, d := range g.Differs {
			if at, _ := d.At(); letters[at] == "" && len(letters) < 26 {
				letters[at] = d.Label(len(letters))
			}
		}
	}
	return letters
}

// besideStones are letters with what lies on their points of the board that was
// asked for.
func besideStones(asked archive.Asked, letters map[position.Point]string) map[position.Point]string {
	board := asked.Goban()
	if board == nil {
		return letters
	}
	labels := map[position.Point]string{}
	for at, letter := range letters {
		labels[at] = letter + answer.DifferingSigns[board.At(at)]
	}
	return labels
}

// similarCounts says how many games are how near.
func similarCounts(found *ask.Similar) string {
	const most = 8
	var words []string
	for i, c := range found.Counts {
		if i == most {
			rest := 0
			for _, c := range found.Counts[most:] {
				rest += c.Games
			}
			words = append(words, fmt.Sprintf("less: %s", phrase.Number(rest)))
			break
		}
		switch {
		case c.Shared != nil && i == 0:
			words = append(words, fmt.Sprintf("games that share %s: %s", phrase.Count(*c.Shared, "move"), phrase.Number(c.Games)))
		case c.Shared != nil:
			words = append(words, fmt.Sprintf("%d: %s", *c.Shared, phrase.Number(c.Games)))
		case i == 0:
			words = append(words, fmt.Sprintf("games where %s: %s", answer.DifferWords(*c.Differs), phrase.Number(c.Games)))
		default:
			words = append(words, fmt.Sprintf("%d: %s", *c.Differs, phrase.Number(c.Games)))
		}
	}
	return strings.Join(words, ", ") + "\n"
}

// printSimilarCSV prints a row for each game.
func printSimilarCSV(w io.Writer, found *ask.Similar) error {
	out := table.NewCSV(w)
	if err := out.Write("game", "ref", "move", "shared", "reordered", "differs", "next", "date", "black", "white", "result", "event", "file"); err != nil {
		return err
	}
	for _, g := range found.Games {
		var where, next []string
		for _, d := range g.Differs {
			where = append(where, d.Point+" "+d.Words())
		}
		for _, m := range g.Next {
			next = append(next, m.Color+" "+m.Point)
		}
		err := out.Write(g.Game.Name(), g.Ref, strconv.Itoa(g.Move), strconv.Itoa(g.Shared), strconv.FormatBool(g.Reordered), strings.Join(where, "; "),
			strings.Join(next, "; "), g.Game.Date, g.Game.Black, g.Game.White, g.Game.Result, g.Game.Event, g.Game.File)
		if err != nil {
			return err
		}
	}
	return out.End()
}
