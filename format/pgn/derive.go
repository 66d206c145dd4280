package pgn

import (
	"fmt"
	"strconv"
	"strings"

	"kifudb/format"
	"kifudb/game"
	"kifudb/position"
	"kifudb/position/chess"
)

// Chess is SGF's number for the game.
const Chess = 3

func itoa(n int) string { return strconv.Itoa(n) }

// quote shows a text in a message, shortened.
func quote(s string) string {
	const most = 30
	if len(s) > most {
		return strconv.Quote(s[:most]) + "..."
	}
	return strconv.Quote(s)
}

// idents are SGF's identifiers of tags. Other tags are facts under their own names in
// upper case.
var idents = map[string]string{
	"White": "PW", "Black": "PB", "WhiteElo": "WR", "BlackElo": "BR", "WhiteTeam": "WT", "BlackTeam": "BT",
	"Event": "EV", "Site": "PC", "Round": "RO", "Annotator": "AN", "TimeControl": "OT", "Opening": "ON", "Source": "SO", "FEN": "FEN",
	"Red": "PW", "RedTeam": "WT", // of xiangqi, who begins
}

// derive reads a record.
func derive(d *format.Draft) {
	g := Parse(d.Text(), func(code string, line int, words string) {
		d.Report(code, d.Line+line-1, func() error { return fmt.Errorf("%s: %s", code, words) })
	})
	d.Game, d.Size, d.NoPositions = g.Game, game.Of(g.Game).About().Size, g.Start == nil
	number := 0
	for v := range g.visits {
		for range v.closes {
			d.Script.Close()
		}
		if v.opens {
			d.Script.Open()
		}
		d.Node()
		n := &g.Nodes[v.node]
		if v.node > 0 {
			if g.Game == Chess {
				d.Script.Move(chess.ScriptMove(n.mover, n.Move))
			} else {
				d.Script.Move(position.Move{Color: n.mover, Point: n.uncoded})
			}
		}
		var texts []string
		for _, list := range [...][]string{n.Before, n.Comments} {
			for _, c := range list {
				text := words(c)
				if text != "" {
					texts = append(texts, text)
				}
				if text != c {
					d.Tell(number, c)
				}
			}
		}
		d.Comment(number, strings.Join(texts, "\n"))
		number++
	}
	facts(d, g)
}

// facts adds those that the tags say.
func facts(d *format.Draft, g *Game) {
	dated, fen := false, g.fen() // which looks at all tags
	for _, t := range g.Tags {
		value := strings.TrimSpace(t.Value)
		if value == "" || strings.Trim(value, "?.-") == "" || t.Name == "FEN" && (fen == "" || g.Game == Chess && g.Start == nil) {
			continue
		}
		switch t.Name {
		case "Date", "UTCDate":
			if date := dateOf(value); date != "" && !dated {
				d.Add("DT", date)
				dated = true
			}
		case "Result", "SetUp", "PlyCount":
		default:
			ident := idents[t.Name]
			if ident == "" {
				ident = strings.ToUpper(t.Name)
			}
			d.Add(ident, value)
		}
	}
	if g.Tag("FEN") == "" {
		d.Add("FEN", fen) // which SetUp has
	}
	result := resultOf(g)
	if said := strings.TrimSpace(g.Tag("Result")); result == "" && strings.Trim(said, "?*-. ") != "" {
		result = said // in words, or not understood
	}
	d.Add("RE", result)
}

// dateOf returns a date as SGF writes it: what is not known is left out. A date in another
// form stays as it is, for sgfread.ParseDate to read.
func dateOf(s string) string {
	parts := strings.FieldsFunc(s, func(r rune) bool { return r == '.' || r == '-' || r == '/' })
	for i, part := range parts {
		switch {
		case strings.Trim(part, "?") == "":
			return strings.Join(parts[:i], "-")
		case strings.Trim(part, "0123456789") != "" || len(parts) > 3:
			return s
		}
	}
	return strings.Join(parts, "-")
}

// resultOf returns the result as SGF writes it, "" if it is not known.
func resultOf(g *Game) string {
	how := ""
	switch words := strings.ToLower(g.Tag("Termination")); {
	case strings.Contains(words, "time"):
		how = "T"
	case strings.Contains(words, "resign"):
		how = "R"
	case strings.Contains(words, "forfeit"), strings.Contains(words, "abandon"):
		how = "F"
	}
	switch g.Result {
	case "1-0":
		return "W+" + how
	case "0-1":
		return "B+" + how
	case "1/2-1/2":
		return "0"
	}
	return ""
}
