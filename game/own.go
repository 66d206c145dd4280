package game

import (
	"strings"
	"unicode"
)

// firstOwn is the first of the numbers that stand for games without one of SGF's. The facts
// of an archive hold a byte, and SGF counts upwards from 1.
const firstOwn = 241

// The numbers of ours that code asks for.
const (
	otherChess  = firstOwn + 8  // variants of chess without an entry of their own
	unknownGame = firstOwn + 13 // games that have no entry at all
	noEntry     = 255           // numbers of SGF's that are not listed and ours, or too large
)

// ownGames are games for which SGF has no number, in the order of ours. The numbers are kept
// on disk.
var ownGames = []Game{
	chessVariant(firstOwn, "antichess", "suicide", "giveaway", "suicide chess", "losing chess", "アンチチェス"),
	chessVariant(firstOwn+1, "crazyhouse", "zh"),
	chessVariant(firstOwn+2, "atomic", "atomic chess"),
	chessVariant(firstOwn+3, "king of the hill", "kingofthehill", "koth"),
	chessVariant(firstOwn+4, "three-check", "threecheck", "3check", "3-check"),
	chessVariant(firstOwn+5, "horde"),
	chessVariant(firstOwn+6, "racing kings", "racingkings"),
	chessVariant(firstOwn+7, "bughouse", "tandem chess"),
	chessVariant(otherChess, "chess variant", "fairy chess"),
	named(firstOwn+9, "havannah", 0),
	named(firstOwn+10, "connect6", 19, "connect 6", "六子棋", "육목"),
	named(firstOwn+11, "breakthrough", 8),
	named(firstOwn+12, "einstein würfelt nicht", 5, "ewn", "einstein"),
	named(unknownGame, "unknown game", 0),
}

// own returns the game of a number that is ours and not SGF's, nil if it is none.
func own(number int) Game {
	if i := number - firstOwn; i >= 0 && i < len(ownGames) {
		return ownGames[i]
	}
	return nil
}

// Numbered returns the game of the number that a record in SGF has. Those that an archive
// uses for games of its own mean none of these there.
func Numbered(number int) Game {
	if own(number) != nil {
		return Of(noEntry)
	}
	return Of(number)
}

// Called returns the game that a record in SGF names in words in place of a number: the one of this
// name, the one of a word of it, as "game of go" has it, or the entry of unknown games. It
// reports false for what is no name, such as a damaged number.
func Called(text string) (Game, bool) {
	if g, ok := Named(text); ok {
		return g, own(g.About().Number) == nil || strings.Trim(text, "0123456789 ") != ""
	}
	letters := 0
	for _, r := range text {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	const least = 3 // letters of a name
	if letters < least {
		return nil, false
	}
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if g, ok := Named(word); ok {
			return g, true
		}
	}
	return own(unknownGame), true
}

// golems are the names of games in the events of Little Golem, as in "twixt.ch.23.1.1", where they
// are not those of the registry. Sources: records of that server, and the types of games on its
// pages.
var golems = map[string]string{
	"reversi": "othello", "reversi8": "othello", "reversi10": "othello",
	"twixtpp": "twixt", "twixtpaper": "twixt", "fiveinarow": "gomoku", "tictactoe": "gomoku", "linesofaction": "lines of action", "phutball": "philosopher's football",
}

// golem returns the game of a record of Little Golem, whose records have no GM: the event
// begins with the name of the game; where there is no event, the size may tell. It is nil for
// records that come from elsewhere, and for Go. Hex has a rule of its own.
func golem(value func(ident string) string) Game {
	name, _, dotted := strings.Cut(strings.TrimSpace(value("EV")), ".")
	if strings.EqualFold(name, "twixt") { // which is no event of anything else
		return twixtGame
	}
	if !strings.Contains(strings.ToLower(value("SO")), "littlegolem.") {
		return nil
	}
	name = strings.ToLower(name)
	switch {
	case name == "" || name == "null":
		if twixtSizes[strings.TrimSpace(value("SZ"))] {
			return twixtGame
		}
		return nil
	case strings.TrimRight(name, "0123456789") == "go":
		return nil
	case golems[name] != "":
		return mustNamed(golems[name])
	}
	if g, ok := Named(name); ok && strings.Trim(name, "0123456789") != "" {
		return g
	}
	if dotted {
		return own(unknownGame)
	}
	return nil
}

// mustNamed returns a game that is in the registry.
func mustNamed(name string) Game {
	g, _ := Named(name)
	return g
}
