package fulltext

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Names come damaged: a program that did not know their encoding wrote U+FFFD or
// a question mark for each character that it could not read. Which one it was
// nobody knows, so such a character may be any one character when a name is
// looked for. As that is a guess, hits that need it are kept apart, and enough
// must be left to go by, see tooManyLost: "??" is not everybody.
//
// U+FFFD is always a lost character. A question mark is one only inside a name:
// before a letter, or right after an ideograph; otherwise it is the writer's
// doubt, as in "Lee?". A lost character among letters is a letter, elsewhere an
// ideograph.

// lostTerm is the term under which texts with lost characters are indexed.
const lostTerm = "\ufffd"

// isLost reports whether a folded text may have this character for one that
// was lost.
func isLost(r rune) bool { return r == '?' || r == utf8.RuneError }

// LostChars are those characters, and the one that is folded to one of them.
const LostChars = "?\ufffd？"

// A lostKind is a kind of lost characters.
type lostKind uint8

const (
	notLost lostKind = iota
	lostLetters
	lostIdeographs
)

// lostRun returns the length of the characters with which a text begins that
// may be lost.
func lostRun(text string) int {
	if n := strings.IndexFunc(text, func(r rune) bool { return !isLost(r) }); n >= 0 {
		return n
	}
	return len(text)
}

// kindOfLost says what the first n bytes of a text, which lostRun found, stand
// for; letters or an ideograph may come right before.
func kindOfLost(text string, n int, letters, ideograph bool) lostKind {
	next, _ := utf8.DecodeRuneInString(text[n:])
	nextIdeograph := n < len(text) && isIdeograph(next)
	nextLetter := n < len(text) && !nextIdeograph && unicode.IsLetter(next)
	switch {
	case !nextIdeograph && !nextLetter && !ideograph && !strings.ContainsRune(text[:n], utf8.RuneError):
		return notLost
	case letters && !nextIdeograph, nextLetter && !ideograph:
		return lostLetters
	}
	return lostIdeographs
}

// IsDamaged reports whether a folded text holds characters that were lost.
func IsDamaged(text string) bool {
	if !strings.ContainsAny(text, LostChars) {
		return false
	}
	found := false
	windows(nil, text, true, func(units []unit, from, to int) bool {
		found = slices.ContainsFunc(units[from:to], func(u unit) bool { return strings.ContainsAny(u.Text, LostChars) })
		return !found
	})
	return found
}

// fitsDamaged reports whether a word with lost characters may be a wanted one,
// and how many were lost.
func fitsDamaged(wanted, word string) (lost int, ok bool) {
	for len(wanted) > 0 && len(word) > 0 {
		r, n := utf8.DecodeRuneInString(wanted)
		s, k := utf8.DecodeRuneInString(word)
		switch {
		case isLost(s):
			lost++
		case r != s:
			return 0, false
		}
		wanted, word = wanted[n:], word[k:]
	}
	return lost, wanted == "" && word == ""
}
