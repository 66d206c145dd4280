package study

import (
	"fmt"
	"io"
	"strings"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/command/answer"
	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/command/table"
	"kifudb/command/terminal"
	"kifudb/game"
	"kifudb/internal/plaintext"
	"kifudb/position"
)

// annotatedSoFar returns the line that a terminal shows while games are still compared.
func annotatedSoFar(a *ask.Annotation) string {
	text := run.SoFar(a.Games.Earlier, nil)
	if a.LastKnown > 0 {
		text += fmt.Sprintf(", known up to move %d", a.LastKnown)
	}
	if len(a.Departures) > 0 {
		text += fmt.Sprintf(", new from move %d", a.Departures[0])
	}
	return text
}

// printAnnotated prints, move by move, what was known on the day of a game.
func printAnnotated(w io.Writer, a *ask.Annotation) error {
	var b strings.Builder
	b.WriteString(annotatedTitle(a))
	if len(a.Moves) == 0 {
		b.WriteString("\nthe game has no moves\n")
		_, err := io.WriteString(w, b.String())
		return err
	}
	b.WriteString("\n" + annotatedMoves(a).Render(terminal.Width(w)))
	if last := a.Moves[len(a.Moves)-1]; last.Standing == ask.Unknown {
		if after := max(a.LastKnown, lastDeparture(a)); after > 0 {
			fmt.Fprintf(&b, "no position after move %d was known\n", after)
		} else {
			b.WriteString("no position of the game was known\n")
		}
	}
	if a.Unasked > 0 {
		fmt.Fprintf(&b, "%s more were not compared\n", phrase.Count(a.Unasked, "move"))
	}
	b.WriteString(departures(w, a))
	if len(a.Nearest) > 0 {
		known := a.Moves[a.LastKnown-1].Reached.Earlier
		fmt.Fprintf(&b, "\nNearest: the same position after move %d%s\n", a.LastKnown, shownOf(len(a.Nearest), known, "games"))
		b.WriteString(seenTable(a.Nearest).Render(terminal.Width(w)))
	}
	b.WriteString(annotatedCorners(w, a))
	b.WriteString(annotatedLosses(w, a))
	_, err := io.WriteString(w, b.String())
	return err
}

// annotatedTitle names the game and what it is compared with.
func annotatedTitle(a *ask.Annotation) string {
	var b strings.Builder
	name := "Game " + a.Game.Name()
	if a.File != "" {
		name = plaintext.Printable(a.File)
	}
	b.WriteString(archive.Joined(name+":", annotatedPlayers(a.Game)) + "\n")
	var place []string
	for _, part := range []string{answer.EventOf(a.Game), answer.Marked(a.Game, a.Game.Date, "date")} {
		if part != "" {
			place = append(place, part)
		}
	}
	if len(place) > 0 {
		b.WriteString(plaintext.Printable(strings.Join(place, ", ")) + "\n")
	}
	games := a.Games
	switch a.AsOfFrom {
	case "now":
		fmt.Fprintf(&b, "compared with %s, whenever they were played", phrase.Games(games.Earlier))
	case "undated":
		fmt.Fprintf(&b, "the game is undated: compared with %s, whenever they were played (--asof DATE for a day)", phrase.Games(games.Earlier))
	default:
		fmt.Fprintf(&b, "compared with %s from before %s", phrase.Games(games.Earlier), firstDay(a.AsOf))
		var rest []string
		for _, part := range []struct {
			n    int
			what string
		}{{games.Meanwhile, "of the same day or with a date that leaves it open"}, {games.Undated, "undated"}, {games.Later, "later"}} {
			if part.n > 0 {
				rest = append(rest, phrase.Number(part.n)+" "+part.what)
			}
		}
		if len(rest) > 0 {
			b.WriteString("\nnot counted: " + strings.Join(rest, ", "))
		}
	}
	if a.Query != "" {
		b.WriteString("; of " + plaintext.Printable(a.Query))
	}
	b.WriteString("\n")
	own := len(a.Left)
	if a.File == "" {
		own--
	}
	if own > 0 {
		fmt.Fprintf(&b, "%s of this game left out\n", phrase.Count(own, "other record"))
	}
	return b.String()
}

// kindNamed returns the game that a record says it is of, nil if it is none of them.
func kindNamed(name string) game.Game {
	kind, _ := game.Named(name)
	return kind
}

// annotatedPlayers are the players of a game with their signs, and the result.
func annotatedPlayers(g *archive.Game) string {
	players := plaintext.Printable(answer.Marked(g, g.Result, "result"))
	if black, white := answer.PlayersOf(g); black != "" || white != "" {
		signs := answer.PlayerSigns(kindNamed(g.Game))
		players = archive.Joined(fmt.Sprintf("%s %s  %s %s ", signs[0], plaintext.Printable(black), signs[1], plaintext.Printable(white)), players)
	}
	return strings.TrimRight(players, " ")
}

