package web

import (
	"html"
	"html/template"
	"net/url"
	"strconv"
	"strings"

	"kifudb/archive"
	"kifudb/ask"
)

// studyFunctions are what the templates of studies and of names call.
var studyFunctions = template.FuncMap{
	"sharetext":  shareText,
	"between":    betweenText,
	"bars":       newBar,
	"ownbar":     ownBar,
	"score":      func(o *ask.Outcome) *archive.Share { return o.OwnScore() },
	"namelink":   nameLink,
	"shorten":    shorten,
	"fact":       func(text, record string) excerpt { return excerptOf(text, longestFact, record) },
	"comment":    func(text, record string) excerpt { return excerptOf(text, longestComment, record) },
	"shortlink":  shortLink,
	"studylink":  studyLink,
	"gamelink":   gameLink,
	"listlink":   listLink,
	"signed":     signedText,
	"decimal":    func(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) },
	"seq":        func(parts ...any) []any { return parts },
	"letters":    func(list []string) string { return strings.Join(list, " ") },
	"fields":     strings.Fields,
	"minus":      func(a, b int) int { return a - b },
	"plus":       func(a, b int) int { return a + b },
	"outcome":    func(o ask.Outcome) *ask.Outcome { return &o },
	"writer":     writer,
	"charttitle": chartTitle,
	"names": func(head string, kind ask.NameKind, player bool, rows []ask.NameEntry) nameTable {
		return nameTable{head, kind, player, rows}
	},
}

// A nameTable is a list of names as a table.
type nameTable struct {
	Head   string // the key of its words
	Kind   ask.NameKind
	Player bool // with results of players
	Rows   []ask.NameEntry
}

// shareText writes a share in percent, – if there is none.
func shareText(s *archive.Share) string {
	if s == nil {
		return "–"
	}
	return strconv.FormatFloat(100*s.Value, 'f', 1, 64) + " %"
}

// betweenText writes the interval of a share.
func betweenText(s *archive.Share) string {
	if s == nil {
		return ""
	}
	return decimal(100*s.Low) + "–" + decimal(100*s.High)
}

// signedText writes a difference of shares, in points of percent.
func signedText(x float64) string {
	text := strconv.FormatFloat(100*x, 'f', 1, 64)
	switch {
	case strings.Trim(text, "-.0") == "":
		return "0.0"
	case strings.HasPrefix(text, "-"):
		return "−" + text[1:]
	}
	return "+" + text
}

// A whisker is an interval on a scale from 0 to 200.
type whisker struct{ Low, High, At float64 }

// shareBar makes a bar of a share that Black won, of which nothing else is known.
func shareBar(value, low, high float64, of int) *bar {
	return &bar{
		Black: barWidth * value, Low: barWidth * low, High: barWidth * high, Decided: of,
		BlackText: decimal(100 * value), WhiteText: decimal(100 * (1 - value)), DrawText: "–", Few: of < veryFewGames,
	}
}

// ownBar makes a bar of how games ended for a player: won from the left, drawn, lost.
func ownBar(o *ask.Outcome) *bar {
	n := o.Decided
	b := newBar(archive.Results{
		Black: o.Won, White: o.Lost, Draw: o.Drawn, Decided: n,
		BlackShare: archive.ShareOf(o.Won, n), WhiteShare: archive.ShareOf(o.Lost, n), DrawShare: archive.ShareOf(o.Drawn, n),
	})
	b.Own = true
	return b
}

// nameLink is the address of the page of a player, an event or a collection.
func nameLink(kind ask.NameKind, name string) string {
	return "/" + strings.TrimSuffix(string(kind), "s") + "?" + url.Values{"name": {name}}.Encode()
}

// nameLinkAmong is the address of a name's page about the games of a query.
func nameLinkAmong(kind ask.NameKind, name, query string) string {
	if query == "" {
		return nameLink(kind, name)
	}
	return nameLink(kind, name) + "&" + url.Values{"q": {query}}.Encode()
}

// A contrast is a difference of two shares with its interval, on a scale from −Scale
// to Scale that is 200 wide.
type contrast struct {
	Low, High, At float64
	Text, Between string
	Clear, Known  bool
}

func newContrast(c ask.Contrast, scale float64) contrast {
	if c.Difference == nil {
		return contrast{}
	}
	at := func(x float64) float64 { return 100 + 100*max(-1, min(1, x/scale)) }
	d := c.Difference
	return contrast{
		Low: at(d.Low), High: at(d.High), At: at(d.Value), Text: signedText(d.Value),
		Between: signedText(d.Low) + " … " + signedText(d.High), Clear: c.Clear(), Known: true,
	}
}

// chartTitle returns the title of a picture, "" if it has none.
func chartTitle(svg template.HTML) string {
	_, rest, _ := strings.Cut(string(svg), "<title>")
	title, _, found := strings.Cut(rest, "</title>")
	if !found {
		return ""
	}
	return html.UnescapeString(title)
}
