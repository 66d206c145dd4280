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
	"kifudb/position"
)

// shownValues is how many values of a field are listed below a move.
const shownValues = 12

// nextTable lists the continuations, each with its values of a field below it, and all
// games in which the position or pattern came up.
func nextTable(next *ask.Next, labels map[position.Point]string) *table.Table {
	tenuki := "tenuki first"
	if !answer.Points(next.Asked) { // a whole position does not last
		tenuki = ""
	}
	drawn := draws(next.Won)
	score, interval := "", ""
	if drawn {
		score, interval = "black score", "interval"
	}
	t := table.New("", "", "move", "games", "share", "black won", "interval", "white won", "draw", score, interval, "decided", tenuki)
	t.AlignRight(3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
	t.Whole(0, 1, 2)
	t.Spare(12, 7, 8, 11)
	row := func(label, color, move string, games int, share *archive.Share, won archive.Results, later string) {
		if tenuki == "" {
			later = ""
		}
		score, interval := "", ""
		if drawn {
			score, interval = shareWord(scoreOf(won)), intervalWord(scoreOf(won))
		}
		of := ""
		if share != nil {
			of = shareWord(share)
		}
		t.Row(label, color, move, phrase.Number(games), of, shareWord(won.BlackShare), intervalWord(won.BlackShare),
			shareWord(won.WhiteShare), shareWord(won.DrawShare), score, interval, phrase.Number(won.Decided), later)
	}
	values := func(list []ask.NextValue) {
		shown := list
		if !slices.Contains([]string{"year", "decade", "century"}, next.By.Field) { // a history with gaps would be misread
			shown = mostValues(list)
		}
		for _, v := range shown {
			row("", "", "  "+v.Value, v.Games, v.Share, v.Won, "")
		}
		if len(shown) < len(list) {
			t.Line(fmt.Sprintf("         %d of %d values shown (--json or --csv for all)", len(shown), len(list)))
		}
	}
	for i := range next.Next {
		c := &next.Next[i]
		row(labels[c.Played.Point], answer.ColorSign(c.Played.Color, next.Asked.Game), ask.MoveName(c.Played, next.Asked), c.Games, c.Share, c.Won, phrase.Percent(c.AfterTenuki, c.Hits))
		if next.By != nil {
			values(c.By)
		}
	}
	t.RowIf(next.Ended > 0, "", "", "nothing", phrase.Number(next.Ended), "", "", "", "", "", "", "", "", "")
	row("", "", "all", next.Games, nil, next.Won, "")
	if next.By != nil {
		values(next.By.Values)
	}
	return t
}

// mostValues returns the values in the most games, in their order.
func mostValues(list []ask.NextValue) []ask.NextValue {
	if len(list) <= shownValues {
		return list
	}
	games := make([]int, len(list))
	for i, v := range list {
		games[i] = v.Games
	}
	slices.Sort(games)
	least := games[len(games)-shownValues]
	spare := shownValues // for those that have just so many
	for _, v := range list {
		if v.Games > least {
			spare--
		}
	}
	var most []ask.NextValue
	for _, v := range list {
		if v.Games == least {
			spare--
		}
		if v.Games > least || v.Games == least && spare >= 0 {
			most = append(most, v)
		}
	}
	return most
}

// draws reports whether so many games were drawn that who won does not say how Black
// scored.
func draws(r archive.Results) bool { return r.Decided > 0 && 100*r.Draw >= 2*r.Decided }

// scoreOf returns the score of Black, which is the share that Black won if nothing was
// drawn.
func scoreOf(r archive.Results) *archive.Share {
	if r.BlackScore != nil {
		return r.BlackScore
	}
	return r.BlackShare
}

// shareWord writes a share: "47.8 %".
func shareWord(s *archive.Share) string {
	if s == nil {
		return "–"
	}
	return fmt.Sprintf("%.1f %%", 100*s.Value)
}

// intervalWord writes the interval of a share in percent: "47.1–48.4".
func intervalWord(s *archive.Share) string {
	if s == nil {
		return "–"
	}
	return fmt.Sprintf("%.1f–%.1f", 100*s.Low, 100*s.High)
}

// signedWord writes a difference of shares in percent: "+2.1 %".
func signedWord(x float64) string { return fmt.Sprintf("%+.1f %%", 100*x) }

// signedInterval writes the interval of a difference: "-0.3…+4.5".
func signedInterval(s archive.Share) string {
	return fmt.Sprintf("%+.1f…%+.1f", 100*s.Low, 100*s.High)
}

// printMixture says if the shares mix games that end differently.
func printMixture(w io.Writer, by *ask.NextBy) error {
	if by == nil || by.Mixture == nil {
		return nil
	}
	m := by.Mixture
	whose := "Black"
	if m.Mover {
		whose = "who is to move"
	}
	_, err := fmt.Fprintf(w, "results differ between values of %s by more than chance: %s scores %.0f %% with %s and %.0f %% with %s (p %s); shares over all values are a mixture\n",
		by.Field, whose, 100*m.Low, m.Lowest, 100*m.High, m.Highest, pWord(m.P))
	return err
}

// pWord writes a p-value: "= 0.012", "< 0.0001".
func pWord(p float64) string {
	if p < 0.0001 {
		return "< 0.0001"
	}
	return "= " + strconv.FormatFloat(p, 'g', 2, 64)
}

// printNextDetails lists when and by whom the moves were played.
func printNextDetails(w io.Writer, next *ask.Next, labels map[position.Point]string) error {
	if next.Detail == nil {
		return nil
	}
	t := table.New("", "", "move", "first", "by", "last", "players", "most often by", "games", "reached", "black vs. ranks", "interval", "of")
	t.AlignRight(6, 8, 9, 10, 11, 12)
	t.Whole(0, 1, 2, 3, 5)
	t.Spare(6, 8, 9, 11, 5)
	marked := false
	row := func(label, color, move string, d *ask.NextDetail) {
		players, most, games := "", "", ""
		if d.Most != nil {
			players, most, games = phrase.Number(d.Players), d.Most.Player, phrase.Number(d.Most.Games)
		}
		if d.OnePlayer {
			marked, most = true, "* "+most
		}
		reached, difference, interval, of := "", "", "", ""
		if d.Reached != nil {
			reached = phrase.Number(*d.Reached)
		}
		if a := d.Adjusted; a != nil {
			difference, interval, of = signedWord(a.Difference.Value), signedInterval(a.Difference), phrase.Number(a.Games)
		}
		t.Row(label, color, move, yearWord(d.First), occasionWord(d.First), yearWord(d.Last), players, most, games, reached, difference, interval, of)
	}
	for i := range next.Next {
		c := &next.Next[i]
		row(labels[c.Played.Point], answer.ColorSign(c.Played.Color, next.Asked.Game), ask.MoveName(c.Played, next.Asked), c.Detail)
	}
	row("", "", "all", next.Detail)
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	if err := t.Print(w); err != nil || !marked {
		return err
	}
	_, err := fmt.Fprintln(w, "* more than half of the games with this move are one player's")
	return err
}

// occasionWord writes by whom a move was made and in which game: "Shusaku (12)".
func occasionWord(o *ask.Occasion) string {
	if o == nil {
		return ""
	}
	return strings.TrimSpace(fmt.Sprintf("%s (%s)", o.Player, o.Game))
}

func yearWord(o *ask.Occasion) string {
	if o == nil {
		return "–"
	}
	return strconv.Itoa(o.Year)
}

// printNextCSV prints the continuations, each followed by its values of a field, and all
// games at the end.
func printNextCSV(w io.Writer, next *ask.Next) error {
	out := table.NewCSV(w)
	field := "value"
	if next.By != nil {
		field = next.By.Field
	}
	// An error is found by the next row or by end.
	_ = out.Write("color", "move", "point", field, "games", "share", "share_low", "share_high", "hits", "after_tenuki",
		"black", "white", "draw", "other", "decided", "black_share", "black_low", "black_high", "estimate",
		"first", "first_game", "first_player", "last", "last_game", "last_player", "players", "most", "most_games", "reached",
		"rated", "score", "expected", "difference", "difference_low", "difference_high",
		"evaluated", "lost_percent", "lost_points", "engine_choice")
	row := func(c *ask.NextMove, move string, v *ask.NextValue, estimate string, d *ask.NextDetail) {
		value, hits, tenuki := "", "", ""
		var loss *ask.NextLoss
		if v.Value != "" {
			value = v.Value
		} else {
			hits, tenuki, loss = strconv.Itoa(c.Hits), strconv.Itoa(c.AfterTenuki), c.Loss
		}
		r := &v.Won
		cells := []string{c.Color, move, c.Point, value, strconv.Itoa(v.Games)}
		cells = append(append(cells, shareCells(v.Share)...), hits, tenuki)
		for _, n := range [...]int{r.Black, r.White, r.Draw, r.Other, r.Decided} {
			cells = append(cells, strconv.Itoa(n))
		}
		cells = append(append(cells, shareCells(r.BlackShare)...), estimate)
		_ = out.Write(append(append(cells, detailCells(d)...), lossCells(loss)...)...)
	}
	for i := range next.Next {
		c := &next.Next[i]
		row(c, ask.MoveName(c.Played, next.Asked), &ask.NextValue{Games: c.Games, Share: c.Share, Won: c.Won}, decimal(c.Estimate), c.Detail)
		for j := range c.By {
			row(c, ask.MoveName(c.Played, next.Asked), &c.By[j], "", nil)
		}
	}
	all := &ask.NextMove{Hits: next.Hits}
	row(all, "all", &ask.NextValue{Games: next.Games, Won: next.Won}, "", next.Detail)
	if next.By != nil {
		for j := range next.By.Values {
			row(all, "all", &next.By.Values[j], "", nil)
		}
	}
	return out.End()
}

func decimal(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// shareCells writes a share and its interval, empty cells if there is none.
func shareCells(s *archive.Share) []string {
	if s == nil {
		return []string{"", "", ""}
	}
	return []string{decimal(s.Value), decimal(s.Low), decimal(s.High)}
}

func detailCells(d *ask.NextDetail) []string {
	cells := make([]string, 16)
	if d == nil {
		return cells
	}
	for i, o := range [...]*ask.Occasion{d.First, d.Last} {
		if o != nil {
			cells[3*i], cells[3*i+1], cells[3*i+2] = strconv.Itoa(o.Year), o.Game, o.Player
		}
	}
	if d.Most != nil {
		cells[6], cells[7], cells[8] = strconv.Itoa(d.Players), d.Most.Player, strconv.Itoa(d.Most.Games)
	}
	if d.Reached != nil {
		cells[9] = strconv.Itoa(*d.Reached)
	}
	if a := d.Adjusted; a != nil {
		cells[10], cells[11], cells[12] = strconv.Itoa(a.Games), decimal(a.Score), decimal(a.Expected)
		copy(cells[13:], shareCells(&a.Difference))
	}
	return cells
}
