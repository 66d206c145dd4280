package columns

import "math/bits"

// A delay decides when timetables of a block are worth building, and when to include
// the first further changes in them. It adds up, comparison by comparison, the time that
// they would have saved. When that reaches their cost, they are built. This never takes more
// than twice the best possible time. If they paid in the block before, they are
// built at once.
//
// A question that needs one hit of each game compares few games before it has found
// most, and then no more. A question that counts all hits compares as many as it can. The first kind
// postpones the decisions by changes, because most games have a hit without them. So their
// savings are known late.
type delay struct {
	many     int // comparisons in a block that are worth timetables
	compared int // sets of lanes, in the block at hand
	without  int // of these, before the changes were accounted for
	saved    int // what that would have saved in those, in nanoseconds
	rate     int // the same for 64 comparisons, when that was last measured
	early    bool
	ahead    bool
	blocks   int // since then
}

// manyFound is how many comparisons in a block are worth timetables of the whole board. With
// few games they take 10 instead of 50 ns.
const manyFound = 40

// newDelay returns the delay of a scan that needs timetables of a number of a board's points.
func newDelay(points, area int) delay { return delay{many: manyFound * points / area} }

// In nanoseconds, on the machine of BENCHMARKS.md.
const (
	changesCost = 8_000 // to account for the first further changes
	openCost    = 120   // to decide a game by its changes, which that spares as a rule
)

// manyBlocks is after how many blocks it is measured again what changes save.
const manyBlocks = 64

// block begins a block.
func (d *delay) block() {
	if d.without > 0 {
		d.rate = 64 * d.saved / d.without
	}
	d.early = d.compared >= 2*d.many
	d.ahead = d.rate*d.compared > 64*2*changesCost
	if d.blocks++; d.without > 0 || !d.ahead {
		d.blocks = 0
	} else if d.blocks >= manyBlocks {
		d.ahead = false
	}
	d.compared, d.without, d.saved = 0, 0, 0
}

// over reports whether to make timetables now.
func (d *delay) over() bool { return d.early || d.compared > d.many }

// overChanges reports whether to account for changes now.
func (d *delay) overChanges() bool { return d.ahead || d.saved > changesCost }

// compare takes in that an image was compared at some anchors, with the changes accounted for or
// without.
func (d *delay) compare(anchors int, changed bool) {
	d.compared += anchors
	if !changed {
		d.without += anchors
	}
}

// take takes in that some lanes were left open before changes were accounted for.
func (d *delay) take(open uint64) { d.saved += openCost * bits.OnesCount64(open) }

// decided takes in that a game was decided that had been put off.
func (d *delay) decided(changed bool) {
	if !changed {
		d.saved += openCost
	}
}
