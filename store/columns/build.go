package columns

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"kifudb/position"
)

// ErrTooMany is returned when the games have more captures and replayed points
// than the format can number, 2^32.
var ErrTooMany = errors.New("columns: more than 2^32 changes in a segment")

// Game is a game to be indexed.
type Game struct {
	Local  uint16 // its number in the segment
	Script position.Script
}

// Build replays games of one board size and returns their index. The games
// must be in ascending order of their numbers. It uses all processors, a block
// of games on each.
func Build(size position.Size, games []Game) ([]byte, error) {
	if !size.Valid() {
		return nil, fmt.Errorf("columns: no board has the size %v", size)
	}
	for i := 1; i < len(games); i++ {
		if games[i].Local <= games[i-1].Local {
			return nil, fmt.Errorf("columns: game %d after game %d", games[i].Local, games[i-1].Local)
		}
	}
	l := newLayout(size, len(games))
	data := make([]byte, l.change)
	for i, g := range games {
		binary.LittleEndian.PutUint16(data[l.locals+2*i:], g.Local)
	}

	changes := make([][]change, l.blocks()) // of each block
	var next atomic.Int32
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), l.blocks()) {
		wg.Go(func() {
			b := builder{layout: &l, data: data}
			for {
				n := int(next.Add(1)) - 1
				if n >= l.blocks() {
					return
				}
				changes[n] = b.block(n, games[n*BlockGames:min((n+1)*BlockGames, len(games))])
			}
		})
	}
	wg.Wait()

	// The lanes' starts count from their block so far.
	le := binary.LittleEndian
	total := 0
	for n, c := range changes {
		starts := data[l.starts+4*n*BlockGames:][:4*wordLanes*l.wordsOf(n)]
		for i := 0; i < len(starts); i += 4 {
			le.PutUint32(starts[i:], uint32(total)+le.Uint32(starts[i:]))
		}
		total += len(c)
	}
	if uint64(total) > math.MaxUint32 {
		return nil, ErrTooMany
	}
	le.PutUint32(data[l.change-4:], uint32(total))
	weigh(&l, data)

	copy(data, magic)
	le.PutUint32(data[4:], version)
	le.PutUint32(data[8:], uint32(size.Cols))
	le.PutUint32(data[12:], uint32(size.Rows))
	le.PutUint32(data[16:], uint32(len(games)))
	le.PutUint32(data[20:], uint32(total))
	data = slices.Grow(data, 4*total)
	for _, block := range changes {
		for _, c := range block {
			data = le.AppendUint32(data, uint32(c))
		}
	}
	return data, nil
}

// weigh fills the section "weights" from the section "ever".
func weigh(l *layout, data []byte) {
	le := binary.LittleEndian
	for n := range l.blocks() {
		ever, row := l.everOf(data, n), 8*l.wordsOf(n)
		for i := range 2 * l.area {
			count := 0
			for w := range l.wordsOf(n) {
				count += bits.OnesCount64(le.Uint64(ever[i*row+8*w:]))
			}
			at := data[l.weights+4*i:]
			le.PutUint32(at, le.Uint32(at)+uint32(count))
		}
	}
}

// A builder fills the sections of one block after the other.
type builder struct {
	*layout
	data     []byte
	replayer position.Replayer

	lane    int // in its block
	words   int // of the block
	ever    []byte
	first   []byte
	changes []change // of the game
}

// block replays the games of a block and returns their further changes.
func (b *builder) block(n int, games []Game) []change {
	le := binary.LittleEndian
	b.words = b.wordsOf(n)
	b.ever, b.first = b.everOf(b.data, n), b.firstOf(b.data, n)
	for i := 0; i < len(b.first); i += 2 {
		le.PutUint16(b.first[i:], never)
	}
	var all []change
	for lane := range b.words * wordLanes {
		le.PutUint32(b.data[b.starts+4*(n*BlockGames+lane):], uint32(len(all)))
		if lane < len(games) {
			b.game(n, lane, games[lane].Script)
			slices.Sort(b.changes)
			all = append(all, b.changes...)
		}
	}
	return all
}

// game replays the game of a lane.
func (b *builder) game(block, lane int, s position.Script) {
	b.lane = lane
	b.changes = b.changes[:0]
	mainLine, branched := 0, false
	b.replayer.Replay(b.size, s, func(_ *position.Board, step *position.Step) bool {
		// A stone that captures nothing and is itself without liberties is placed
		// but does not change the board.
		for _, c := range step.Placed {
			b.see(c)
		}
		for _, c := range step.Changes {
			b.see(c)
		}
		if !step.MainLine {
			branched = true
			return true
		}
		mainLine++
		if mainLine <= MaxNodes {
			for _, c := range step.Changes {
				b.change(step.Node, c)
			}
		}
		return true
	})
	if branched {
		b.mark(b.branched, block)
	}
	if mainLine > MaxNodes {
		b.mark(b.long, block)
	}
}

// see notes that a stone lay on a point in some variation.
func (b *builder) see(c position.Change) {
	if c.Color != position.Empty && b.size.Contains(c.Point) {
		row := 2*b.size.Index(c.Point) + int(c.Color-position.Black)
		b.ever[8*b.words*row+b.lane/8] |= 1 << (b.lane % 8)
	}
}

// change notes a change on the main line.
func (b *builder) change(node int, c position.Change) {
	point := b.size.Index(c.Point)
	at := b.first[2*(point*b.words*wordLanes+b.lane):]
	v := binary.LittleEndian.Uint16(at)
	if v&timeMask != never {
		binary.LittleEndian.PutUint16(at, v|more)
		b.changes = append(b.changes, newChange(point, node, c.Color))
		return
	}
	v = uint16(node)
	if c.Color == position.White {
		v |= white
	}
	binary.LittleEndian.PutUint16(at, v)
}

// mark sets the lane's bit in the bitmap at an offset.
func (b *builder) mark(at, block int) {
	b.data[at+8*blockWords*block+b.lane/8] |= 1 << (b.lane % 8)
}
