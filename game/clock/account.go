package clock

import (
	"math"
	"strconv"
	"strings"
)

// Ident is the pseudo identifier under which an archive keeps the [Times] of a game's
// players, as [Account.Text] writes them.
const Ident = "clocks"

// A Spell is a time of the main line, and the node where it is.
type Spell struct {
	Seconds float64
	Node    int
	Known   bool
}

// Times are one player's times on the main line of a record.
//
// The time of a move is the one in the record. Otherwise it is the difference of the times left after two
// consecutive moves of the player, plus the bonus if there is one. Differences do not count
// in overtime, where the time left begins anew. Nor do they count in a record whose clocks go up
// without a reason, or where players get an unknown amount of time for moves.
//
// The time left is the one in the record, 0 in overtime. Otherwise it is the time limit less the
// times of the moves, if all of them are known.
//
// Clocks that begin at 0 and only go up, as benzene's do, show the time used.
type Times struct {
	Thought Spell   // the longest that a move took
	Used    float64 // what all moves took together
	// EachMove says that it is known of each move how long it took. Otherwise Thought and
	// Used are of those where it is, and the truth is as long or longer.
	EachMove bool

	Left Spell // the least that was left, 0 in overtime, below 0 over time
	// EachLeft reports whether the time left is known after each move. Otherwise the true least
	// time may be smaller.
	EachLeft bool
}

// Both are the times of Black and of White.
type Both [2]Times

// An Account gathers the [Times] of a game, node by node of the main line.
type Account struct {
	Control Control
	sides   [2]side
	rose    bool // a clock went up, and nobody knows why
	fell    bool // a clock went down, or did not begin at 0
	told    bool // there is a time other than 0
}

// side has the sums for one player.
type side struct {
	moves, lefts   int // moves, and those after which it is known what was left
	said, measured taken
	up             taken   // if it is a clock that goes up
	left           float64 // at the last node that says so
	known          bool    // there was one, at the player's last move or since
	guessed        bool    // which is the time limit
	overtime       bool
	least          Spell
}

// taken is what moves took.
type taken struct {
	moves   int
	sum     float64
	longest Spell
}

func (t *taken) add(seconds float64, node int) {
	t.moves++
	t.sum += seconds
	if !t.longest.Known || seconds > t.longest.Seconds {
		t.longest = Spell{seconds, node, true}
	}
}

// join adds what other moves took.
func (t *taken) join(o *taken) {
	t.moves += o.moves
	t.sum += o.sum
	if !t.longest.Known || o.longest.Known && o.longest.Seconds > t.longest.Seconds {
		t.longest = o.longest
	}
}

// Add adds the next node of the main line: who moved there, "B", "W" or "" for nobody, and
// what the record says of time.
func (a *Account) Add(node int, by string, c *Clock) {
	for i := range a.sides {
		s := &a.sides[i]
		left, moves, mine := c.BlackLeft, c.BlackMoves, by == "B"
		if i == 1 {
			left, moves, mine = c.WhiteLeft, c.WhiteMoves, by == "W"
		}
		if s.moves == 0 && !s.known && a.Control.Main > 0 && a.Control.Bonus == 0 && !a.Control.Unclear {
			s.left, s.known, s.guessed = a.Control.Main, true, true
		}
		over := moves != nil && *moves > 0
		if mine {
			s.moves++
			a.took(s, node, c.Used, left, over)
		}
		a.tell(c.Used)
		if left != nil {
			a.tell(left)
			if begins := !s.known || s.guessed; over || begins && *left != 0 || !begins && *left < s.left {
				a.fell = true
			}
			s.left, s.known, s.guessed, s.overtime = *left, true, false, over
			if over {
				s.least = least(s.least, min(*left, 0), node)
			} else {
				s.least = least(s.least, *left, node)
			}
		} else if mine {
			s.known = false
		}
		if !mine {
			continue
		}
		switch limit := a.Control.Main; {
		case left != nil:
			s.lefts++
		case limit > 0 && a.Control.Bonus == 0 && !a.Control.Unclear && !a.Control.Periods && s.said.moves == s.moves:
			s.lefts++
			s.least = least(s.least, max(limit-s.said.sum, 0), node)
		}
	}
}

