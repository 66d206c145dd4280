package clock

import (
	"strconv"
	"strings"

	"kifudb/internal/lazy"
	"kifudb/sgfread/gameinfo"
)

// A Control is the time that the players had, as far as it is needed to compute the time of a
// move from the time left.
type Control struct {
	Main  float64 // seconds at the beginning; 0 if that is not known
	Bonus float64 // seconds that a player gets for each move
	// Unclear says that players get time for moves, and nobody knows how much.
	Unclear bool
	// Periods reports whether players get time after a number of moves.
	Periods bool
}

var (
	// PGN's TimeControl: 300, 300+5, 40/7200:3600, 40/5400+30:1800+30.
	chessControl = lazy.Regexp(`^(?:\d{1,3}/)?(\d{1,8})(?:\+(\d{1,6}))?$`)
	// "30 fischer" of servers of Go, "10 increment" of shogi.
	bonusControl = lazy.Regexp(`(?i)^(\d{1,6})(?:\.0*)? *(?:s|sec|seconds)? *(?:fischer|increment)$`)
)

// bonusWords are those of overtimes in which players get time for moves.
var bonusWords = []string{"fischer", "increment", "bonus", "bronstein", "delay", "+", "*", "加", "フィッシャー", "피셔"}

// ParseControl reads a time limit and an overtime as records have them: SGF's TM and OT, of
// which PGN's TimeControl is one.
func ParseControl(limit, overtime string) Control {
	var c Control
	limit, overtime = strings.TrimSpace(limit), strings.TrimSpace(overtime)
	if limit == "" {
		for i, part := range strings.Split(overtime, ":") {
			m := chessControl().FindStringSubmatch(part)
			if m == nil {
				c = Control{}
				break
			}
			main, _ := strconv.Atoi(m[1])
			bonus, _ := strconv.Atoi(m[2])
			if i == 0 {
				c.Main, c.Bonus = float64(main), float64(bonus)
			} else {
				c.Periods = true
				c.Unclear = c.Unclear || c.Bonus != float64(bonus)
			}
		}
		if c != (Control{}) {
			return c
		}
	}
	if seconds, certainty := gameinfo.ParseTimeLimit(limit); certainty >= gameinfo.Clear {
		c.Main = float64(seconds)
	}
	if strings.Contains(limit, "+") {
		c.Unclear = true
	}
	if m := bonusControl().FindStringSubmatch(overtime); m != nil {
		bonus, _ := strconv.Atoi(m[1])
		c.Bonus = float64(bonus)
		return c
	}
	lower := strings.ToLower(overtime)
	for _, word := range bonusWords {
		c.Unclear = c.Unclear || strings.Contains(lower, word)
	}
	return c
}
