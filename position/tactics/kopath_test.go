package tactics

import (
	"testing"

	"kifudb/position"
	"kifudb/position/feature"
)

// evenStones returns cells of stones of Black whose numbers cancel each other out, so that the keys of
// a board with them and one without are equal. Gaussian elimination finds such stones, as the
// numbers are known.
func evenStones(size position.Size) (points []position.Point) {
	numbers := keyNumbers()
	type row struct {
		sum    uint64
		stones map[position.Point]bool
	}
	var rows [64]*row // by the highest bit of the sum
	for i := range size.Area() {
		p := size.At(i)
		r := row{numbers[2*cellOf(p)+int32(position.Black)-1], map[position.Point]bool{p: true}}
		for bit := 63; bit >= 0 && r.sum != 0; bit-- {
			if r.sum>>bit&1 == 0 {
				continue
			}
			if rows[bit] == nil {
				rows[bit] = &r
				break
			}
			r.sum ^= rows[bit].sum
			for q := range rows[bit].stones {
				if r.stones[q] = !r.stones[q]; !r.stones[q] {
					delete(r.stones, q)
				}
			}
		}
		if r.sum == 0 {
			for q := range r.stones {
				points = append(points, q)
			}
			return points
		}
	}
	return nil
}

// Boards with equal keys are different positions.
func TestEqualKeys(t *testing.T) {
	size := position.Square(19)
	points := evenStones(size)
	if len(points) < 2 {
		t.Fatal("no stones whose keys are even")
	}
	var b position.ScriptBuilder
	b.Node()
	for _, p := range points {
		b.Node()
		b.Move(position.Move{Color: position.Black, Point: p})
	}
	for f := range Observe(size, b.Script(), feature.Wanted{Kinds: feature.All}) {
		if Kinds()[f.Kind].Name == koKinds[superko].Name {
			t.Errorf("node %d of %d: the board was empty before, and is not now", f.Node, len(points))
		}
	}
	path := koPath{}
	path.start(newGrid(size), true)
	before, after := newGrid(size), newGrid(size)
	for _, p := range points {
		changes := []position.Change{{Point: p, Color: position.Black}}
		path.push(koNode{}, changes, before)
		before.apply(changes)
		after.apply(changes)
		path.enter(after)
	}
	if last := path.last(); last.key != path.nodes[0].key || last.prev != 1 {
		t.Errorf("the keys are not equal: %x, %x", last.key, path.nodes[0].key)
	}
}
