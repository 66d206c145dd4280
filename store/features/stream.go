package features

import (
	"encoding/binary"
	"math"
	"sync"
	"sync/atomic"

	"kifudb/position"
	"kifudb/position/feature"
)

// A stream holds the rows of some kinds of one game.
type stream struct {
	block  block
	kinds  int  // of the game
	games  int  // with a row
	colors bool // somebody else than the two players did something

	once                 sync.Once // for what follows
	rows                 [][]slot
	steps, ranks, values []*decodeTable
	index, data          []byte // of the blocks

	recent [8]atomic.Pointer[decoded]
}

// decoded has the instances of some kinds in the games of a block: games are asked for one after the
// other, as a rule, and kinds that a query joins by turns.
type decoded struct {
	block int
	kinds feature.Set
	games []decodedGame
}

type decodedGame struct {
	local     int
	instances []kindInstance
}

type kindInstance struct {
	Instance
	kind uint8
}

// open reads how the stream is coded.
func (s *stream) open() {
	r := reader{b: s.block.data}
	rows, ok := readDictionary(&r, s.kinds)
	if !ok {
		return // no game has any
	}
	steps := readFamily(&r, rowContexts)
	ranks := readFamily(&r, rowContexts)
	values := readFamily(&r, valueContexts(s.kinds))
	blocks := int(r.uint32())
	if r.short || steps == nil || ranks == nil || values == nil || blocks != (s.games+gamesPerBlock-1)/gamesPerBlock || blocks > len(r.b)/blockEntry {
		return
	}
	for _, t := range steps {
		if t.width == 0 { // each row takes a bit at least, which bounds how long reading takes
			return
		}
	}
	s.rows, s.steps, s.ranks, s.values = rows, steps, ranks, values
	s.index, s.data = r.b[:blockEntry*blocks], r.b[blockEntry*blocks:]
}

// of yields the instances of one kind in a game, by its local number. The kinds are read along with it.
func (s *stream) of(local int, kind uint8, along feature.Set, yield func(Instance) bool) {
	kinds := along | 1<<kind
	s.once.Do(s.open)
	le := binary.LittleEndian
	lo, hi := 0, len(s.index)/blockEntry // the first block that begins behind the game
	for lo < hi {
		middle := int(uint(lo+hi) / 2)
		if int(le.Uint16(s.index[blockEntry*middle:])) <= local {
			lo = middle + 1
		} else {
			hi = middle
		}
	}
	if lo == 0 {
		return
	}
	recent := &s.recent[(lo-1)%len(s.recent)]
	d := recent.Load()
	if d == nil || d.block != lo-1 || d.kinds != kinds {
		d = s.decode(lo-1, kinds)
		recent.Store(d)
	}
	for i := range d.games {
		if d.games[i].local != local {
			continue
		}
		for _, instance := range d.games[i].instances {
			if instance.kind == kind && !yield(instance.Instance) {
				return
			}
		}
		return
	}
}

// decode reads the instances of some kinds in the games of a block, up to where it is damaged.
func (s *stream) decode(block int, kinds feature.Set) *decoded {
	d := &decoded{block: block, kinds: kinds}
	entry := s.index[blockEntry*block:]
	from := binary.LittleEndian.Uint32(entry[2:])
	if uint64(from) > uint64(len(s.data)) {
		return d
	}
	r, local := bitReader{b: s.data[from:]}, int(binary.LittleEndian.Uint16(entry))
	var at walk
	var list []kindInstance
	for left := min(gamesPerBlock, s.games-gamesPerBlock*block); left > 0; left-- {
		begin := len(list)
		whole := s.game(&r, &at, kinds, &list)
		d.games = append(d.games, decodedGame{local, list[begin:len(list):len(list)]})
		if !whole {
			return d
		}
		if left > 1 {
			if local += r.distance(); r.short() {
				return d
			}
		}
	}
	return d
}

// game reads a game, and appends the instances of some kinds. It reports false if the stream is damaged.
func (s *stream) game(r *bitReader, at *walk, kinds feature.Set, list *[]kindInstance) bool {
	at.begin(s.colors)
	for {
		turns := false
		delta, symbol := r.number(&numberSymbols, s.steps[at.row])
		if symbol == turn {
			turns = true
			delta, symbol = r.number(&numberSymbols, s.steps[at.row])
		}
		if symbol == end || r.short() {
			return !r.short()
		}
		if delta > mostNode || at.node+int(delta) > mostNode {
			return false
		}
		by := at.follows(int(delta))
		switch {
		case s.colors:
			by = position.Color(r.take(2))
		case turns:
			by = by.Opponent()
		}
		if by > position.White {
			return false
		}
		at.step(int(delta), by)
		i := Instance{Node: at.node}
		rank, _ := r.number(&rowSymbols, s.ranks[at.near])
		if rank >= uint64(len(s.rows)) {
			return false
		}
		at.at(int(rank))
		for _, slot := range s.rows[rank] {
			i.Value = int32(slot.word)
			if slot.word == 0 {
				value, _ := r.number(&numberSymbols, s.values[at.context(slot.kind)])
				if value >= math.MaxInt32 || r.short() {
					return false
				}
				i.Value = int32(value) + 1
				at.value(slot.kind, i.Value)
			}
			if kinds.Has(int(slot.kind)) {
				i.By = slot.color(by)
				*list = append(*list, kindInstance{i, slot.kind})
			}
		}
	}
}

// mostNode is the number of the last node that an index can have.
const mostNode = 1<<30 - 1
