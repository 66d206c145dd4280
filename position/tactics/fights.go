package tactics

import (
	"kifudb/position"
	"kifudb/position/feature"
)

// The kinds of fights, in the order of fightKinds.
const (
	kindRace = iota
	kindAlive
	kindDead
	kindTerritory
	kindMoyo
)

// The values of kindRace.
const (
	raceWon = 1 + iota
	raceLost
	raceSeki
	raceUndecided
	raceValues
)

const bouzySource = "B. Bouzy, Mathematical morphology applied to computer Go, 2003; GNU Go's documentation, Moyo history"

var fightKinds = []feature.Kind{
	kindRace: {
		Name: "race", Also: []string{"semeai", "capturing-race", "攻め合い", "攻合", "对杀", "對殺", "수상전"},
		About: "how a race to capture ends after the move, if it did not end so before: two chains that touch, each of 3 stones or more with at most 8 liberties that cannot grow",
		From:  "M. Müller, Race to capture: analyzing semeai in Go, 1999, classes 0 and 1",
		Words: []feature.Word{
			{Name: "won", Also: []string{"wins", "勝ち", "胜"}, About: "the player who moved captures, even though the opponent plays next"},
			{Name: "lost", Also: []string{"loses", "負け", "负"}, About: "the opponent captures with the next move to play, and could not have if the player had moved there"},
			{Name: "seki", Also: []string{"セキ", "関", "双活", "雙活", "빅"}, About: "nobody can capture first, whoever plays next"},
			{Name: "undecided", Also: []string{"open", "unknown"}, About: "liberties alone do not tell how the race ends"},
		},
	},
	kindAlive: {
		Name: "alive", Also: []string{"unconditional-life", "pass-alive", "活き", "净活", "淨活"},
		About: "stones that the move makes unconditionally alive: the opponent cannot capture them even if their owner always passes",
		From:  "D. B. Benson, Life in the game of Go, 1976",
	},
	kindDead: {
		Name: "deadatend", Also: []string{"dead-at-end", "死に石", "死石", "死子"},
		About: "at the end of the main line, stones of the opponent that can never have two eyes among unconditionally alive chains; of the player who has more of them. Other dead stones are not counted, as the rules do not tell them",
		From:  "D. B. Benson, Life in the game of Go, 1976; KataGo's rules, pass-dead stones",
	},
	kindTerritory: {
		Name: "territory", Also: []string{"lead", "地", "地合い", "实地", "實地", "집"},
		About: "by how many points a player leads after the move by Bouzy's 5/21, an estimate, not a count: it takes all stones for alive and knows no komi",
		From:  bouzySource, Everywhere: true,
	},
	kindMoyo: {
		Name: "moyo", Also: []string{"framework", "模様", "大模様", "模样", "模樣", "모양"},
		About: "by how many points a player's framework is larger after the move by Bouzy's 5/10, an estimate, not a count: it takes all stones for alive and knows no komi",
		From:  bouzySource, Everywhere: true,
	},
}

// fights finds races, life and territory. It keeps what it found on the board after a move for the
// next move.
type fights struct {
	now, before *judgement
	bouzy       bouzy
}

func newFights() *fights { return &fights{now: new(judgement), before: new(judgement)} }

// A judgement is a board with what was found on it.
type judgement struct {
	board bitboard
	races races

	foundRaces bool
	list       []race
	foundLife  [3]bool // by color
}

// on sets the board, and forgets what was found if it is another one.
func (j *judgement) on(b *bitboard) {
	if j.board != *b {
		j.board = *b
		j.foundRaces, j.foundLife = false, [3]bool{}
	}
}

// findRaces returns the races.
func (j *judgement) findRaces() []race {
	if !j.foundRaces {
		j.list, j.foundRaces = j.races.find(&j.board), true
		if len(j.list) > 0 { // or the life may not be known
			j.foundLife = [3]bool{true, true, true}
		}
	}
	return j.list
}

// findLife returns the life of a player's chains.
func (j *judgement) findLife(c position.Color) *life {
	if !j.foundLife[c] {
		j.races.life[c].find(&j.board, c)
		j.foundLife[c] = true
	}
	return &j.races.life[c]
}

// move sets the boards before and after a move.
func (f *fights) move(before, after *bitboard) {
	if f.now.board == *before {
		f.now, f.before = f.before, f.now
	} else {
		f.before.on(before)
	}
	f.now.on(after)
}

// racesOf finds for each value of kindRace the largest race of the move of a player's that has it,
// nil for none.
func (f *fights) racesOf(by position.Color) (found [raceValues]*race) {
	list := f.now.findRaces()
	if len(list) == 0 {
		return found
	}
	earlier := f.before.findRaces()
	opponent := by.Opponent()
	for i := range list {
		r := &list[i]
		value := 0
		switch after := r.first[opponent]; {
		case after == winOf(by):
			value = raceWon
		case after == winOf(opponent):
			value = raceLost
		case after == seki && r.first[by] == seki:
			value = raceSeki
		case after == undecided && !r.open:
			value = raceUndecided
		}
		for k := range earlier {
			if e := &earlier[k]; e.isPart(r) && e.already(value, by) {
				value = 0
			}
		}
		if old := found[value]; value > 0 && (old == nil || r.size() > old.size()) {
			found[value] = r
		}
	}
	return found
}

// isPart reports whether the chains of a race have become those of another one.
func (e *race) isPart(r *race) bool {
	return e.stones[position.Black].meets(&r.stones[position.Black].set) &&
		e.stones[position.White].meets(&r.stones[position.White].set)
}

// already reports whether a race had a value before a player moved.
func (e *race) already(value int, by position.Color) bool {
	opponent := by.Opponent()
	switch value {
	case raceWon:
		return e.first[opponent] == winOf(by)
	case raceLost:
		return e.first[by] == winOf(opponent)
	case raceSeki:
		return e.first[by] == seki && e.first[opponent] == seki
	}
	return !e.open
}

// size returns the number of stones of the race.
func (e *race) size() int { return e.stones[position.Black].count() + e.stones[position.White].count() }

// newLife returns the stones of a player's that are alive after his move and were not before.
func (f *fights) newLife(by position.Color) area {
	alive := f.now.board.whole(&f.now.findLife(by).alive)
	if alive.empty() {
		return alive
	}
	return alive.without(&f.before.findLife(by).alive)
}

// deadOn returns the player who has more of the opponent's stones that are dead on a board, and
// these stones. Of two with as many it is Black.
func (f *fights) deadOn(b *bitboard) (by position.Color, stones area) {
	f.now.on(b)
	for c := position.Black; c <= position.White; c++ {
		set := f.now.findLife(c).dead(b, c)
		dead := b.whole(&set)
		if c == position.Black || dead.count() > stones.count() {
			by, stones = c, dead
		}
	}
	return by, stones
}

// leadOn returns the player who leads on a board by Bouzy's method with 5 dilations, and by how
// many points.
func (f *fights) leadOn(b *bitboard, erosions int) (by position.Color, points int) {
	f.bouzy.run(b, 5, erosions)
	if lead := f.bouzy.lead(); lead < 0 {
		return position.White, -lead
	} else {
		return position.Black, lead
	}
}
