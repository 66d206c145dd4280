package pinyin

import (
	"sort"
	"strings"
)

// The source is Unihan_Readings.txt of https://www.unicode.org/Public/15.0.0/ucd/Unihan.zip;
// put it into this folder.
//go:generate go run generate.go Unihan_Readings.txt

// MaxReading is the number of letters of the longest reading.
const MaxReading = 6

// syllable is a reading and the characters that have it, in Unicode's order.
type syllable struct{ reading, characters string }

// Reads reports whether a character has a reading. Only Chinese characters have readings.
func Reads(character rune, reading string) bool {
	i := sort.Search(len(syllables), func(i int) bool { return syllables[i].reading >= reading })
	return i < len(syllables) && syllables[i].reading == reading && strings.ContainsRune(syllables[i].characters, character)
}
