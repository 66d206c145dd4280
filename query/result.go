package query

import (
	"fmt"
	"math"
	"strings"

	"kifudb/game"
	"kifudb/sgfread/gameinfo"
	"kifudb/store"
)

// result is the meaning of the result field: SGF's forms are compared by what
// they say, other texts as text.
type result struct{}

func (result) check(v Value) error { return text{}.check(v) }

func (result) literal() bool { return true }
func (result) ordered() bool { return false }

// An Outcome is a result as a query asks for it.
type Outcome struct {
	Winner store.Winner
	How    store.How // HowUnknown for any
	Margin Interval  // in hundredths of points
}

// Outcome reads a value in SGF's forms of results, B+R, W+3.5, B+, 0, draw, void
// and ?, or in those of PGN: 1-0, 0-1, 1/2-1/2. It reports false for other texts.
func (v Value) Outcome() (Outcome, bool) {
	if v.Kind != Word && v.Kind != Phrase {
		return Outcome{}, false
	}
	s := v.Text
	o := Outcome{Margin: Interval{math.MinInt64, math.MaxInt64}}
	switch strings.ToLower(s) {
	case "1-0":
		o.Winner = store.WinnerWhite
		return o, true
	case "0-1":
		o.Winner = store.WinnerBlack
		return o, true
	case "0", "draw", "jigo", "1/2-1/2", "½-½", "1/2":
		o.Winner = store.WinnerNone
		return o, true
	case "void":
		o.Winner = store.WinnerVoid
		return o, true
	case "?":
		o.Winner = store.WinnerUnknown
		return o, true
	}
	if len(s) < 2 || s[1] != '+' {
		return Outcome{}, false
	}
	switch s[0] {
	case 'B', 'b':
		o.Winner = store.WinnerBlack
	case 'W', 'w':
		o.Winner = store.WinnerWhite
	default:
		return Outcome{}, false
	}
	switch rest := strings.ToLower(s[2:]); rest {
	case "":
	case "r", "resign":
		o.How = store.ByResign
	case "t", "time":
		o.How = store.ByTime
	case "f", "forfeit":
		o.How = store.ByForfeit
	default:
		margin, err := Value{Text: rest}.Numbers(true)
		if err != nil || margin == (Interval{}) {
			return Outcome{}, false
		}
		o.How, o.Margin = store.ByPoints, margin
	}
	return o, true
}

// NoMargin reports whether a value is a result as B+0, which names a winner and a margin that
// no winner has. Records have such results, which say no more than B+ does; a query finds
// those that are written so.
func (v Value) NoMargin() (written string, ok bool) {
	side, points, _ := strings.Cut(strings.ToUpper(v.Text), "+")
	zero, err := Value{Text: points}.Numbers(true)
	return side + "+" + points, v.SpelledOut() && (side == "B" || side == "W") && points != "" && err == nil && zero == Interval{}
}

// winner is the meaning of the winner field.
type winner struct{}

var winnerNames = []string{"black", "white", "draw", "void", "unknown"}

// check accepts the outcomes. A player's name is a mistake that the message helps
// out of, as who won what is what people ask.
func (winner) check(v Value) error {
	err := checkChoice(v, winners, winnerNames)
	if err != nil && (v.Kind == Word || v.Kind == Phrase) {
		name := v
		return fmt.Errorf("%w; games that %[2]s won: (black:%[2]s winner:black) or (white:%[2]s winner:white)", err, name)
	}
	return err
}
func (winner) literal() bool { return false }
func (winner) ordered() bool { return false }

// how is the meaning of the field that says by what a game was won.
type how struct{}

var howNames = []string{"points", "resign", "time", "forfeit"}

func (how) check(v Value) error {
	err := checkChoice(v, hows, howNames)
	if err != nil && v.SpelledOut() {
		if _, ok := HowOf(v.Text); ok || v.endsOnBoard() {
			return nil
		}
		err = fmt.Errorf("%w, nor a way to end on the board such as mate or repetition", err)
	}
	return err
}

