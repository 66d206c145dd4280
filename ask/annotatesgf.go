package ask

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"kifudb/archive"
	"kifudb/indexer"
	"kifudb/sgfread"
)

// WriteSGF writes the record with what was found as comments, behind those that it has:
// in UTF-8, all else as it is. A record in another format than SGF is an error.
func (a *Annotation) WriteSGF(w io.Writer) error {
	if f := indexer.FormatOf(&a.record); f.Derive != nil {
		return fmt.Errorf("game %s is in %s; annotations can be written into SGF records only", a.Game.Name(), f.Title)
	}
	comments := map[int]string{0: a.words()}
	for i := range a.Moves {
		m := &a.Moves[i]
		for _, text := range []string{m.words(), lossWords(m.Loss)} {
			if text != "" {
				comments[m.Node] = strings.TrimPrefix(comments[m.Node]+"\n", "\n") + text
			}
		}
	}
	for _, c := range a.Corners {
		if i := c.LastKnown; i > 0 && c.Left > 0 {
			text := fmt.Sprintf("kifudb: the %s corner leaves what was known; it was as in %s after move %d.", cornerWords[c.Corner], numberOf(c.Games.Earlier, "earlier game"), i)
			node := a.Moves[c.Left-1].Node
			comments[node] = strings.TrimPrefix(comments[node]+"\n", "\n") + text
		}
	}
	node := -1
	return sgfread.Edit(w, indexer.UTF8(a.record), nil, func(n *sgfread.Node, _ bool) []sgfread.TreeProperty {
		if n.Late {
			return nil
		}
		node++
		text, ok := comments[node]
		if !ok {
			return nil
		}
		return withComment(n.TreeProperties(), text)
	})
}

// cornerWords name the corners.
var cornerWords = map[string]string{"NE": "upper right", "NW": "upper left", "SE": "lower right", "SW": "lower left"}

// withComment puts a text behind the comment of a node.
func withComment(list []sgfread.TreeProperty, text string) []sgfread.TreeProperty {
	for i, p := range list {
		if p.Name != "C" || len(p.Values) == 0 {
			continue
		}
		last := len(p.Values) - 1
		own := bytes.TrimRight(p.Values[last], " \t\r\n")
		list[i].Values[last] = sgfread.AppendEscaped(append(bytes.Clone(own), "\n\n"...), []byte(text), false)
		return list
	}
	return append(list, sgfread.TreeProperty{Name: "C", Values: [][]byte{sgfread.AppendEscaped(nil, []byte(text), false)}})
}

// words say in a comment with what the game was compared.
func (a *Annotation) words() string {
	text := fmt.Sprintf("kifudb: compared with %s", numberOf(a.Games.Earlier, "earlier game"))
	switch a.AsOfFrom {
	case "now":
		text = fmt.Sprintf("kifudb: compared with %s, whenever they were played", numberOf(a.Games.Earlier, "game"))
	case "undated":
		text = fmt.Sprintf("kifudb: the game is undated; compared with %s, whenever they were played", numberOf(a.Games.Earlier, "game"))
	case "asked":
		text += ", before " + a.AsOf
	}
	if a.Query != "" {
		text += ": " + a.Query
	}
	return text + "."
}

// words say in a comment how a move stands to what was known, "" if there is nothing to
// say.
func (m *AnnotationMove) words() string {
	var b strings.Builder
	known := numberOf(m.Known.Earlier, "earlier game")
	switch m.Standing {
	case Unknown:
		return ""
	case Return:
		return fmt.Sprintf("kifudb: back to a position of %s.", numberOf(m.Reached.Earlier, "earlier game"))
	case New:
		fmt.Fprintf(&b, "kifudb: new. %s had the position", known)
	case Transposed:
		fmt.Fprintf(&b, "kifudb: new here, in %s with the position; %s reached the next position by other moves", known, numberOf(m.Reached.Earlier, "earlier game"))
	default:
		fmt.Fprintf(&b, "kifudb: played in %s of %s with the position (%.1f %%), number %d of %s", count(m.Played.Earlier), known, 100*m.Share.Value, m.Rank, numberOf(m.Of, "move"))
		if m.Standing == Rare {
			b.WriteString(": rare")
		}
	}
	b.WriteString(".")
	if m.Doubtful {
		fmt.Fprintf(&b, " But it is in %s that may have been earlier.", numberOf(m.Played.Meanwhile+m.Played.Undated, "game"))
	}
	if m.Won.Decided > 0 && m.Played.Earlier > 0 {
		fmt.Fprintf(&b, " Of %s Black won %s, White %s.", numberOf(m.Won.Decided, "decided one"), count(m.Won.Black), count(m.Won.White))
	}
	if m.Usually != nil && m.Standing != Usual || m.Usually != nil && m.Rank > 1 {
		fmt.Fprintf(&b, " Most often: %s, in %s.", m.Usually.Name, numberOf(m.Usually.Games, "game"))
	}
	if m.Last != nil {
		what := "Last"
		if m.Played.Earlier == 0 {
			what = "The position last"
		}
		fmt.Fprintf(&b, " %s: %s.", what, m.Last.words())
	}
	if m.Played.Later > 0 {
		fmt.Fprintf(&b, " Later in %s.", numberOf(m.Played.Later, "game"))
	}
	return b.String()
}

// words name a game: "1843-05-02 Honinbo Shuwa – Ota Yuzo (123@45)".
func (s *Seen) words() string {
	return archive.Joined(s.Date, s.Game.Black+" – "+s.Game.White) + " (" + s.Ref + ")"
}

// count writes a number for people: 12,345.
func count(n int) string { return message.NewPrinter(language.English).Sprintf("%d", n) }

// numberOf writes a number of things: "1 game", "2,000 games".
func numberOf(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return count(n) + " " + what + "s"
}
