package columns

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"iter"
	"slices"

	"kifudb/position"
)

// Check reads the whole index and reports everything about it that is wrong,
// as far as it can tell without the games. Each error wraps [ErrFormat].
func (x *Index) Check() iter.Seq[error] {
	return func(yield func(error) bool) {
		_ = x.checkLocals(yield) && x.checkWeights(yield) && x.checkFirst(yield) && x.checkStretches(yield) && x.checkChanges(yield) && x.checkKey(yield)
	}
}

func (x *Index) checkKey(yield func(error) bool) bool {
	if x.key != nil {
		for err := range x.key.check(x.games) {
			return yield(err)
		}
	}
	return true
}

// The checks report whether the caller wants to hear more.

func (x *Index) checkLocals(yield func(error) bool) bool {
	for i := range x.games {
		if n := x.nodesOf(i); n > MaxNodes && !yield(fmt.Errorf("%w: game %d has %d nodes", ErrFormat, i, n)) {
			return false
		}
	}
	for i := 1; i < x.games; i++ {
		if x.local(i) <= x.local(i-1) && !yield(fmt.Errorf("%w: game %d after game %d", ErrFormat, x.local(i), x.local(i-1))) {
			return false
		}
	}
	return true
}

func (x *Index) checkWeights(yield func(error) bool) bool {
	want := slices.Clone(x.data)
	weigh(&x.layout, want, earlies(&x.layout, want))
	if !bytes.Equal(want, x.data) {
		return yield(fmt.Errorf("%w: weights do not agree with the bitmaps", ErrFormat))
	}
	return true
}

// checkFirst compares first stones with the bitmaps and with the marks of
// further changes.
func (x *Index) checkFirst(yield func(error) bool) bool {
	s := scan{Index: x}
	for n := range x.blocks {
		s.first = x.firstOf(x.data, n)
		for lane := range BlockGames {
			game := n*BlockGames + lane
			changes := x.changesOf(game)
			marked := 0
			for point := range x.area {
				v := s.at(point, lane)
				if v == never {
					continue
				}
				has := x.everAt(point, game, colorOf(v))
				if game >= x.games || v&timeMask >= x.nodesOf(game) || !has {
					if !yield(fmt.Errorf("%w: game %d, point %d: a first stone %#04x that never was", ErrFormat, game, point, v)) {
						return false
					}
				}
				if v&more != 0 {
					marked++
					i := firstChange(changes, point)
					if 4*i >= len(changes) || change(binary.LittleEndian.Uint32(changes[4*i:])).point() != point {
						if !yield(fmt.Errorf("%w: game %d, point %d: changes are missing", ErrFormat, game, point)) {
							return false
						}
					}
				}
			}
			if got := pointsOf(changes); got != marked {
				if !yield(fmt.Errorf("%w: game %d: changes at %d points, %d are marked", ErrFormat, game, got, marked)) {
					return false
				}
			}
		}
	}
	return true
}

// checkStretches compares the stretches with the bitmaps of their games.
func (x *Index) checkStretches(yield func(error) bool) bool {
	for i, last := 0, 0; i < x.stretches; i++ {
		lane := x.stretchLane(i)
		if lane < last || lane >= x.games {
			return yield(fmt.Errorf("%w: stretch %d is of game %d after %d", ErrFormat, i, lane, last))
		}
		from := x.beginOf(i)
		if first := i == 0 || x.stretchLane(i-1) != lane; first && from != 0 || !first && from <= x.beginOf(i-1) {
			return yield(fmt.Errorf("%w: stretch %d of game %d begins at node %d", ErrFormat, i, lane, from))
		}
		last = lane
		group := x.data[x.groups0+i/BlockGames*stretchSize*x.area:]
		for point := range x.area {
			has := func(kind int) bool { return group[stretchSize*point+8*kind+i%BlockGames/8]>>(i%8)&1 != 0 }
			black, white, taken := has(0), has(1), has(2)
			if black && !x.everAt(point, lane, position.Black) || white && !x.everAt(point, lane, position.White) || taken && !black && !white {
				if !yield(fmt.Errorf("%w: stretch %d of game %d, point %d: a stone that never was", ErrFormat, i, lane, point)) {
					return false
				}
			}
		}
	}
	return true
}

// everAt reports whether a stone ever lies on a point in a lane.
func (x *Index) everAt(point, lane int, c position.Color) bool {
	return x.ever.at(x.data, everThing(point, c), lane/BlockGames)>>(lane%BlockGames)&1 != 0
}

// pointsOf counts the points that changes are about.
func pointsOf(changes []byte) int {
	n, last := 0, -1
	for ; len(changes) >= 4; changes = changes[4:] {
		if p := change(binary.LittleEndian.Uint32(changes)).point(); p != last {
			n, last = n+1, p
		}
	}
	return n
}

func (x *Index) checkChanges(yield func(error) bool) bool {
	le := binary.LittleEndian
	section := x.data[x.changes:]
	last := uint32(0)
	for lane := range BlockGames*x.blocks + 1 {
		start := le.Uint32(x.data[x.starts+4*lane:])
		if start < last || 4*uint64(start) > uint64(len(section)) {
			if !yield(fmt.Errorf("%w: game %d: changes begin at %d after %d", ErrFormat, lane, start, last)) {
				return false
			}
		}
		last = start
	}
	if 4*uint64(last) != uint64(len(section)) {
		if !yield(fmt.Errorf("%w: %d changes, %d are used", ErrFormat, len(section)/4, last)) {
			return false
		}
	}
	for lane := range x.games {
		changes := x.changesOf(lane)
		for i := 0; i+4 <= len(changes); i += 4 {
			c := change(le.Uint32(changes[i:]))
			bad := c.point() >= x.area || c.node() == never || c.color() > position.White ||
				i > 0 && c <= change(le.Uint32(changes[i-4:]))
			if bad && !yield(fmt.Errorf("%w: game %d: change %#08x is out of place", ErrFormat, lane, c)) {
				return false
			}
		}
	}
	return true
}
