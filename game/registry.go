package game

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kifudb/position"
)

// games are all games for which SGF has a number, in its order; of most of them
// only the name is known. A game is registered by its line here.
var games = []Game{
	goGame,
	othelloGame,
	chessGame,
	gomokuGame,
	named(5, "nine men's morris", 7, "mill", "mühle"),
	named(6, "backgammon", 0),
	&entry{About{Number: 7, Name: "chinese chess", Also: []string{"xiangqi", "象棋", "中国象棋"}, Size: position.Size{Cols: 9, Rows: 10}}},
	shogiGame,
	loaGame,
	named(10, "ataxx", 7),
	hexGame,
	named(12, "jungle", 0, "斗兽棋"),
	named(13, "neutron", 5),
	named(14, "philosopher's football", 0, "phutball"),
	named(15, "quadrature", 0),
	named(16, "trax", 0),
	named(17, "tantrix", 0),
	named(18, "amazons", 10),
	named(19, "octi", 0),
	named(20, "gess", 20),
	twixtGame,
	named(22, "zertz", 0),
	named(23, "plateau", 0),
	named(24, "yinsh", 0),
	named(25, "punct", 0),
	named(26, "gobblet", 0),
	named(27, "hive", 0),
	named(28, "exxit", 0),
	named(29, "hnefatal", 0),
	named(30, "kuba", 0),
	named(31, "tripples", 0),
	named(32, "chase", 0),
	named(33, "tumbling down", 0),
	named(34, "sahara", 0),
	named(35, "byte", 0),
	named(36, "focus", 0),
	named(37, "dvonn", 0),
	named(38, "tamsk", 0),
	named(39, "gipf", 0),
	named(40, "kropki", 0),
}

// named is the entry of a game of which nothing but the name is known, and perhaps
// the size of its square board.
func named(number int, name string, size int, also ...string) Game {
	return &entry{About{Number: number, Name: name, Size: position.Square(size), Also: also}}
}

// Examples returns names of games for messages, those with rules first.
func Examples() string {
	var known, others []string
	for _, g := range games {
		if HasRules(g) == nil {
			known = append(known, g.About().Name)
		} else if len(others) < 2 {
			others = append(others, g.About().Name)
		}
	}
	return strings.Join(append(known, others...), ", ") + ", …"
}

// Default is the game of records and questions that name none.
func Default() Game { return games[0] }

// All returns all games, in the order of their numbers.
func All() []Game { return slices.Concat(games, ownGames) }

// Of returns the game with a number of SGF's, or of ours. Every number has one; the
// name of an unlisted one is "game 41".
func Of(number int) Game {
	if g := own(number); g != nil {
		return g
	}
	if number < 1 || number > len(games) {
		return &entry{About{Number: number, Name: "game " + strconv.Itoa(number), unlisted: true}}
	}
	return games[number-1]
}

// Named returns the game of a name, in any case, or of a number.
func Named(name string) (Game, bool) {
	name = strings.ToLower(strings.TrimSpace(name))
	if n, err := strconv.ParseUint(name, 10, 8); err == nil && n > 0 {
		return Of(int(n)), true
	}
	for _, list := range [...][]Game{games, ownGames} {
		for _, g := range list {
			if a := g.About(); a.Name == name || slices.Contains(a.Also, name) {
				return g, true
			}
		}
	}
	return nil, false
}

// WithoutNumber returns the game of a record in SGF that does not say it, as the values of
// its root show, and whether its moves give each player the other's color; nil if they
// show nothing.
func WithoutNumber(value func(ident string) string) (g Game, other bool) {
	for _, g := range games {
		if u, ok := g.(Unnumbered); ok {
			if is, other := u.Unnumbered(value); is {
				return g, other
			}
		}
	}
	if g := golem(value); g != nil {
		return g, false
	}
	return nil, false
}

// Stays reports whether the stones of SGF's number of a game are put on points
// and stay there.
func Stays(number int) bool {
	_, ok := Of(number).(Stones)
	return ok
}

// Recognize returns the game of which alone a text can be a position, or nil.
func Recognize(text string) PositionReader {
	for _, g := range games {
		if r, ok := g.(PositionReader); ok && r.Recognizes(text) {
			return r
		}
	}
	return nil
}

// ErrNoRules is what the errors wrap of those who ask for positions of a game
// whose rules are not known.
var ErrNoRules = errors.New("the rules are not known")

// noRules is that error for a game.
func noRules(g Game) error {
	return fmt.Errorf("%w for %s, so its positions cannot be searched; its texts, facts and trees can", ErrNoRules, g.About().Name)
}

// HasRules returns nil if positions of a game can be searched, or an error that
// wraps ErrNoRules.
func HasRules(g Game) error {
	if _, ok := g.(Replayer); !ok {
		return noRules(g)
	}
	return nil
}

// HasPatterns reports whether patterns can be looked for in a game's positions: those of
// [Stones], and those that are [Laid].
func HasPatterns(g Game) bool {
	if _, ok := g.(Stones); ok {
		return true
	}
	p, err := Start(g)
	_, ok := p.(Laid)
	return err == nil && ok
}

// PutsOnPoints reports whether each move of a game puts a stone or disc on an empty point, and the
// code of the move is that point.
func PutsOnPoints(g Game) bool {
	switch g.(type) {
	case Stones, interface{ puts() }:
		return true
	}
	return false
}
