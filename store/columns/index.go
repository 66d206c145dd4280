package columns

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"sync"

	"kifudb/position"
	"kifudb/store/pages"
)

// MaxNodes is the number of nodes on the main line up to which a game is
// decided by the index.
const MaxNodes = never

// BlockGames is the number of games of a block, the unit of a scan: a set of
// them is one machine word.
const BlockGames = 64

// MaxGames is the number of games a segment can have.
const MaxGames = 1 << 16

const (
	magic      = "kcol"
	version    = 4
	headerSize = 28

	firstSize = 2 * BlockGames // bytes of a point in the section "first"

	// These are the blocks of a group in bitmaps. For signatures, of which a corner needs few, it
	// is all blocks. For the others it is as many as keep shapes as fast as separate blocks.
	cornersGroup = MaxGames / BlockGames
	everGroup    = 32
)

// The numbers of the section "first".
const (
	timeMask = 1<<14 - 1
	never    = timeMask // a time after all nodes
	white    = 1 << 14
	more     = 1 << 15
)

// ErrFormat is wrapped by every error about the bytes of an index.
var ErrFormat = errors.New("columns: damaged index")

// layout computes the places of the sections of an index from its games and stretches.
type layout struct {
	size                position.Size
	area, games, blocks int
	stretches           int
	corners, ever       bitmaps

	// Offsets.
	locals, nodes, weights, branched, long, plain, first, starts, lanes, begins, groups0, changes int
}

func newLayout(size position.Size, games, stretches int) layout {
	l := layout{size: size, area: size.Area(), games: games, stretches: stretches}
	l.blocks = (games + BlockGames - 1) / BlockGames
	l.locals = headerSize
	l.nodes = l.locals + 2*games
	l.weights = l.nodes + 2*games
	l.branched = l.weights + 4*weightKinds*l.area
	l.long = l.branched + 8*l.blocks
	l.plain = l.long + 8*l.blocks
	l.corners = bitmaps{l.plain + 8*l.blocks, signatures(size), l.blocks, cornersGroup}
	l.ever = bitmaps{l.corners.end(), 2 * l.area, l.blocks, everGroup}
	l.first = l.ever.end()
	l.starts = l.first + firstSize*l.area*l.blocks
	l.lanes = l.starts + 4*(BlockGames*l.blocks+1)
	l.begins = l.lanes + 4*stretches
	l.groups0 = l.begins + 4*stretches
	l.changes = l.groups0 + l.groups()*stretchSize*l.area
	return l
}

// slot returns where in a point's part of the section "first" a lane of a block
// lies. Lanes 16 apart are neighbors: read as one number of 64 bits, shifted
// and combined with its 15 followers, a bit of each becomes a set of lanes.
func slot(lane int) int { return 2 * (lane%16*4 + lane/16) }

// everThing numbers, among the bitmaps of the section "ever", that a stone of a color ever
// lies on a point.
func everThing(point int, c position.Color) int { return 2*point + int(c-position.Black) }

// firstOf returns a block's bytes of the section "first".
func (l *layout) firstOf(data []byte, block int) []byte {
	return data[l.first+block*firstSize*l.area:][:firstSize*l.area]
}

// An Index scans the bytes that [Build] made, without copying them. It is safe
// for concurrent use as long as the bytes are not changed.
type Index struct {
	layout
	data    []byte
	guard   *pages.Guard
	key     *cornerKey // nil if there is none
	useHead sync.Once  // see lanesUsed

	keepWeights sync.Once
	kept        weights // see keptWeights
}

// Open takes the bytes of an index. It checks that the sections fit together,
// in constant time; [Index.Check] reads everything. Scans of an opened index do not
// panic, even on damaged bytes. The guard, which may be nil, learns of all bytes that
// a scan is about to read. Damage does not stop a scan: the owner of the guard
// must ask for damage before giving an answer away.
func Open(data []byte, guard *pages.Guard) (*Index, error) {
	if guard.Use(0, min(len(data), headerSize)); len(data) < headerSize || string(data[:4]) != magic {
		return nil, fmt.Errorf("%w: no header", ErrFormat)
	}
	le := binary.LittleEndian
	if v := le.Uint32(data[4:]); v != version {
		return nil, fmt.Errorf("%w: version %d, this program reads %d", ErrFormat, v, version)
	}
	cols, rows, games, changes := le.Uint32(data[8:]), le.Uint32(data[12:]), le.Uint32(data[16:]), le.Uint32(data[20:])
	if max(cols, rows) > position.MaxSize || min(cols, rows) < 1 {
		return nil, fmt.Errorf("%w: a board of %d by %d", ErrFormat, cols, rows)
	}
	if games > MaxGames {
		return nil, fmt.Errorf("%w: %d games", ErrFormat, games)
	}
	stretches := le.Uint32(data[24:])
	if uint64(stretches)*uint64(4+stretchSize*cols*rows/BlockGames) > uint64(len(data)) { // which bounds all offsets
		return nil, fmt.Errorf("%w: %d stretches in %d bytes", ErrFormat, stretches, len(data))
	}
	x := &Index{layout: newLayout(position.Size{Cols: int(cols), Rows: int(rows)}, int(games), int(stretches)), data: data, guard: guard}
	if want := uint64(x.changes) + 4*uint64(changes); uint64(len(data)) != want {
		return nil, fmt.Errorf("%w: %d bytes instead of %d", ErrFormat, len(data), want)
	}
	return x, nil
}

