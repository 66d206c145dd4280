package naming

import (
	"slices"
	"strings"
)

// A Title is the name of an opening or a castle.
type Title struct {
	Japanese, Romaji string
	Also             []string // other ways to write it, and what it is called in English
}

// String returns it as lists show it.
func (t *Title) String() string { return t.Japanese + " " + t.Romaji }

// Spellings are all ways to write it, each by itself.
func (t *Title) Spellings() []string {
	return append([]string{t.Japanese, t.Romaji, strings.ReplaceAll(t.Romaji, " ", "")}, t.Also...)
}

// Castles are the names of all castles, Openings those of all openings, Endings those of
// all endings, Handicaps those of all handicaps.
var (
	Castles  = castleTitles()
	Openings = openingTitles()

	Endings   = endingTitles()
	Handicaps = handicapTitles() // with the codes of the converter of 1996 as romaji
)

func castleTitles() (list []*Title) {
	for _, row := range castleTable {
		if titleOf(list, row.japanese) == nil {
			list = append(list, &Title{row.japanese, row.romaji, row.also})
		}
	}
	return list
}

func openingTitles() (list []*Title) {
	for _, o := range openingTable {
		list = append(list, &Title{o.japanese, o.romaji, o.also})
	}
	return list
}

// titleOf returns the title of a Japanese name, nil if there is none.
func titleOf(list []*Title, japanese string) *Title {
	if i := slices.IndexFunc(list, func(t *Title) bool { return t.Japanese == japanese }); i >= 0 {
		return list[i]
	}
	return nil
}
