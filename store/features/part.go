package features

import (
	"context"
	"encoding/binary"
	"fmt"
	"iter"
	"maps"
	"slices"

	"kifudb/game"
	"kifudb/position"
	"kifudb/position/feature"
)

// An Instance is one thing that one move did.
type Instance struct {
	Node  int            // the move's node, in the order of the file, from 0
	By    position.Color // the player who did it
	Value int32          // from 1 on: a number, or a word's value of the kind
}

// A Part holds the instances of some games of a segment until [Encode] joins it with others. The
// zero value is empty. It is for one goroutine.
type Part struct {
	games map[int]*gamePart // by SGF's number
}

// gamePart holds the instances of the games of one number.
type gamePart struct {
	kinds   []feature.Kind
	indexed feature.Set // those of them that an index holds
	streams []streamPart
}

// streamPart holds the instances of the kinds of one stream, by game.
type streamPart struct {
	kinds feature.Set
	games []gameList
	bytes []byte // per instance: uvarint difference of nodes times 4 and color, uvarint kind, uvarint value
	last  int    // node of the last instance of the last game
}

// gameList says how many instances a game has.
type gameList struct{ local, count int }

// checkEvery is after how many instances a long game looks whether it is to be stopped.
const checkEvery = 1 << 12

// Add replays a game and gathers its instances of all kinds that an index holds. Games must come
// in the order of their local numbers. It stops when ctx is done. Any error makes the part useless.
func (p *Part) Add(ctx context.Context, local int, o game.Observer, start game.Position, s position.Script) error {
	g := p.include(o.About().Number, o.Features())
	if g.indexed == 0 {
		return nil
	}
	n := 0
	for i := range o.Observe(start, s, feature.Wanted{Kinds: g.indexed}) {
		if err := g.add(local, i); err != nil {
			return err
		}
		if n++; n%checkEvery == 0 && ctx.Err() != nil {
			break
		}
	}
	return ctx.Err()
}

// Include says that the segment has games of SGF's number, which reports these kinds, also if none of
// them can be replayed.
func (p *Part) Include(number int, kinds []feature.Kind) { p.include(number, kinds) }

func (p *Part) include(number int, kinds []feature.Kind) *gamePart {
	g := p.games[number]
	if g == nil {
		g = newGamePart(kinds)
		if p.games == nil {
			p.games = map[int]*gamePart{}
		}
		p.games[number] = g
	}
	return g
}

// manyWords is the number of words from which on a kind has a stream of its own: who asks for
// another kind shall not have to read them.
const manyWords = 32

func newGamePart(kinds []feature.Kind) *gamePart {
	g := &gamePart{kinds: kinds}
	shared := streamPart{}
	var own []streamPart
	for k := range kinds {
		switch {
		case kinds[k].Everywhere:
			continue
		case len(kinds[k].Words) >= manyWords:
			own = append(own, streamPart{kinds: 1 << k})
		default:
			shared.kinds |= 1 << k
		}
		g.indexed |= 1 << k
	}
	if shared.kinds != 0 {
		g.streams = append(g.streams, shared)
	}
	g.streams = append(g.streams, own...)
	return g
}

// add gathers one instance.
func (g *gamePart) add(local int, i *feature.Instance) error {
	if i.Kind < 0 || i.Kind >= len(g.kinds) || !g.indexed.Has(i.Kind) {
		return fmt.Errorf("kind %d was not asked for", i.Kind)
	}
	s := &g.streams[slices.IndexFunc(g.streams, func(s streamPart) bool { return s.kinds.Has(i.Kind) })]
	begun := len(s.games) > 0 && s.games[len(s.games)-1].local == local
	if !begun {
		s.games, s.last = append(s.games, gameList{local: local}), 0
	}
	if i.Node < s.last || i.Node > mostNode || i.Value < 1 || i.By > position.White {
		return fmt.Errorf("%s at node %d: value %d of player %d after node %d", g.kinds[i.Kind].Name, i.Node, i.Value, i.By, s.last)
	}
	s.bytes = binary.AppendUvarint(s.bytes, uint64(i.Node-s.last)<<2|uint64(i.By))
	s.bytes = binary.AppendUvarint(s.bytes, uint64(i.Kind))
	s.bytes = binary.AppendUvarint(s.bytes, uint64(i.Value))
	s.last = i.Node
	s.games[len(s.games)-1].count++
	return nil
}

// A gatheredGame is one game's number with its kinds in all parts.
type gatheredGame struct {
	number  int
	kinds   []feature.Kind
	streams []gatheredStream
}

// A gatheredStream is one stream of one game in all parts.
type gatheredStream struct {
	kinds feature.Set
	parts []*streamPart // in the order of games
}

// gathered returns the games of parts by their numbers, ascending.
func gathered(parts []*Part) []gatheredGame {
	all := map[int]*gatheredGame{}
	for _, p := range parts {
		for number, g := range p.games {
			sum := all[number]
			if sum == nil {
				sum = &gatheredGame{number: number, kinds: g.kinds}
				for i := range g.streams {
					sum.streams = append(sum.streams, gatheredStream{kinds: g.streams[i].kinds})
				}
				all[number] = sum
			}
			for i := range g.streams { // the kinds of a number are the same in all parts
				sum.streams[i].parts = append(sum.streams[i].parts, &g.streams[i])
			}
		}
	}
	var list []gatheredGame
	for _, number := range slices.Sorted(maps.Keys(all)) {
		list = append(list, *all[number])
	}
	return list
}

// A located instance is one of a game.
type located struct {
	Instance
	kind  int
	local int
	first bool // of its game
}

// all yields the instances in the order of games and nodes.
func (s *gatheredStream) all() iter.Seq[located] {
	return func(yield func(located) bool) {
		for _, p := range s.parts {
			b := p.bytes
			number := func() uint64 {
				n, width := binary.Uvarint(b)
				b = b[width:]
				return n
			}
			for _, g := range p.games {
				node := 0
				for n := range g.count {
					head := number()
					kind, value := number(), number()
					node += int(head >> 2)
					if !yield(located{Instance{node, position.Color(head & 3), int32(value)}, int(kind), g.local, n == 0}) {
						return
					}
				}
			}
		}
	}
}