// Size returns the board size of the games.
func (x *Index) Size() position.Size { return x.size }

// Games returns the number of games.
func (x *Index) Games() int { return x.games }

// Blocks returns the number of blocks.
func (x *Index) Blocks() int { return x.blocks }

// Bytes returns the index as it is stored.
func (x *Index) Bytes() []byte { return x.data }

// used returns n bytes from an offset, and tells the guard.
func (x *Index) used(at, n int) []byte {
	x.guard.Use(at, n)
	return x.data[at:][:n]
}

// lanesUsed tells the guard once of all data about lanes, except their numbers of nodes.
func (x *Index) lanesUsed() {
	x.useHead.Do(func() {
		x.guard.Use(x.locals, x.nodes-x.locals)
		x.guard.Use(x.branched, x.corners.offset-x.branched)
	})
}

// blockUsed tells the guard of what a scan reads of a block: of the section "first" the points
// that images may cover.
func (x *Index) blockUsed(n int, points []pointRange) {
	x.guard.Use(x.nodes+2*n*BlockGames, min(2*BlockGames, x.weights-x.nodes-2*n*BlockGames))
	for _, r := range points {
		x.guard.Use(x.first+(n*x.area+r.from)*firstSize, (r.to-r.from)*firstSize)
	}
}

// local returns the number in the segment of the game in a lane.
func (x *Index) local(lane int) uint16 {
	return binary.LittleEndian.Uint16(x.data[x.locals+2*lane:])
}

// nodesOf returns the number of nodes on the main line, at most MaxNodes.
func (x *Index) nodesOf(lane int) uint16 {
	return binary.LittleEndian.Uint16(x.data[x.nodes+2*lane:])
}

// The weights of a point, which are for planning only.
const (
	everBlack   = iota // games where a black stone ever lies there
	everWhite          // games where a white stone ever lies there
	early              // how early the point is usually taken, without a unit
	weightKinds = iota
)

// weights are those of all points.
type weights []byte

// weightsOf is not guarded: what a scan answers does not depend on them.
func (x *Index) weightsOf() weights { return x.data[x.weights:][:4*weightKinds*x.area] }

// keptWeights returns weights for plans, which may outlive the bytes of the index.
func (x *Index) keptWeights() weights {
	x.keepWeights.Do(func() { x.kept = slices.Clone(x.weightsOf()) })
	return x.kept
}

func (w weights) at(point, kind int) int {
	return int(binary.LittleEndian.Uint32(w[4*(weightKinds*point+kind):]))
}

// changesOf returns the further changes of the game in a lane, empty if they
// lie outside the section.
func (x *Index) changesOf(lane int) []byte {
	x.guard.Use(x.starts+4*lane, 8)
	lo := uint64(binary.LittleEndian.Uint32(x.data[x.starts+4*lane:]))
	hi := uint64(binary.LittleEndian.Uint32(x.data[x.starts+4*lane+4:]))
	section := x.data[x.changes:]
	if lo > hi || 4*hi > uint64(len(section)) {
		return nil
	}
	x.guard.Use(x.changes+int(4*lo), int(4*(hi-lo)))
	return section[4*lo : 4*hi]
}

// A change is one entry of the section "changes".
type change uint32

// changeAt returns the i-th of some changes.
func changeAt(changes []byte, i int) change {
	return change(binary.LittleEndian.Uint32(changes[4*i:]))
}

func newChange(point, node int, c position.Color) change {
	return change(point<<16 | node<<2 | int(c))
}

func (c change) point() int            { return int(c >> 16) }
func (c change) node() int             { return int(c >> 2 & timeMask) }
func (c change) color() position.Color { return position.Color(c & 3) }
