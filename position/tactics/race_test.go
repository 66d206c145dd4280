package tactics

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"kifudb/position"
)

// A duel is an exhaustive search for the capture of a chain.
type duel struct {
	attacker position.Color
	target   int // a stone of the other player
	known    map[duelState]bool
}

type duelState struct {
	stones   [3]uint32
	ko, left int8 // the point of a ko, -1 for none; moves that the attacker still may play
	attacks  bool // he plays next
}

// wins reports whether the attacker captures the target with a number of moves, whatever the other
// player does.
func (d *duel) wins(t tiny, ko int, left int, attacks bool) bool {
	owner := d.attacker.Opponent()
	if t.stones[owner]>>d.target&1 == 0 {
		return true
	}
	_, near := t.chain(d.target, owner)
	if left == 0 || attacks && bits.OnesCount32(near) > left {
		return false
	}
	key := duelState{t.stones, int8(ko), int8(left), attacks}
	if known, ok := d.known[key]; ok {
		return known
	}
	mover, after := d.attacker, left-1
	if !attacks {
		mover, after = owner, left
	}
	wins := !attacks
	for _, moves := range [2]uint32{near, t.empty() &^ near} { // the search ends soonest at the liberties
		for ; moves != 0 && wins != attacks; moves &= moves - 1 {
			i := bits.TrailingZeros32(moves)
			next := t
			if i == ko {
				continue
			}
			if nextKo, ok := next.play(i, mover); ok {
				wins = d.wins(next, nextKo, after, !attacks)
			}
		}
	}
	if wins != attacks {
		wins = d.wins(t, -1, after, !attacks) // a pass
	}
	d.known[key] = wins
	return wins
}

// canCapture reports whether the opponent of a color captures a stone with at most some moves.
func canCapture(t tiny, target int, c position.Color, moves int, attacks bool) bool {
	d := duel{c.Opponent(), target, map[duelState]bool{}}
	return d.wins(t, -1, moves, attacks)
}

// canEverCapture reports the same with any number of moves, before the opponent's own chain in the
// race is captured. A cycle is no capture.
func canEverCapture(t tiny, target, own int, c position.Color, attacks bool) bool {
	start := duelState{t.stones, -1, 0, attacks}
	states := []duelState{start}
	number := map[duelState]int{start: 0}
	var next [][]int
	won := []bool{}
	for k := 0; k < len(states); k++ {
		s := states[k]
		now := t
		now.stones = s.stones
		won = append(won, s.stones[c]>>target&1 == 0)
		next = append(next, nil)
		if won[k] || s.stones[c.Opponent()]>>own&1 == 0 {
			continue
		}
		to := func(s duelState) {
			n, ok := number[s]
			if !ok {
				n = len(states)
				number[s] = n
				states = append(states, s)
			}
			next[k] = append(next[k], n)
		}
		mover := c
		if s.attacks {
			mover = c.Opponent()
		}
		to(duelState{s.stones, -1, 0, !s.attacks})
		for moves := now.empty(); moves != 0; moves &= moves - 1 {
			i := bits.TrailingZeros32(moves)
			after := now
			if i == int(s.ko) {
				continue
			}
			if ko, ok := after.play(i, mover); ok {
				to(duelState{after.stones, int8(ko), 0, !s.attacks})
			}
		}
	}
	for again := true; again; {
		again = false
		for k := len(states) - 1; k >= 0; k-- {
			if won[k] {
				continue
			}
			all, some := len(next[k]) > 0, false
			for _, n := range next[k] {
				all, some = all && won[n], some || won[n]
			}
			if states[k].attacks && some || !states[k].attacks && all {
				won[k], again = true, true
			}
		}
	}
	return won[0]
}

// races returns the races of the board. The stones that stay are alive.
func (t tiny) races(r *races) []race {
	var b bitboard
	b.read(t.board())
	var candidates [3]rows
	for c := position.Black; c <= position.White; c++ {
		candidates[c], _ = b.confined(c)
		r.life[c].alive = rows{}
		for i := range t.w * t.h {
			if t.stays&t.stones[c]>>i&1 != 0 {
				a := b.connected(b.size.At(i), &b.of[c])
				a.putInto(&r.life[c].alive)
			}
		}
	}
	r.gather(&b, &candidates)
	return r.decide(&b)
}

// randomRace returns a board with a chain of each player beside the other, and stones around them
// of which most stay.
func randomRace(r *rand.Rand) tiny {
	size := [][2]int{{5, 4}, {6, 4}, {5, 5}, {6, 5}, {7, 4}, {6, 3}, {7, 3}, {8, 3}}[r.IntN(8)]
	t := tiny{w: size[0], h: size[1]}
	empty, noise, stays := 1+r.IntN(4), r.IntN(3), 5+r.IntN(6)
	split := 2 + r.IntN(t.w-3)
	for i := range t.w * t.h {
		x, y := i%t.w, i/t.w
		edge := x == 0 || x == t.w-1 || y == 0 && r.IntN(4) > 0 || y == t.h-1 && r.IntN(4) > 0
		c := position.Black
		if (x < split) == edge != (r.IntN(16) < noise) {
			c = position.White
		}
		if r.IntN(16) < empty && !(edge && r.IntN(2) > 0) {
			continue
		}
		t.stones[c] |= 1 << i
		if edge && r.IntN(10) < stays {
			t.stays |= 1 << i
		}
	}
	return t
}

// TestRacesExhaustively compares every decided race of random boards with an exhaustive search.
func TestRacesExhaustively(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 35))
	n := 300_000 // of 5,000,000, 223,656 wins and 956 sekis agree
	if testing.Short() {
		n = 40_000
	}
	var wins, sekis, boards, half, open int
	var finder races
	for range n {
		tb := randomRace(r)
		if !tb.legal() {
			continue
		}
		boards++
		for _, race := range tb.races(&finder) {
			for first := position.Black; first <= position.White; first++ {
				outcome := race.first[first]
				switch outcome {
				case undecided:
					open++
				case blackWins, whiteWins:
					wins++
					winner := position.Color(outcome)
					target, _ := race.stones[winner.Opponent()].first()
					i := target.Y()*tb.w + target.X()
					_, liberties := tb.chain(i, winner.Opponent())
					if !canCapture(tb, i, winner.Opponent(), bits.OnesCount32(liberties), first == winner) {
						t.Fatalf("%s\n%v first: %v wins, but cannot capture %v", tb.draw(), first, winner, target)
					}
				case seki:
					sekis++
					if race.first[first.Opponent()] != seki {
						half++
					}
					for c := position.Black; c <= position.White; c++ {
						target, _ := race.stones[c].first()
						own, _ := race.stones[c.Opponent()].first()
						if canEverCapture(tb, target.Y()*tb.w+target.X(), own.Y()*tb.w+own.X(), c, first != c) {
							t.Fatalf("%s\n%v first: seki, but %v can be captured", tb.draw(), first, target)
						}
					}
				}
			}
		}
	}
	t.Logf("%d boards: %d wins, %d sekis, %d of them only if one side plays first; %d undecided", boards, wins, sekis, half, open)
	if wins < n/40 || sekis < n/8000 || half < n/40_000 {
		t.Error("too few races")
	}
}
