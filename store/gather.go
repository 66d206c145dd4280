package store

import (
	"runtime"
	"unsafe"

	"kifudb/position"
	"kifudb/store/postings"
)

// A gatheredGame holds all of a game that games.idx is built from, except its values.
type gatheredGame struct {
	digest    Digest
	facts     Facts
	script    position.Script
	captures  position.Captures
	keys      postings.Keys
	who       uint64 // of its line
	commented bool
	part      bool // of a tree that several games shared
}

// gather returns what of a game the parts are built of. memory is for its keys, which are only
// lent.
func (r *liner) gather(g *Game, memory []uint64) gatheredGame {
	keys := postings.Keys(g.Runs)
	if keys == nil {
		keys = RunsOf(memory, g.Keys)
	}
	return gatheredGame{
		digest: g.Digest, facts: g.Facts, script: g.Script, captures: g.Captures,
		keys: keys, who: r.who(g), commented: len(g.Comments) > 0, part: len(g.Record.Part) > 0,
	}
}

// A pendingSegment holds the games of a segment before it is written, in their order. It
// compresses records as they come, and keeps only the values and keys that are new in a
// game. So games take a third of their memory, with few pointers for the garbage collector. Its
// contents and its weight depend on the games alone.
type pendingSegment struct {
	games  []*gatheredGame // nil for one that is gone
	values valueNumbers
	blocks blockCompressor
	liner  liner
	raw    int64 // bytes of the records

	memory []gatheredGame // for further ones
	keys   []uint64       // likewise
	packed []uint64       // likewise, for those of the game that is taken in
	weight int64
}

// keysPiece is how many keys are kept in one piece of memory, which is that of some 200 games.
const keysPiece = 16 << 10

// gatherAll gathers games, of which those that are gone are nil, and their comments if
// these are to be indexed now; otherwise there is no commentsWriter.
func gatherAll(games []*Game, index bool) (s *pendingSegment, c *commentsWriter, err error) {
	if index {
		if c, err = newCommentsWriter(); err != nil {
			return nil, nil, err
		}
	}
	s = new(pendingSegment)
	for local, g := range games {
		built := 0
		if g != nil {
			built = g.builtWeight()
		}
		if err := s.add(g, built); err != nil {
			return nil, nil, err
		}
		if index && g != nil {
			c.add(local, g.Comments)
		}
	}
	return s, c, nil
}

// A pendingRebuild gathers the games of a segment that is built anew, one after the other. It
// includes their comments if these are indexed now. Holding all derived games in memory
// took three times as much.
type pendingRebuild struct {
	pendingSegment
	comments *commentsWriter // nil if comments are left for later
}

func newPendingRebuild(index bool) (r *pendingRebuild, err error) {
	r = new(pendingRebuild)
	if index {
		r.comments, err = newCommentsWriter()
	}
	return r, err
}

// addAt takes in a game with a local number; those before it that did not come are gone.
func (r *pendingRebuild) addAt(local int, g *Game) error {
	if err := r.goneTo(local); err != nil {
		return err
	}
	if r.comments != nil {
		r.comments.add(local, g.Comments)
	}
	return r.add(g, g.builtWeight())
}

// goneTo says that the games up to a local number that did not come are gone.
func (r *pendingRebuild) goneTo(local int) error {
	for len(r.games) < local {
		if err := r.add(nil, 0); err != nil {
			return err
		}
	}
	return nil
}

// add takes the next game, with its builtWeight; nil stands for a game that is gone. It
// keeps the game's script and captures.
func (s *pendingSegment) add(g *Game, built int) error {
	if err := s.blocks.add(g); err != nil {
		return err
	}
	if g == nil {
		s.games = append(s.games, nil)
		s.values.add(nil)
		return nil
	}
	if len(s.memory) == cap(s.memory) {
		s.memory = make([]gatheredGame, 0, min(max(2*cap(s.memory), 1), 256))
	}
	kept := s.liner.gather(g, s.packed)
	if g.Runs == nil {
		s.packed = kept.keys
	}
	kept.keys = s.keep(kept.keys)
	s.memory = append(s.memory, kept)
	s.games = append(s.games, &s.memory[len(s.memory)-1])
	s.raw += int64(len(g.Record.Raw))
	s.weight += int64(kept.weight(built)) + s.values.add(g.Info)
	return nil
}

