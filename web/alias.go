package web

import (
	"strings"

	"kifudb/archive"
)

// aliasWord is what addresses call the kind of names of an alias.
func aliasWord(kind archive.AliasKind) string { return kind.String() + "s" }

// pointsOr are the points that suggestions must have, the usual ones if it is negative.
func pointsOr(points int) int {
	if points < 0 {
		return archive.SuggestPoints
	}
	return points
}

// uniteWords and partWords say what a change of aliases was, for who undoes it.
func uniteWords(names []string) string { return shortWords(strings.Join(names, " = ")) }

func partWords(name string, spellings []string) string {
	if len(spellings) == 0 {
		return shortWords(name + " ≠")
	}
	return shortWords(name + " ≠ " + strings.Join(spellings, ", "))
}

// shortWords cuts a text that is only there to be recognised.
func shortWords(text string) string {
	const most = 200
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}
