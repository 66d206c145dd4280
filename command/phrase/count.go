package phrase

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// Number writes a number for people: 12,345.
func Number(n int) string { return message.NewPrinter(language.English).Sprintf("%d", n) }

// Count is a number of things of which the plural is regular.
func Count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return Number(n) + " " + thing + "s"
}

// Games writes a number of games: "1 game", "2,000 games".
func Games(n int) string { return Count(n, "game") }

// GamesAre writes the same with its verb: "1 game is", "2,000 games are".
func GamesAre(n int) string {
	if n == 1 {
		return "1 game is"
	}
	return Games(n) + " are"
}

// Are writes a number with its verb: "1 is", "2,000 are".
func Are(n int) string {
	if n == 1 {
		return "1 is"
	}
	return Number(n) + " are"
}

// Percent writes a share: "45.3 %", and a dash of nothing.
func Percent(n, of int) string {
	if of == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(of))
}

// Times writes how often: "once", "12 times".
func Times(n int) string {
	if n == 1 {
		return "once"
	}
	return Number(n) + " times"
}

// GamesHave begins a clause about some games.
func GamesHave(n int) string {
	if n == 1 {
		return Games(n) + " has"
	}
	return Games(n) + " have"
}

// Records writes a number of records: "1 record", "2,000 records".
func Records(n int) string { return Count(n, "record") }

// RecordsOfGames writes a number of records and of the games that they are of:
// "218 records of 195 games", or "195 games" if each has one.
func RecordsOfGames(records, games int) string {
	if records == games {
		return Games(games)
	}
	return fmt.Sprintf("%s of %s", Records(records), Games(games))
}

// Duration keeps three digits, and whole seconds of times above 1000 seconds.
func Duration(d time.Duration) time.Duration {
	for unit := 100 * time.Second; unit > 1; unit /= 10 {
		if d >= unit {
			return d.Round(unit / 100)
		}
	}
	return d
}

// ByCount returns the keys, the most frequent first.
func ByCount(counts map[string]int) []string {
	return slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
}

// CommaList is the parts of a list with commas.
func CommaList(text string) []string {
	var list []string
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part != "" {
			list = append(list, part)
		}
	}
	return list
}

// Bytes writes a number of bytes: "820 B", "1.5 kB".
func Bytes(n int64) string {
	if n < 1000 {
		return fmt.Sprintf("%d B", n)
	}
	size, unit := float64(n), 0
	for ; size >= 1000 && unit < 4; unit++ {
		size /= 1000
	}
	return fmt.Sprintf("%.1f %cB", size, " kMGT"[unit])
}

// Parenthesized puts a text in parentheses, unless it is empty.
func Parenthesized(s string) string {
	if s == "" {
		return ""
	}
	return "(" + s + ")"
}