// seenPlayers are the players of a game in which something was seen, "" if it names none.
func seenPlayers(s *ask.Seen) string {
	if s.Game.Black == "" && s.Game.White == "" {
		return ""
	}
	return archive.Joined(s.Game.Black, "– "+s.Game.White)
}

// firstDay is where a range of days begins.
func firstDay(date string) string {
	day, _, _ := strings.Cut(date, "..")
	return day
}

// annotatedMoves lists the moves of which anything is known.
func annotatedMoves(a *ask.Annotation) *table.Table {
	t := table.New("move", "", "", "known", "played", "share", "rank", "won", "", "most often", "last", "players")
	t.AlignRight(0, 3, 4, 5, 6, 7)
	t.Whole(1, 2, 8, 9, 10)
	t.Spare(7, 9, 6, 11, 10)
	t.Limit(11, 50)
	kind := kindNamed(a.Game.Game)
	unknown, alone := 0, 0
	for i := range a.Moves {
		m := &a.Moves[i]
		if i > 0 && i+1 < len(a.Moves) && asOnly(&a.Moves[i-1], m) && asOnly(m, &a.Moves[i+1]) {
			alone++
			continue
		}
		if alone > 0 {
			t.Line(fmt.Sprintf("      %s as in %s, the only earlier game", phrase.Count(alone, "more move"), m.Last.Game.Name()))
			alone = 0
		}
		if m.Standing == ask.Unknown {
			unknown++
			continue
		}
		if unknown > 0 && t.Len() > 0 {
			t.Line(fmt.Sprintf("      %s between unknown positions", phrase.Count(unknown, "move")))
		}
		unknown = 0
		played, share, rank, won := "–", "", "", ""
		if m.Played.Earlier > 0 {
			played, share, rank = phrase.Number(m.Played.Earlier), phrase.Percent(m.Played.Earlier, m.Known.Earlier), fmt.Sprintf("%d of %d", m.Rank, m.Of)
			if m.Won.Decided >= leastDecided {
				won = phrase.Percent(wonBy(m), m.Won.Decided)
			}
		}
		instead, last, players := "", "", ""
		if m.Usually != nil && (m.Rank != 1) {
			instead = fmt.Sprintf("%s %s", m.Usually.Name, phrase.Percent(m.Usually.Games, m.Known.Earlier))
		}
		if m.Last != nil {
			last, players = firstDay(m.Last.Date), seenPlayers(m.Last)
		}
		known := phrase.Number(m.Known.Earlier)
		if m.Known.Earlier == 0 {
			known = "–"
		}
		t.Row(fmt.Sprint(m.Number), answer.ColorSign(colorOf(m.Color), kind), m.Name, known, played, share, rank, won, standingWord(m), instead, last, players)
	}
	return t
}

// leastDecided is from how many decided games on it is shown how many of them were won.
const leastDecided = 5

// asOnly reports whether two moves that follow one another are those of one game, which
// alone had the positions.
func asOnly(m, next *ask.AnnotationMove) bool {
	alone := func(m *ask.AnnotationMove) bool {
		return m.Known.Earlier == 1 && m.Played.Earlier == 1 && m.Last != nil
	}
	return alone(m) && alone(next) && m.Last.Game.Name() == next.Last.Game.Name()
}

// lastDeparture is the number of the last move that leads away from known positions.
func lastDeparture(a *ask.Annotation) int {
	if n := len(a.Departures); n > 0 {
		return a.Departures[n-1]
	}
	return 0
}

// wonBy is how many of the games the player of the move won.
func wonBy(m *ask.AnnotationMove) int {
	if m.Color == "W" {
		return m.Won.White
	}
	return m.Won.Black
}

func colorOf(letter string) position.Color {
	if letter == "W" {
		return position.White
	}
	return position.Black
}

// standingWord says how a move stands to what was known, with a question mark where
// games that may have been earlier would change it.
func standingWord(m *ask.AnnotationMove) string {
	word := map[ask.Standing]string{ask.Rare: "rare", ask.New: "new", ask.Transposed: "other order", ask.Return: "known again"}[m.Standing]
	if m.Doubtful {
		word += "?"
	}
	return word
}

