package duplicate

import (
	"strings"
	"unicode"

	"kifudb/book/alias"
	"kifudb/store"
)

// Evidence is what else than moves speaks for or against one game: who played,
// when, and how it ended. The more of it speaks against, the more moves must be
// the same; see the measures in compare.go.
type Evidence uint8

// The kinds of evidence.
const (
	Silent       Evidence = iota // the records do not say enough
	For                          // the players and the day are the same, and so may be the winner
	Against                      // they name other players, other days or another winner
	Contradicted                 // two of these, or all
)

// sides are the names of a record's players as they are compared, Black's and
// White's; of each side all names that it goes by.
type sides [2][]string

// sides reads the names of a game.
func (g *game) sides() sides {
	var s sides
	for _, v := range g.segment.Info(g.local) {
		for i, ident := range [...]string{"PB", "PW"} {
			if v.Ident != ident {
				continue
			}
			for _, r := range alias.Players.Read(v.Text) {
				s[i] = append(s[i], r.Key)
			}
		}
	}
	return s
}

// A likeness is how two names, or the names of two games, go together.
type likeness int8

const (
	different likeness = iota - 1
	unclear
	alike
)

// compareSides compares the players of two games, with either color.
func compareSides(a, b sides) likeness {
	pair := func(x, y likeness) likeness {
		if x == alike && y == alike {
			return alike
		}
		return min(x, y, unclear)
	}
	return max(pair(compareNames(a[0], b[0]), compareNames(a[1], b[1])), pair(compareNames(a[0], b[1]), compareNames(a[1], b[0])))
}

// compareNames compares the names of two sides: they are alike if they have a
// word in common. Names in different scripts cannot be compared.
func compareNames(a, b []string) likeness {
	result := unclear
	for _, x := range a {
		for _, y := range b {
			switch {
			case isEast(x) != isEast(y):
			case namesAlike(x, y):
				return alike
			default:
				result = different
			}
		}
	}
	return result
}

// namesAlike reports whether two names have a word in common, or two long words with the
// same beginning, as spellings of one name have. In Chinese, Japanese and Korean names, which
// are one word, two characters are enough.
func namesAlike(a, b string) bool {
	most := 4
	if isEast(a) {
		most = 2
	}
	for _, x := range strings.Fields(a) {
		for _, y := range strings.Fields(b) {
			x, y := []rune(x), []rune(y)
			n := 0
			for n < min(len(x), len(y)) && x[n] == y[n] {
				n++
			}
			if n >= most || n == len(x) && n == len(y) {
				return true
			}
		}
	}
	return false
}

// isEast reports whether a name is written in Chinese characters, kana or Hangul.
func isEast(name string) bool {
	return strings.ContainsFunc(name, func(r rune) bool {
		return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
	})
}

// season is how many days may lie between the dates of records of one game: it
// may be dated by its first day, its last, or when it was published. Where both
// records name the players and one day, no more than those of a trip.
const (
	season = 100
	trip   = 2
)

// evidence weighs what two records say besides their moves. Swapped says that
// Black of one canonical line is White of the other.
func evidence(a, b *game, swapped bool) Evidence {
	names := compareSides(a.sides(), b.sides())
	f, g := &a.facts, &b.facts
	against := 0
	if names == different {
		against++
	}
	sameDay := false
	if f.DateLo != 0 && g.DateLo != 0 {
		apart := max(dayNumber(f.DateLo)-dayNumber(g.DateHi), dayNumber(g.DateLo)-dayNumber(f.DateHi))
		if apart > season || apart > trip && a.line.Who != 0 && b.line.Who != 0 {
			against++
		}
		sameDay = f.DateLo == f.DateHi && f.DateLo == g.DateLo && g.DateLo == g.DateHi
	}
	if isWon(f.Winner) && isWon(g.Winner) && (f.Winner == g.Winner) == (swapped != (a.swapped() != b.swapped())) {
		against++ // another winner
	}
	same := a.line.Who == b.line.Who && a.line.Who != 0 || names == alike && sameDay
	switch {
	case against >= 2:
		return Contradicted
	case against == 1 && !same:
		return Against
	case against == 0 && same:
		return For
	}
	return Silent
}

func isWon(w store.Winner) bool { return w == store.WinnerBlack || w == store.WinnerWhite }

// dayNumber counts days, about, from yyyymmdd.
func dayNumber(date int32) int32 { return date/10000*366 + date/100%100*31 + date%100 }
