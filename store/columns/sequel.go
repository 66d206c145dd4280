package columns

import (
	"encoding/binary"
	"sort"

	"kifudb/position"
)

// Sequel describes how a plain game continued after a pattern. In a plain game the root has no
// move, and every other node of the main line has one, whose stone then lies on
// the board. Nearly all games are plain. Their nodes have the numbers of their
// moves.
type Sequel struct {
	// Stood is the number of moves that the pattern stood: to the one that broke
	// it, or to the end of the main line.
	Stood int
	// Next is the first stone put into the region of the image after the hit, and
	// NextNode its node, or 0 if there is none. Sequences do not count.
	Next     position.Change
	NextNode int
	// Again says that the pattern may come up again: it was broken, and more
	// happened on its points than one stone each.
	Again bool
}

// Sequel returns how the main line continued after a candidate, without a replay.
// The image is the candidate's. The second result is false if the candidate
// is undecided or its game is not plain; then the caller must replay the game.
func (x *Index) Sequel(c Candidate, m *position.Image) (Sequel, bool) {
	lane, ok := x.plainLane(c, m)
	if !ok {
		return Sequel{}, false
	}
	column := x.firstOf(x.data, lane/BlockGames)[slot(lane%BlockGames):]
	changes := x.changesOf(lane)
	q := Sequel{NextNode: never}
	last := int(x.nodesOf(lane)) - 1
	end := last
	for y := range m.Rows {
		point := x.size.Index(c.Anchor) + y*x.size.Cols - 1
		for _, admits := range m.Cells[y*m.Cols:][:m.Cols] {
			point++
			v := binary.LittleEndian.Uint16(column[firstSize*point:])
			t := int(v & timeMask)
			later := uint(t-c.Node-1) < uint(never-c.Node-1) // node < t < never
			if !later && v&more == 0 || admits == position.Outside {
				continue
			}
			if later {
				if t < q.NextNode {
					q.NextNode, q.Next = t, position.Change{Point: x.size.At(point), Color: colorOf(v)}
				}
				if !admits.Admits(colorOf(v)) {
					end = min(end, t)
				}
			}
			if v&more != 0 {
				q.Again = true
				end = min(end, q.follow(changes, point, admits, c.Node, x.size))
			}
		}
	}
	q.Stood = end - c.Node
	q.Again = q.Again && end < last
	if q.NextNode == never {
		q.NextNode = 0
	}
	return q, true
}

// plainLane returns the lane of a candidate's game. It reports false if the candidate
// is undecided or none of the image, or its game is not plain.
func (x *Index) plainLane(c Candidate, m *position.Image) (int, bool) {
	lane, ok := x.lane(c.Local)
	if !ok || !c.Decided || !x.isPlain(lane) || c.Node < 0 || c.Node >= never {
		return 0, false
	}
	return lane, m.Cols >= 1 && m.Rows >= 1 && len(m.Cells) == m.Cols*m.Rows &&
		c.Anchor.X()+m.Cols <= x.size.Cols && c.Anchor.Y()+m.Rows <= x.size.Rows
}

// follow takes in the further changes of a point after a node and returns the
// node where it first holds something that is not admitted, or never.
func (q *Sequel) follow(changes []byte, point int, admits position.Cell, node int, size position.Size) int {
	broken := never
	for i := firstChange(changes, point); 4*i+4 <= len(changes); i++ {
		c := changeAt(changes, i)
		if c.point() != point {
			break
		}
		if c.node() <= node {
			continue
		}
		if c.color() != position.Empty && c.node() < q.NextNode {
			q.NextNode, q.Next = c.node(), position.Change{Point: size.At(point), Color: c.color()}
		}
		if !admits.Admits(c.color()) {
			broken = min(broken, c.node())
		}
	}
	return broken
}

// lane returns the lane of a game.
func (x *Index) lane(local uint16) (int, bool) {
	x.lanesUsed()
	lane := x.laneFrom(uint32(local))
	return lane, lane < x.games && x.local(lane) == local
}

// laneFrom returns the lane of the first game from a number on.
func (x *Index) laneFrom(local uint32) int {
	lane := int(min(local, MaxGames)) // so it is if all games of the segment have one board size
	if lane >= x.games || uint32(x.local(lane)) != local {
		lane = sort.Search(x.games, func(i int) bool { return uint32(x.local(i)) >= local })
	}
	return lane
}

// PlainNodes returns how many nodes the main line of a plain game has: their numbers are those of their
// moves. It returns 0 for any other game, and for those that the index does not have. A nil index has none.
func (x *Index) PlainNodes(local int) int {
	if x == nil || local < 0 || local >= MaxGames {
		return 0
	}
	lane, ok := x.lane(uint16(local))
	if !ok || !x.isPlain(lane) {
		return 0
	}
	return int(x.nodesOf(lane))
}

// isPlain reports whether the game of a lane is plain.
func (x *Index) isPlain(lane int) bool {
	return x.data[x.plain+lane/8]>>(lane%8)&1 != 0
}
