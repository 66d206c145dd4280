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
		About: "how a race to capture ends after the move, if it did not end so before: two chains that touch or share a liberty, each of 3 stones or more with at most 8 liberties that cannot grow",
		From:  "M. Müller, Race to capture: analyzing semeai in Go, 1999, classes 0 and 1",
		Words: []feature.Word{
			{Name: "won", Also: []string{"wins", "勝ち", "胜"}, About: "the player who moved captures, even though the opponent plays next"},
			{Name: "lost", Also: []string{"loses", "負け", "负"}, About: "the opponent, who plays next, captures. He could not before the move, or the player could have captured instead"},
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

// seeFights finds races, life and territory.
func seeFights(r *report) {
	f := r.observer.fights
	f.start(r.move)
	if r.wants(kindRace) {
		for value, race := range f.racesOf(r.color) {
			if race != nil {
				r.list = race.stones[r.color.Opponent()].appendCells(race.stones[r.color].appendCells(r.list[:0]))
				r.add(kindRace, value, r.list)
			}
		}
	}
	if r.wants(kindAlive) {
		if stones := f.newLife(r.color); !stones.empty() {
			r.list = stones.appendCells(r.list[:0])
			r.add(kindAlive, len(r.list), r.list)
		}
	}
	f.seeLead(r, kindTerritory, 21)
	f.seeLead(r, kindMoyo, 10)
}

// seeLead finds who leads by Bouzy's method.
func (f *fights) seeLead(r *report, kind, erosions int) {
	if !r.wants(kind) {
		return
	}
	f.bouzy.run(&f.now.board, 5, erosions)
	switch lead := f.bouzy.lead(); {
	case lead > 0:
		r.observer.add(r.first+kind, position.Black, r.node, lead)
	case lead < 0:
		r.observer.add(r.first+kind, position.White, r.node, -lead)
	}
}

// seeEnd looks at the board at the end of the main line.
func (o *observer) seeEnd() {
	f := o.fights
	if !o.want.Kinds.Has(f.first + kindDead) {
		return
	}
	b := f.now.board
	b.readGrid(o.move.after)
	if by, stones := f.deadOn(&b); !stones.empty() {
		o.work.list = stones.appendCells(o.work.list[:0])
		o.add(f.first+kindDead, by, f.last, len(o.work.list), o.work.list)
	}
}

// fights finds races, life and territory. It keeps what it found on the board after a move for the
// next move.
type fights struct {
	first int // the family's first kind
	last  int // the last node of the main line

	now, before *judgement
	bouzy       bouzy
}

func newFights(size position.Size, s position.Script, first int) *fights {
	f := &fights{first: first, last: -1, now: new(judgement), before: new(judgement)}
	for w := range s.MainLine() {
		if position.Word(w).StartsNode() {
			f.last++
		}
	}
	f.now.board.reset(size)
	f.before.board.reset(size)
	return f
}

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
		if j.races.lives {
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

// start begins with a move.
func (f *fights) start(m *move) {
	b := f.now.board
	b.readGrid(m.before)
	if f.now.board == b {
		f.now, f.before = f.before, f.now
	} else {
		f.before.on(&b)
	}
	b.readGrid(m.after)
	f.now.on(&b)
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
		return e.first[by] != winOf(by) && e.first[opponent] == winOf(opponent)
	case raceSeki:
		return e.first[by] == seki && e.first[opponent] == seki
	}
	return !e.open && e.first[opponent] == undecided
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