// keep returns a copy of keys in memory that many games share.
func (s *pendingSegment) keep(keys postings.Keys) postings.Keys {
	if len(keys) > len(s.keys) {
		if len(keys) > keysPiece/4 {
			return append(postings.Keys(nil), keys...)
		}
		s.keys = make([]uint64, min(keysPiece, max(len(keys), 128*len(s.games))))
	}
	n := copy(s.keys, keys)
	kept := s.keys[:n:n]
	s.keys = s.keys[n:]
	return kept
}

// weight estimates the memory that a game occupies while it waits, with what is out
// of the ordinary while its segment is built: see builtWeight.
func (g *gatheredGame) weight(built int) int {
	return int(unsafe.Sizeof(*g)) + 2*cap(g.script) + 8*len(g.keys) + 4*cap(g.captures) + built
}

// bytes estimates the memory of the pending games.
func (s *pendingSegment) bytes() int64 { return s.weight + s.blocks.weight }

// blocksInFlight is the most blocks that are compressed at once. It does not depend on the
// machine, because the weight of games depends on it.
const blocksInFlight = 16

// A blockCompressor compresses records, block by block, on all processors.
type blockCompressor struct {
	blocks  []*packedBlock
	known   int          // the blocks before this one are finished and weighed
	next    *packedBlock // is not full yet; nil for none
	games   int
	weight  int64
	encoder chan *blockEncoder // those that are not in use
	spare   []Record           // memory for those of a block
}

// A packedBlock is a block of records that is compressed once done is closed. Until then
// its records wait in it.
type packedBlock struct {
	diskBlock
	records []Record // empty for one that is gone
	bytes   int      // of the records
	done    chan struct{}
}

// add takes in the record of the next game; nil is one that is gone.
func (p *blockCompressor) add(g *Game) error {
	if p.next == nil {
		p.next = &packedBlock{diskBlock: diskBlock{first: p.games}, records: p.spare}
		p.spare = nil
	}
	b := p.next
	p.games++
	if g == nil {
		b.records = append(b.records, Record{})
	} else {
		b.records = append(b.records, g.Record)
		n := len(g.Record.Raw) + g.Record.companionBytes()
		b.bytes += n
		p.weight += int64(n)
	}
	if len(b.records) < blockGames && b.bytes < blockBytes {
		return nil
	}
	if err := p.start(); err != nil {
		return err
	}
	if len(p.blocks)-p.known > blocksInFlight {
		p.wait()
	}
	return nil
}

// start compresses the block at hand.
func (p *blockCompressor) start() error {
	if p.encoder == nil {
		encoders := make(chan *blockEncoder, runtime.GOMAXPROCS(0))
		for range cap(encoders) {
			e, err := newBlockEncoder()
			if err != nil {
				return err
			}
			encoders <- e
		}
		p.encoder = encoders
	}
	b := p.next
	b.done = make(chan struct{})
	p.blocks, p.next = append(p.blocks, b), nil
	go func() {
		defer close(b.done)
		e := <-p.encoder
		b.data = e.pack(b.records)
		clear(b.records)
		p.encoder <- e
	}()
	return nil
}

// wait waits for the first block that is not known to be compressed.
func (p *blockCompressor) wait() {
	b := p.blocks[p.known]
	<-b.done
	p.known++
	p.weight += int64(len(b.data) - b.bytes)
	p.spare, b.records = b.records[:0], nil
}

// finish returns all blocks. It may be called again; games that are added in between begin
// a new block.
func (p *blockCompressor) finish() ([]diskBlock, error) {
	if p.next != nil {
		if err := p.start(); err != nil {
			return nil, err
		}
	}
	p.drain()
	blocks := make([]diskBlock, len(p.blocks))
	for i, b := range p.blocks {
		blocks[i] = b.diskBlock
	}
	return blocks, nil
}

// drain waits until nothing is being compressed.
func (p *blockCompressor) drain() {
	for p.known < len(p.blocks) {
		p.wait()
	}
}
