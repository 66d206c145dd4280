package tactics

import (
	"bytes"
	"sort"
	"sync"

	"kifudb/position"
)

// A koPath is the line of play from the start to the present node of a replay. It answers
// which earlier node of the line had the same board.
//
// A tree of variations costs no more than its nodes: each node is put on the line once and
// taken off once. Nodes that change nothing and have no move are not on it.
type koPath struct {
	nodes []koNode
	log   []koChange // of all nodes of the line

	// The table finds the latest node with a key by open addressing. Nodes leave it in the
	// reverse order of their arrival, so that a slot that is emptied never parts a chain.
	table []int32 // indexes of nodes, from 1 on; 0 is an empty slot
	keyed bool    // whether anybody asks for repetitions

	// Snapshots are boards of the line, so that any earlier board can be made from one of
	// them with few changes.
	snapshots []uint8
	snapped   []int32 // the nodes after which they were taken
	scratch   []uint8

	mark  []uint8 // of tookGroupOf, by cell; all 0 between calls
	stack []int32
}

// A koNode is a node of the line: a move, or a change of the board by setup.
type koNode struct {
	node       int
	moveNumber int
	color      position.Color // who moved; Empty after setup
	at         int32          // the cell of the stone; -1 if the node has no move on the board
	captured   int32          // stones of the opponent that the move took
	suicide    bool

	log        int32  // length of the path's log before the node
	key        uint64 // of the board after the node, but for a constant that setup changes
	slot, prev int32  // in the table, and what it held before; slot is -1 if the node is not in it
	base       int32  // index of the latest node with setup, where the history begins

	ko koState
}

// A koChange is a cell that a node changed.
type koChange struct {
	cell uint16
	new  uint8
}

// snapshotEvery is how many changes lie between two snapshots at least.
const snapshotEvery = 128

// keyNumbers are the numbers of the keys, by cell and color. The keys stay in memory, so any seed does.
var keyNumbers = sync.OnceValue(func() []uint64 { return position.KeyNumbers(35, 2*(position.MaxSize+2)*stride) })

// start makes the path one that begins with an empty board.
func (t *koPath) start(empty *grid, keyed bool) {
	t.keyed = keyed
	t.nodes, t.log, t.snapshots, t.snapped = t.nodes[:0], t.log[:0], t.snapshots[:0], t.snapped[:0]
	t.nodes = append(t.nodes, koNode{node: -1, at: -1, slot: -1})
	if keyed {
		if t.table == nil {
			t.table = make([]int32, 1<<10)
		}
		clear(t.table)
		t.snapshot(empty)
		t.enter(empty)
	}
}

// last returns the last node of the line.
func (t *koPath) last() *koNode { return &t.nodes[len(t.nodes)-1] }

// above returns the node so many before the last one, or one that is no move.
func (t *koPath) above(n int) *koNode { return &t.nodes[max(len(t.nodes)-1-n, 0)] }

// toggle adds a stone to a key, or takes it away.
func toggle(key *uint64, numbers []uint64, cell int32, color uint8) {
	if color != uint8(position.Empty) {
		*key ^= numbers[2*int(cell)+int(color)-1]
	}
}

// pop takes the last node off.
func (t *koPath) pop() {
	last := len(t.nodes) - 1
	n := &t.nodes[last]
	t.log = t.log[:n.log]
	if n.slot >= 0 {
		t.table[n.slot] = n.prev
	}
	if s := len(t.snapped) - 1; t.keyed && int(t.snapped[s]) == last {
		each := len(t.snapshots) / len(t.snapped)
		t.snapped, t.snapshots = t.snapped[:s], t.snapshots[:s*each]
	}
	t.nodes = t.nodes[:last]
}

// push puts a node with its changes on the line. Before is the board before a plain move, nil
// for other nodes.
func (t *koPath) push(n koNode, changes []position.Change, before *grid) {
	n.log, n.key, n.slot = int32(len(t.log)), t.last().key, -1
	if t.keyed && before != nil {
		since := t.snapped[len(t.snapped)-1]
		if since++; int(since) < len(t.nodes) && len(t.log)-int(t.nodes[since].log) > snapshotEvery {
			t.snapshot(before)
		}
		numbers := keyNumbers()
		for _, c := range changes {
			cell := cellOf(c.Point)
			toggle(&n.key, numbers, cell, before.cells[cell])
			toggle(&n.key, numbers, cell, uint8(c.Color))
		}
	}
	for _, c := range changes {
		t.log = append(t.log, koChange{uint16(cellOf(c.Point)), uint8(c.Color)})
	}
	t.nodes = append(t.nodes, n)
}

// snapshot keeps the board after the last node.
func (t *koPath) snapshot(g *grid) {
	t.snapped = append(t.snapped, int32(len(t.nodes)-1))
	t.snapshots = append(t.snapshots, g.cells...)
}

// enter puts the last node into the table and returns the latest earlier node with the same
// board, or -1. It looks back to the latest setup and no further.
func (t *koPath) enter(after *grid) int {
	if !t.keyed {
		return -1
	}
	if 2*len(t.nodes) > len(t.table) {
		t.grow()
	}
	last := len(t.nodes) - 1
	before := int(t.insert(last)) - 1
	if before < 0 || before < int(t.nodes[last].base) || !t.same(before, after) {
		return -1
	}
	return before
}

// insert puts a node into the table and returns what its slot held before.
func (t *koPath) insert(i int) int32 {
	n := &t.nodes[i]
	mask := uint64(len(t.table) - 1)
	at := n.key & mask
	for t.table[at] != 0 && t.nodes[t.table[at]-1].key != n.key {
		at = (at + 1) & mask
	}
	n.slot, n.prev = int32(at), t.table[at]
	t.table[at] = int32(i) + 1
	return n.prev
}

// grow doubles the table.
func (t *koPath) grow() {
	t.table = make([]int32, 2*len(t.table))
	for i := range t.nodes {
		if t.nodes[i].slot >= 0 {
			t.insert(i)
		}
	}
}

// same reports whether the board after a node was the present one. Keys alone do not tell,
// since equal ones can be made on purpose.
func (t *koPath) same(i int, after *grid) bool {
	s := sort.Search(len(t.snapped), func(k int) bool { return int(t.snapped[k]) > i }) - 1
	each := len(after.cells)
	t.scratch = append(t.scratch[:0], t.snapshots[s*each:(s+1)*each]...)
	end := func(i int) int32 { // of a node's changes
		if i+1 < len(t.nodes) {
			return t.nodes[i+1].log
		}
		return int32(len(t.log))
	}
	for _, c := range t.log[end(int(t.snapped[s])):end(i)] {
		t.scratch[c.cell] = c.new
	}
	return bytes.Equal(t.scratch, after.cells)
}
