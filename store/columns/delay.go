package columns

import "math/bits"

// A delay says when in a block timetables are worth their making. What they would have
// saved is added up, comparison by comparison, and when it comes to what they cost, they
// are made: that never takes more than twice what would have been best. If they were
// worth it in the block before, they are made at once.
//
// A question that needs one hit of each game compares few of them before it has found
// most, and then no more; one that counts all hits compares what it can.
type delay struct {
	compared int // sets of lanes, in the block at hand
	without  int // of these, before there were tables
	saved    int // what tables would have saved in those, in nanoseconds
	rate     int // the same for 64 comparisons, when that was last measured
	ahead    bool
	blocks   int // since then
}

// In nanoseconds, on the machine of BENCHMARKS.md.
const (
	tablesCost = 12_000 // to make timetables
	openCost   = 120    // to decide a game by its changes, which they spare as a rule
)

// manyBlocks is after how many blocks it is measured again what tables save.
const manyBlocks = 64

// block begins a block.
func (d *delay) block() {
	if d.without > 0 {
		d.rate = 64 * d.saved / d.without
	}
	d.ahead = d.rate*d.compared > 64*2*tablesCost
	if d.blocks++; d.without > 0 || !d.ahead {
		d.blocks = 0
	} else if d.blocks >= manyBlocks {
		d.ahead = false
	}
	d.compared, d.without, d.saved = 0, 0, 0
}

// over reports whether to make timetables now.
func (d *delay) over() bool { return d.ahead || d.saved > tablesCost }

// take takes in that an image was compared without them, in a set of lanes, and left some
// of these open. They take as long for all lanes as without them one or two groups of 16.
func (d *delay) take(p *plan, set, open uint64) {
	d.without++
	groups, cells := min(bits.OnesCount64(set), BlockGames/16), len(p.cells)
	d.saved += groups*(5+cells) - 2*cells - 5 + openCost*bits.OnesCount64(open)
}
