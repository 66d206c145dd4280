package store

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
func hyphenWays(text string, units []unit, kind TextKind) [][]queryUnit {
	parts := []string{units[0].text}
	for i := 1; i < len(units); i++ {
		if text[units[i-1].end] == '-' {
			parts = append(parts, units[i].text)
		} else {
			parts[len(parts)-1] += units[i].text
		}
	}
	var ways [][]queryUnit
	for left := range 1<<(len(parts)-1) - 1 { // a bit for each hyphen that is left out
		words := []string{parts[0]}
		for i, part := range parts[1:] {
			if left>>i&1 == 1 {
				words[len(words)-1] += part
			} else {
				words = append(words, part)
			}
		}
		var way []queryUnit
		for _, word := range words {
			w := queryUnit{unit: unit{text: cutWord(word)}}
			if kind == Fuzzy {
				w.edits = allowedEdits(w.text)
			}
			way = append(way, w)
		}
		ways = append(ways, way)
	}
	return ways
}

// waysAt returns how many units from i on are a word with hyphens written as several, or 0.
func (c *comparison) waysAt(w *queryUnit, i int) int {
	lost := c.lost
	for _, way := range w.ways {
		if n := c.run(way, i); n > 0 {
			return n
		}
		c.lost = lost
	}
	return 0
}