// endsOnBoard reports whether a value is one of the names that games have for how they end
// on the board, such as mate.
func (v Value) endsOnBoard() bool {
	for t := range game.Titled(game.EndingName) {
		for _, spelling := range append([]string{t.Text}, t.Also...) {
			if strings.EqualFold(spelling, v.Text) {
				return true
			}
		}
	}
	return false
}
func (how) literal() bool { return false }
func (how) ordered() bool { return false }

// checkChoice accepts what is in the table and offers the names otherwise.
func checkChoice[T any](v Value, table map[string]T, names []string) error {
	if _, ok := table[strings.ToLower(v.Text)]; ok && (v.Kind == Word || v.Kind == Phrase) {
		return nil
	}
	return fmt.Errorf("%s is not one of %s", v, strings.Join(names, ", "))
}

// winners and hows are what the names mean in the facts, with other spellings.
var winners = map[string]store.Winner{
	"black": store.WinnerBlack, "b": store.WinnerBlack, "黒": store.WinnerBlack, "黑": store.WinnerBlack, "先手": store.WinnerBlack, "sente": store.WinnerBlack,
	"white": store.WinnerWhite, "w": store.WinnerWhite, "白": store.WinnerWhite, "後手": store.WinnerWhite, "后手": store.WinnerWhite, "gote": store.WinnerWhite,
	"draw": store.WinnerNone, "jigo": store.WinnerNone, "持碁": store.WinnerNone, "和棋": store.WinnerNone, "引分": store.WinnerNone, "引き分け": store.WinnerNone,
	"void": store.WinnerVoid, "unknown": store.WinnerUnknown, "不明": store.WinnerUnknown,
}

var hows = map[string]store.How{
	"points": store.ByPoints, "score": store.ByPoints,
	"resign": store.ByResign, "resignation": store.ByResign, "r": store.ByResign,
	"time": store.ByTime, "t": store.ByTime,
	"forfeit": store.ByForfeit, "f": store.ByForfeit,
}

// WinnerOf returns who won by a word of the winner field.
func WinnerOf(word string) (store.Winner, bool) {
	w, ok := winners[strings.ToLower(word)]
	return w, ok
}

// HowOf returns by what a game was won by a word of that field, or by one that records have
// in their languages.
func HowOf(word string) (store.How, bool) {
	if h, ok := hows[strings.ToLower(word)]; ok {
		return h, true
	}
	switch gameinfo.ParseEnding(word) {
	case gameinfo.ByResign:
		return store.ByResign, true
	case gameinfo.ByTime:
		return store.ByTime, true
	case gameinfo.ByForfeit, gameinfo.ByIllegal:
		return store.ByForfeit, true
	}
	return store.HowUnknown, false
}

// Said returns the outcome that a value says in words, as records do: "黒中押勝", "White wins by
// resignation". It reports false for all else.
func (v Value) Said() (Outcome, bool) {
	r := gameinfo.ParseResult(v.Text)
	o := Outcome{Margin: Interval{math.MinInt64, math.MaxInt64}}
	switch {
	case !v.SpelledOut() || r.Certainty == gameinfo.Unread:
		return o, false
	case r.Winner == gameinfo.BlackWins:
		o.Winner = store.WinnerBlack
	case r.Winner == gameinfo.WhiteWins:
		o.Winner = store.WinnerWhite
	case r.Winner == gameinfo.Draw:
		o.Winner = store.WinnerNone
	case r.Winner == gameinfo.Void:
		o.Winner = store.WinnerVoid
	default:
		return o, false
	}
	switch r.Ending {
	case gameinfo.ByPoints:
		o.How, o.Margin = store.ByPoints, Interval{int64(r.Margin), int64(r.Margin)}
	case gameinfo.ByResign:
		o.How = store.ByResign
	case gameinfo.ByTime:
		o.How = store.ByTime
	case gameinfo.ByForfeit, gameinfo.ByIllegal:
		o.How = store.ByForfeit
	}
	return o, true
}

// WinnerName returns the word by which who won is asked for.
func WinnerName(w store.Winner) string {
	for _, name := range winnerNames {
		if winners[name] == w {
			return name
		}
	}
	return ""
}

// HowName returns the word by which is asked for by what a game was won, "" for
// what is not known.
func HowName(h store.How) string {
	for _, name := range howNames {
		if hows[name] == h {
			return name
		}
	}
	return ""
}
