package game

import (
	"strconv"
	"strings"

	"kifudb/game/clock"
	"kifudb/internal/lazy"
)

// A Timer is a game of which programs write into comments how long a move took, or what is
// left, in ways of their own.
type Timer interface {
	Game
	clock.Reader
}

// Chess programs write times in these forms. Servers write the time left after the move,
// including the bonus for it, [%clk 0:09:58.4], or the time that it took, [%emt 0:00:12]. Cutechess and
// others write the time that it took after their evaluation, +0.25/12 0.51s.
var (
	chessLeft = lazy.Regexp(`\[%clk ([\d:.]{1,20})\]`)
	chessTook = lazy.Regexp(`\[%emt ([\d:.]{1,20})\]`)
	chessUsed = lazy.Regexp(`^[+-]?M?\d{1,6}(?:\.\d{1,6})?/\d{1,3} (\d{1,7}(?:\.\d{1,6})?)s(?:[,\s]|$)`)
)

// ReadClock reads what programs of chess write of time.
func (*chessEntry) ReadClock(comment, by string) (c clock.Clock, ok bool) {
	if by == "" {
		return c, false
	}
	if strings.Contains(comment, "[%clk ") {
		if m := chessLeft().FindStringSubmatch(comment); m != nil {
			if seconds, is := clock.ParseSeconds(m[1]); is {
				c, ok = clock.Left(by, seconds), true
			}
		}
	}
	took := ""
	if strings.Contains(comment, "[%emt ") {
		if m := chessTook().FindStringSubmatch(comment); m != nil {
			took = m[1]
		}
	} else if strings.Contains(comment, "/") {
		if m := chessUsed().FindStringSubmatch(comment); m != nil {
			took = m[1]
		}
	}
	if seconds, is := clock.ParseSeconds(took); is {
		c.Used, ok = &seconds, true
	}
	return c, ok
}

// How long a move took in GGF, as its reader makes a comment of it (see format/othello).
var othelloTook = lazy.Regexp(`^(?:evaluation [^,\s]{1,20}, )?time (\d{1,7}(?:\.\d{1,9})?)$`)

// ReadClock reads what programs of Othello write of time.
func (*othelloEntry) ReadClock(comment, by string) (c clock.Clock, ok bool) {
	m := othelloTook().FindStringSubmatch(comment)
	if m == nil || by == "" {
		return c, false
	}
	seconds, err := strconv.ParseFloat(m[1], 64)
	return clock.Used(seconds), err == nil
}
