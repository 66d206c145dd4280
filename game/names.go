package game

import (
	"iter"
	"strings"
	"sync"

	"kifudb/position"
)

// A Namer is a game whose openings, castles and handicaps have names: the words with which
// players describe a game. The moves decide, in spite of names in the record.
type Namer interface {
	Replayer
	// Titles returns all names that there are.
	Titles() []Title
	// Naming returns what names one game.
	Naming() Naming
}

// A MoveNamer is a Namer that needs no positions.
type MoveNamer interface {
	Namer
	// NamesOf returns the names of a script on an empty board: those that a Naming returns.
	NamesOf(size position.Size, s position.Script) []Name
}

// The kinds of names, which are fields of the query language.
const (
	OpeningName = "opening"
	CastleName  = "castle"

	EndingName   = "ending"
	HandicapName = "handicap"
)

// NameKinds are all kinds of names.
var NameKinds = []string{OpeningName, CastleName, EndingName, HandicapName}

// A Title is a name that moves can have.
type Title struct {
	Kind string
	Text string   // as lists show it, different from all others of its kind: "四間飛車 shikenbisha"
	Also []string // how else people write it, each by itself: "四間飛車", "shikenbisha", "fourth file rook"
}

// A Naming names one game, of which it sees the steps of the main line.
type Naming interface {
	// See looks at the next step, of which the first is the root.
	See(s *Step)
	// Over reports whether no further step can change the names.
	Over() bool
	// Names returns the names of what it has seen, each once for each side.
	Names() []Name
}

// A Name is what one game has been named.
type Name struct {
	Kind string
	Text string         // a title's
	Side position.Color // whose opening or castle it is; Empty if it is the game's
}

// Namers returns the games whose moves have names.
func Namers() iter.Seq[Namer] {
	return func(yield func(Namer) bool) {
		for _, g := range games {
			if n, ok := g.(Namer); ok && !yield(n) {
				return
			}
		}
	}
}

// Titled returns the titles of a kind, of all games.
func Titled(kind string) iter.Seq[*Title] {
	return func(yield func(*Title) bool) {
		for n := range Namers() {
			titles := n.Titles()
			for i := range titles {
				if titles[i].Kind == kind && !yield(&titles[i]) {
					return
				}
			}
		}
	}
}

// HasTitles reports whether the moves of a game can have names of a kind.
func HasTitles(g Game, kind string) bool { return titledKinds()[titledKind{g, kind}] }

// A titledKind is a kind of names that a game has.
type titledKind struct {
	game Game
	kind string
}

var titledKinds = sync.OnceValue(func() map[titledKind]bool {
	kinds := map[titledKind]bool{}
	for n := range Namers() {
		for _, t := range n.Titles() {
			kinds[titledKind{n, t.Kind}] = true
		}
	}
	return kinds
})

// TitleOf returns the title of a kind that a text says, by any of its spellings; the
// text itself if it is none.
func TitleOf(kind, text string) string {
	if title, ok := spellings()[[2]string{kind, strings.ToLower(text)}]; ok {
		return title
	}
	return text
}

// spellings are the titles by their kinds and spellings in lower case.
var spellings = sync.OnceValue(func() map[[2]string]string {
	by := map[[2]string]string{}
	for _, kind := range NameKinds {
		for t := range Titled(kind) {
			for _, s := range t.Also {
				by[[2]string{kind, strings.ToLower(s)}] = t.Text
			}
		}
	}
	return by
})

// Ident returns the pseudo identifier under which an archive keeps a name: "opening",
// "blackcastle".
func (n Name) Ident() string { return NameIdent(n.Kind, n.Side) }

// NameIdent returns the pseudo identifier of the names of a kind and a side, or of
// those of the game.
func NameIdent(kind string, side position.Color) string {
	switch side {
	case position.Black:
		return "black" + kind
	case position.White:
		return "white" + kind
	}
	return kind
}
