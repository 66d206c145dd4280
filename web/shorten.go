package web

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"kifudb/archive"
	"kifudb/internal/shortjson"
)

// longestName is how many characters of a text of a record lists show. No name that people have
// is as long; a hostile or broken record has some of 60,000.
const longestName = 160

// shorten cuts a text of a record for lists and titles, and says so by an ellipsis. The game's
// page has all of it.
func shorten(text string) string { return shortjson.Text(text, longestName) }

// shortened returns a game with its texts as lists show them.
func shortened(g *archive.Game) *archive.Game {
	short := *g
	for _, text := range []*string{
		&short.Black, &short.BlackRank, &short.White, &short.WhiteRank, &short.Date, &short.Event,
		&short.Round, &short.Place, &short.Result, &short.File,
	} {
		*text = shorten(*text)
	}
	return &short
}

// plainTitle returns a text as the title of a page: short, on one line, and without characters that
// turn the direction of what stands behind them, as a title cannot keep them apart.
func plainTitle(text string) string {
	return shorten(strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Bidi_Control, r):
			return -1
		case unicode.IsControl(r):
			return ' '
		}
		return r
	}, text))
}

// longestLink is how many bytes an address on a page has at most, in case it names a text of a
// record. A list repeats each several times.
const longestLink = 4096

// shortLink returns an address, or "" if it is too long for a list.
func shortLink(link string) string {
	if len(link) > longestLink {
		return ""
	}
	return link
}

// An excerpt is the beginning of a text of a record on the game's page. What it leaves out is
// behind a link.
type excerpt struct {
	Text  string
	Left  int    // characters that are left out
	Whole string // the address of the record
}

// The most characters of an excerpt. Comments that people wrote are whole.
const (
	longestComment = 20_000
	longestFact    = 2_000
)

// mostFacts is how many values of a game's information its page shows, and allFacts how many
// characters of them together before each is cut as in lists.
const (
	mostFacts = 100
	allFacts  = 20_000
)

func excerptOf(text string, most int, whole string) excerpt {
	x := excerpt{Text: text, Whole: whole}
	if len(text) <= most {
		return x
	}
	n := 0
	for i := range text {
		if n++; n == most+1 {
			x.Text = text[:i] + "…"
			x.Left = utf8.RuneCountInString(text[i:])
			break
		}
	}
	return x
}
