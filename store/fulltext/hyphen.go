package fulltext

import "strings"

// Hyphens do not matter: Castle-Game, Castle Game and CastleGame are the same event, whichever
// of them a record has, if the query has a hyphen. The index holds the words of a record with a
// hyphen both as one word and as several, see [joined]; a query asks for both, so that a hyphen
// there finds records without one. Without a hyphen in the query nobody knows where a word may be
// divided, so castlegame does not find Castle Game.

// dashes makes hyphens of the signs that are typed for one.
var dashes = strings.NewReplacer(
	"\u00ad", "-", // soft hyphen
	"\u05be", "-", // maqaf
	"\u2010", "-", // hyphen
	"\u2012", "-", // figure dash
	"\u2013", "-", // en dash
	"\u2014", "-", // em dash
	"\u2015", "-", // horizontal bar
	"\u2043", "-", // hyphen bullet
	"\u2212", "-", // minus sign
)

// hyphenWays returns the ways to write a word with hyphens as several words: each hyphen
// either divides words or is left out, and at least one divides. Apostrophes divide nothing.
// The way that divides at all hyphens is the first.
func hyphenWays(text string, units []unit, kind Kind) [][]Word {
	parts := []string{units[0].Text}
	for i := 1; i < len(units); i++ {
		if text[units[i-1].end] == '-' {
			parts = append(parts, units[i].Text)
		} else {
			parts[len(parts)-1] += units[i].Text
		}
	}
	var ways [][]Word
	for left := range 1<<(len(parts)-1) - 1 { // a bit for each hyphen that is left out
		words := []string{parts[0]}
		for i, part := range parts[1:] {
			if left>>i&1 == 1 {
				words[len(words)-1] += part
			} else {
				words = append(words, part)
			}
		}
		var way []Word
		for _, word := range words {
			w := Word{unit: unit{Text: cutWord(word)}}
			if kind == Fuzzy {
				w.Edits = allowedEdits(w.Text)
			}
			way = append(way, w)
		}
		ways = append(ways, way)
	}
	return ways
}

// waysAt returns how many units from i on are a word with hyphens written as several, or 0.
func (c *comparison) waysAt(w *Word, i int) int {
	lost := c.lost
	for _, way := range w.ways {
		if n := c.run(way, i); n > 0 {
			return n
		}
		c.lost = lost
	}
	return 0
}