// took notes how long a player's move took.
func (a *Account) took(s *side, node int, used, left *float64, over bool) {
	if used != nil && *used >= 0 {
		s.said.add(*used, node)
		return
	}
	if left == nil || !s.known || s.overtime || over || a.Control.Unclear {
		return
	}
	if !s.guessed && *left >= s.left {
		s.up.add(*left-s.left, node)
	}
	const lag = 1 // seconds that servers give back
	switch seconds := s.left - *left + a.Control.Bonus; {
	case seconds >= 0:
		s.measured.add(seconds, node)
	case seconds >= -lag && a.Control.Bonus > 0:
		s.measured.add(0, node)
	case !s.guessed && !a.Control.Periods:
		a.rose = true
	}
}

func (a *Account) tell(seconds *float64) { a.told = a.told || seconds != nil && *seconds != 0 }

func least(s Spell, seconds float64, node int) Spell {
	if s.Known && s.Seconds <= seconds {
		return s
	}
	return Spell{seconds, node, true}
}

// Times returns the times of both players. It returns false if the record has no times, or only
// zeros, which some programs write for unknown times.
func (a *Account) Times() (b Both, ok bool) {
	if !a.told {
		return b, false
	}
	for i := range a.sides {
		s := &a.sides[i]
		took, t := s.said, Times{Left: s.least, EachLeft: s.lefts == s.moves}
		switch {
		case !a.rose:
			took.join(&s.measured)
		case !a.fell:
			took.join(&s.up)
			t.Left, t.EachLeft = Spell{}, false
		}
		t.Thought, t.Used, t.EachMove = took.longest, took.sum, took.moves == s.moves
		b[i] = t
		ok = ok || t.Thought.Known || t.Left.Known
	}
	return b, ok
}

// Text writes the times of a game, as "B t750@57 u~3120 l12@213 W …": the longest thought
// and its node, the time used and the least time left, in seconds with up to
// two decimals. Unknown values are left out, and a tilde marks values that do not cover all moves.
func (b *Both) Text() string {
	var words []string
	for i, t := range b {
		if !t.Thought.Known && !t.Left.Known {
			continue
		}
		words = append(words, "BW"[i:i+1])
		at := func(letter string, each bool, s Spell) {
			if s.Known {
				words = append(words, letter+mark(each)+number(s.Seconds)+"@"+strconv.Itoa(s.Node))
			}
		}
		at("t", t.EachMove, t.Thought)
		if t.Thought.Known {
			words = append(words, "u"+mark(t.EachMove)+number(t.Used))
		}
		at("l", t.EachLeft, t.Left)
	}
	return strings.Join(words, " ")
}

func mark(each bool) string {
	if each {
		return ""
	}
	return "~"
}

func number(seconds float64) string {
	return strconv.FormatFloat(math.Round(seconds*100)/100, 'f', -1, 64)
}

// ParseTimes reads the output of [Both.Text], and skips everything else.
func ParseTimes(text string) (b Both) {
	var t *Times
	for word := range strings.SplitSeq(text, " ") {
		switch word {
		case "":
			continue
		case "B":
			t = &b[0]
			continue
		case "W":
			t = &b[1]
			continue
		}
		rest, some := strings.CutPrefix(word[1:], "~")
		value, place, _ := strings.Cut(rest, "@")
		seconds, err := strconv.ParseFloat(value, 64)
		if t == nil || err != nil || !(math.Abs(seconds) <= 1e9*MaxSeconds) {
			continue
		}
		node, _ := strconv.Atoi(place)
		switch word[0] {
		case 't':
			t.Thought, t.EachMove = Spell{seconds, node, true}, !some
		case 'u':
			t.Used = seconds
		case 'l':
			t.Left, t.EachLeft = Spell{seconds, node, true}, !some
		}
	}
	return b
}
