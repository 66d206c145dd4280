package naming

import "kifudb/position/shogi"

// endingTable are the ways in which a main line ends on the board, in spite of the record's
// result. The rules of repetition and of declaration are those of the Japan Shogi
// Association: www.shogi.or.jp/faq/rules, and csa.jp for the points of 27.
var endingTable = []struct {
	japanese, romaji string
	also             []string
}{
	{"詰み", "tsumi", []string{"詰", "mate", "checkmate"}},
	{"千日手", "sennichite", []string{"repetition"}},
	{"連続王手の千日手", "renzoku ote no sennichite", []string{"perpetual check"}},
	{"入玉", "nyugyoku", []string{"entering king"}},
	{"入玉宣言 27点法", "nyugyoku sengen 27", []string{"declaration", "27点法", "27 points", "入玉宣言"}},
	{"入玉宣言 24点法", "nyugyoku sengen 24", []string{"24点法", "24 points"}},
	{"詰将棋", "tsume shogi", []string{"詰め将棋", "tsume", "tsumeshogi", "solved problem"}},
	{"不詰", "fuzumi", []string{"no mate"}},
}

func endingTitles() (list []*Title) {
	for _, e := range endingTable {
		list = append(list, &Title{e.japanese, e.romaji, e.also})
	}
	return list
}

// course is what is kept of a main line to say how it ends.
type course struct {
	problem bool // it starts with a king to be mated, and no other
	keys    []uint64
	checks  []bool // by move: it gave check
	last    shogi.Position
}

// startCourse begins the course of a main line.
func startCourse(start *shogi.Position) course {
	return course{
		problem: start.ToPlay() == shogi.Black && start.King(shogi.White).Valid() && !start.King(shogi.Black).Valid(),
		keys:    []uint64{uint64(start.Key())}, checks: []bool{false}, last: *start,
	}
}

// move notes a move that led to a position.
func (c *course) move(after *shogi.Position) {
	c.keys = append(c.keys, uint64(after.Key()))
	c.checks = append(c.checks, after.InCheck(after.ToPlay()))
	c.last = *after
}

// Endings returns how the main line ends: what is on the board, and whose it is.
func (n *Naming) Endings() (found []Name) {
	c := &n.course
	if len(c.keys) < 2 {
		return nil
	}
	add := func(side shogi.Color, japanese string) {
		found = append(found, Name{titleOf(Endings, japanese), side})
	}
	turn := c.last.ToPlay()
	switch {
	case c.problem && mated(&c.last) && c.allChecks(0, shogi.Black, turn):
		add(shogi.Empty, "詰将棋")
	case c.last.Mate():
		add(turn.Opponent(), "詰み")
	case c.problem:
		add(shogi.Empty, "不詰")
	}
	if from, ok := c.repeated(); ok {
		switch {
		case c.allChecks(from, turn, turn):
			add(turn, "連続王手の千日手")
		case c.allChecks(from, turn.Opponent(), turn):
			add(turn.Opponent(), "連続王手の千日手")
		default:
			add(shogi.Empty, "千日手")
		}
	}
	for _, side := range []shogi.Color{shogi.Black, shogi.White} {
		king := c.last.King(side)
		if !king.Valid() || !inCamp(king, side) {
			continue
		}
		add(side, "入玉")
		men, points := count(&c.last, side)
		need := 28
		if side == shogi.White {
			need = 27
		}
		if side != turn || c.last.InCheck(side) || men < 10 {
			continue
		}
		if points >= need {
			add(side, "入玉宣言 27点法")
		}
		if points >= 31 {
			add(side, "入玉宣言 24点法")
		}
	}
	return found
}

// repeated reports whether the last position is there for the fourth time, and after which
// move it was the fourth time from the end.
func (c *course) repeated() (from int, ok bool) {
	last, times := c.keys[len(c.keys)-1], 0
	for i := len(c.keys) - 1; i >= 0; i-- {
		if c.keys[i] == last {
			if times++; times == 4 {
				return i, true
			}
		}
	}
	return 0, false
}

// allChecks reports whether every move of a side after one of the moves gave check, given
// whose turn it is at the end; there must be one.
func (c *course) allChecks(after int, side, turn shogi.Color) bool {
	any := false
	for i := len(c.checks) - 1; i > after; i-- {
		turn = turn.Opponent() // who made move i
		if turn == side {
			if !c.checks[i] {
				return false
			}
			any = true
		}
	}
	return any
}

// inCamp reports whether a square is in the three ranks where a side promotes.
func inCamp(s shogi.Square, side shogi.Color) bool {
	if side == shogi.White {
		s = s.Rotate()
	}
	return s.Rank() <= 3
}

// count counts a side's men in the camp without the king, and its points there and in
// hand: five for rooks and bishops, one for all others.
func count(p *shogi.Position, side shogi.Color) (men, points int) {
	worth := func(k shogi.Kind) int {
		if k = k.Demoted(); k == shogi.Rook || k == shogi.Bishop {
			return 5
		}
		return 1
	}
	for s := range shogi.NoSquare {
		piece := p.At(s)
		if piece.Color() == side && piece.Kind() != shogi.King && inCamp(s, side) {
			men++
			points += worth(piece.Kind())
		}
	}
	for k := shogi.Pawn; k <= shogi.Rook; k++ {
		points += p.Hand(side, k) * worth(k)
	}
	return men, points
}
