package clock

import (
	"math"
	"strconv"
	"strings"

	"kifudb/sgfread"
)

// A Clock is what the record says of time at a move.
type Clock struct {
	BlackLeft  *float64 `json:"black_left,omitempty" doc:"Seconds that Black has left (BL in SGF). Missing if the record does not say."`
	WhiteLeft  *float64 `json:"white_left,omitempty" doc:"Seconds that White has left (WL in SGF). Missing if the record does not say."`
	BlackMoves *int     `json:"black_moves,omitempty" doc:"Number of moves that Black must make in the time left, in overtime (OB in SGF). Missing if the record does not say."`
	WhiteMoves *int     `json:"white_moves,omitempty" doc:"Number of moves that White must make in the time left, in overtime (OW in SGF). Missing if the record does not say."`

	Used *float64 `json:"used,omitempty" doc:"Seconds that the move took. Missing if the record does not say."`
}

// used is the property in which kifudb writes how long a move of shogi took into SGF.
const used = "ELAPSED"

// Has reports whether a property of SGF says something of time at a node.
func Has(name []byte) bool {
	switch string(name) {
	case "BL", "WL", "OB", "OW", used:
		return true
	}
	return false
}

// Take reads the value of a property that [Has] knows, and ignores values that are no numbers.
func (c *Clock) Take(name string, raw []byte) {
	switch name {
	case "BL", "WL", used:
		seconds, _, ok := sgfread.ParseReal(raw)
		if !ok || !(math.Abs(seconds) <= MaxSeconds) {
			return
		}
		switch name {
		case "BL":
			c.BlackLeft = &seconds
		case "WL":
			c.WhiteLeft = &seconds
		default:
			c.Used = &seconds
		}
	case "OB", "OW":
		moves, ok := sgfread.ParseNumber(raw)
		if !ok {
			return
		}
		if name == "OB" {
			c.BlackMoves = &moves
		} else {
			c.WhiteMoves = &moves
		}
	}
}

// MaxSeconds bounds what is believed: ten years are longer than any game.
const MaxSeconds = 10 * 366 * 86400

// Empty reports whether it says nothing.
func (c *Clock) Empty() bool { return c == nil || *c == Clock{} }

// Join adds what another clock of the same node says and this one leaves open.
func (c *Clock) Join(o *Clock) {
	for _, p := range [...]struct{ to, from **float64 }{{&c.BlackLeft, &o.BlackLeft}, {&c.WhiteLeft, &o.WhiteLeft}, {&c.Used, &o.Used}} {
		if *p.to == nil {
			*p.to = *p.from
		}
	}
	for _, p := range [...]struct{ to, from **int }{{&c.BlackMoves, &o.BlackMoves}, {&c.WhiteMoves, &o.WhiteMoves}} {
		if *p.to == nil {
			*p.to = *p.from
		}
	}
}

// Left returns a clock that says what a player has left, "B" or "W".
func Left(by string, seconds float64) Clock {
	if by == "B" {
		return Clock{BlackLeft: &seconds}
	}
	return Clock{WhiteLeft: &seconds}
}

// Used returns a clock that says how long the move took.
func Used(seconds float64) Clock { return Clock{Used: &seconds} }

// A Reader reads comments in the way of the programs that play a game.
type Reader interface {
	// ReadClock reads what a comment at a move by "B", "W" or "", nobody, says of time. It
	// reports false if that is nothing.
	ReadClock(comment, by string) (c Clock, ok bool)
}

// ParseSeconds reads a time as clocks show it: 1:02:03, 2:03, 123, each with decimals, as
// seconds.
func ParseSeconds(text string) (seconds float64, ok bool) {
	parts := strings.Split(text, ":")
	if len(parts) > 3 {
		return 0, false
	}
	for i, part := range parts {
		last := i == len(parts)-1
		digits := strings.TrimLeft(part, "0123456789")
		if part == "" || part[0] == '.' || digits != "" && (!last || digits[0] != '.') {
			return 0, false
		}
		n, err := strconv.ParseFloat(part, 64)
		if err != nil || i > 0 && n >= 60 {
			return 0, false
		}
		seconds = 60*seconds + n
	}
	return seconds, seconds <= MaxSeconds
}

// Text writes seconds as people read clocks: 0:09, 1:02:03, and 0:09.5 where a clock of
// computers says so.
func Text(seconds float64) string {
	if !(math.Abs(seconds) <= MaxSeconds) {
		return "?"
	}
	sign := ""
	hundredths := int64(math.Round(seconds * 100))
	if hundredths < 0 {
		sign, hundredths = "-", -hundredths
	}
	s, rest := hundredths/100, hundredths%100
	text := ""
	switch {
	case rest == 0:
	case rest%10 == 0:
		text = "." + strconv.Itoa(int(rest/10))
	case rest < 10:
		text = ".0" + strconv.Itoa(int(rest))
	default:
		text = "." + strconv.Itoa(int(rest))
	}
	two := func(n int64) string { return string([]byte{'0' + byte(n/10), '0' + byte(n%10)}) }
	if s >= 3600 {
		return sign + strconv.FormatInt(s/3600, 10) + ":" + two(s/60%60) + ":" + two(s%60) + text
	}
	return sign + strconv.FormatInt(s/60, 10) + ":" + two(s%60) + text
}