// departures draws the first departure and says of all of them what became of it.
func departures(w io.Writer, a *ask.Annotation) string {
	var b strings.Builder
	if drawer, ok := a.Board.(game.Drawer); ok && len(a.Departures) > 0 {
		d := game.Drawing{Style: answer.StyleFor(w, false)}
		if _, points := a.Board.(*game.Points); points && a.Departure.Point != position.Pass {
			d.Labels = map[position.Point]string{a.Departure.Point: "1"}
		}
		fmt.Fprintf(&b, "\nThe first new move, %d\n%s", a.Departures[0], drawer.Draw(d))
	}
	for i := range a.Moves {
		m := &a.Moves[i]
		switch {
		case m.Standing == ask.New:
			words := fmt.Sprintf("move %d, %s %s, left known games", m.Number, strings.ToLower(colorOf(m.Color).String()), m.Name)
			if n := m.Played.Meanwhile + m.Played.Undated; n > 0 {
				words += fmt.Sprintf(", unless one of %s with it was earlier: %s", phrase.Games(n), seenWords(m.Maybe, n))
			}
			if m.Played.Later > 0 {
				words += fmt.Sprintf("; %s since then", phrase.Games(m.Played.Later))
			}
			b.WriteString(plaintext.Printable(words) + "\n")
		case m.Standing == ask.Return:
			fmt.Fprintf(&b, "move %d, %s %s, came back to a position of %s\n", m.Number, strings.ToLower(colorOf(m.Color).String()), m.Name, phrase.Count(m.Reached.Earlier, "earlier game"))
		}
	}
	if b.Len() > 0 {
		return "\n" + strings.TrimPrefix(b.String(), "\n")
	}
	return ""
}

// seenWords names games in a line, of so many.
func seenWords(games []ask.Seen, of int) string {
	var words []string
	for _, g := range games {
		words = append(words, archive.Joined(g.Ref, phrase.Parenthesized(g.Date)))
	}
	if more := of - len(games); more > 0 {
		words = append(words, phrase.Number(more)+" more")
	}
	return strings.Join(words, ", ")
}

func seenTable(games []ask.Seen) *table.Table {
	t := table.New("game", "date", "black", "white", "result", "event")
	t.AlignRight(0)
	t.Whole(1)
	t.Shorten(table.Names, 2, 3)
	t.Shorten(table.Results, 4)
	t.Spare(5, 4)
	t.Limit(2, 40)
	t.Limit(3, 40)
	t.Limit(5, 40)
	for _, g := range games {
		black, white := answer.PlayersOf(g.Game)
		t.Row(g.Ref, shortRange(g.Date), black, white, g.Game.Result, answer.EventOf(g.Game))
	}
	return t
}

// cornerNames are those of the corners.
var cornerNames = map[string]string{"NE": "upper right", "NW": "upper left", "SE": "lower right", "SW": "lower left"}

// annotatedCorners draws the corners as they were known last, two and two, and lists
// them.
func annotatedCorners(w io.Writer, a *ask.Annotation) string {
	if len(a.Corners) == 0 {
		return ""
	}
	t := table.New("corner", "known to", "stones", "games", "left at", "last", "players")
	t.AlignRight(1, 2, 3)
	t.Whole(0, 1, 4, 5)
	t.Spare(6, 2)
	t.Limit(6, 50)
	var drawings [][]string
	for _, c := range a.Corners {
		if c.LastKnown == 0 {
			t.Row(cornerNames[c.Corner], "–")
			continue
		}
		left, stones, last, players := "not left", 0, "", ""
		for _, m := range c.Moves {
			if m.Number == c.LastKnown {
				stones = m.Stones
			}
		}
		if c.Left > 0 {
			left = fmt.Sprintf("%d %s", c.Left, a.Moves[c.Left-1].Name)
		}
		if c.Last != nil {
			last, players = firstDay(c.Last.Date), seenPlayers(c.Last)
		}
		t.Row(cornerNames[c.Corner], fmt.Sprintf("%d %s", c.LastKnown, a.Moves[c.LastKnown-1].Name), phrase.Number(stones), phrase.Number(c.Games.Earlier), left, last, players)
		labels := map[position.Point]string{}
		if c.LeftAt != position.Pass {
			labels[c.LeftAt] = "1"
		}
		drawings = append(drawings, strings.Split(fmt.Sprintf("%s, to move %d\n%s", cornerNames[c.Corner], c.LastKnown, strings.TrimRight(c.Known.Format(labels), "\n")), "\n"))
	}
	if len(drawings) == 0 {
		return "\nno corner with two stones or more was known\n"
	}
	var b strings.Builder
	b.WriteString("\nCorners as earlier games last had them; 1 is where this game left them\n")
	for len(drawings) > 0 {
		n := min(2, len(drawings))
		b.WriteString(besides(drawings[:n]) + "\n")
		drawings = drawings[n:]
	}
	b.WriteString(t.Render(terminal.Width(w)))
	return b.String()
}

// besides puts texts side by side.
func besides(texts [][]string) string {
	var b strings.Builder
	for line := 0; ; line++ {
		some, row := false, ""
		for _, text := range texts {
			if line < len(text) {
				some = true
				row += text[line]
			}
			row += strings.Repeat(" ", max(0, besidesWidth-plaintext.Width(row)%besidesWidth))
		}
		if !some {
			return b.String()
		}
		b.WriteString(strings.TrimRight(row, " ") + "\n")
	}
}

// besidesWidth is the room that a drawing of a corner has.
const besidesWidth = 30
