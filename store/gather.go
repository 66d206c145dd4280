package store

import (
	"runtime"
	"unsafe"

	"kifudb/position"
	"kifudb/store/postings"
)

// A gathered game is what the parts of games.idx are built of, but for the values.
type gathered struct {
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
func (r *liner) gather(g *Game, memory []uint64) gathered {
	keys := postings.Keys(g.Runs)
	if keys == nil {
		keys = RunsOf(memory, g.Keys)
	}
	return gathered{
		digest: g.Digest, facts: g.Facts, script: g.Script, captures: g.Captures,
		keys: keys, who: r.who(g), commented: len(g.Comments) > 0, part: len(g.Record.Part) > 0,
	}
}

// A gathering is the games of a segment that is to be written, in their order. Records
// are compressed as they come, and of values and keys only what is new in a game is
// kept, so that games take a third of the memory that they came in, in which the
// collector has little to follow. What is gathered, and its weight, depend on the games alone.
type gathering struct {
	games  []*gathered // nil for one that is gone
	values numbering
	blocks packing
	liner  liner
	raw    int64 // bytes of the records

	memory []gathered // for further ones
	keys   []uint64   // likewise
	packed []uint64   // likewise, for those of the game that is taken in
	weight int64
}

// keysPiece is how many keys are kept in one piece of memory, which is that of some 200 games.
const keysPiece = 16 << 10

// gatherAll gathers games, of which those that are gone are nil, and their comments if
// these are to be indexed now; otherwise there is no commentsWriter.
func gatherAll(games []*Game, index bool) (s *gathering, c *commentsWriter, err error) {
	if index {
		if c, err = newCommentsWriter(); err != nil {
			return nil, nil, err
		}
	}
	s = new(gathering)
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

// A regathering gathers games of segments that are built anew, one after the other, with their
// comments if these are to be indexed now: with all of them in memory at once as they are derived, a
// segment took three times as much.
type regathering struct {
	gathering
	comments *commentsWriter // nil if comments are left for later
}

func newRegathering(index bool) (r *regathering, err error) {
	r = new(regathering)
	if index {
		r.comments, err = newCommentsWriter()
	}
	return r, err
}

// addAt takes in a game with a local number; those before it that did not come are gone.
func (r *regathering) addAt(local int, g *Game) error {
	if err := r.goneTo(local); err != nil {
		return err
	}
	if r.comments != nil {
		r.comments.add(local, g.Comments)
	}
	return r.add(g, g.builtWeight())
}

// goneTo says that the games up to a local number that did not come are gone.
func (r *regathering) goneTo(local int) error {
	for len(r.games) < local {
		if err := r.add(nil, 0); err != nil {
			return err
		}
	}
	return nil
}

// add takes in the next game, with its builtWeight; nil is one that is gone. Of the game, script
// and captures are kept.
func (s *gathering) add(g *Game, built int) error {
	if err := s.blocks.add(g); err != nil {
		return err
	}
	if g == nil {
		s.games = append(s.games, nil)
		s.values.add(nil)
		return nil
	}
	if len(s.memory) == cap(s.memory) {
		s.memory = make([]gathered, 0, min(max(2*cap(s.memory), 1), 256))
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
func (s *gathering) keep(keys postings.Keys) postings.Keys {
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
func (g *gathered) weight(built int) int {
	return int(unsafe.Sizeof(*g)) + 2*cap(g.script) + 8*len(g.keys) + 4*cap(g.captures) + built
}

// bytes estimates the memory of all that is gathered.
func (s *gathering) bytes() int64 { return s.weight + s.blocks.weight }

// blocksInFlight is how many blocks are being compressed at most: a number that does not
// depend on the machine, as what games weigh depends on it.
const blocksInFlight = 16

// A packing compresses records, block by block, on all processors.
type packing struct {
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
	packed
	records []Record // empty for one that is gone
	bytes   int      // of the records
	done    chan struct{}
}

// add takes in the record of the next game; nil is one that is gone.
func (p *packing) add(g *Game) error {
	if p.next == nil {
		p.next = &packedBlock{packed: packed{first: p.games}, records: p.spare}
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
func (p *packing) start() error {
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
func (p *packing) wait() {
	b := p.blocks[p.known]
	<-b.done
	p.known++
	p.weight += int64(len(b.data) - b.bytes)
	p.spare, b.records = b.records[:0], nil
}

// finish returns all blocks. It may be called again; games that are added in between begin
// a new block.
func (p *packing) finish() ([]packed, error) {
	if p.next != nil {
		if err := p.start(); err != nil {
			return nil, err
		}
	}
	p.drain()
	blocks := make([]packed, len(p.blocks))
	for i, b := range p.blocks {
		blocks[i] = b.packed
	}
	return blocks, nil
}

// drain waits until nothing is being compressed.
func (p *packing) drain() {
	for p.known < len(p.blocks) {
		p.wait()
	}
}
