package features

import (
	"cmp"
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
	columns []columnPart
}

// columnPart holds the instances of one kind, by game.
type columnPart struct {
	games []gameList
	bytes []byte // per instance: uvarint difference of nodes times 4 and color, uvarint value
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

func newGamePart(kinds []feature.Kind) *gamePart {
	g := &gamePart{kinds: kinds, columns: make([]columnPart, len(kinds))}
	for k := range kinds {
		if !kinds[k].Everywhere {
			g.indexed |= 1 << k
		}
	}
	return g
}

// add gathers one instance.
func (g *gamePart) add(local int, i *feature.Instance) error {
	if i.Kind < 0 || i.Kind >= len(g.kinds) || !g.indexed.Has(i.Kind) {
		return fmt.Errorf("kind %d was not asked for", i.Kind)
	}
	c := &g.columns[i.Kind]
	begun := len(c.games) > 0 && c.games[len(c.games)-1].local == local
	if !begun {
		c.games, c.last = append(c.games, gameList{local: local}), 0
	}
	if i.Node < c.last || i.Value < 1 || i.By > position.White {
		return fmt.Errorf("%s at node %d: value %d of player %d after node %d", g.kinds[i.Kind].Name, i.Node, i.Value, i.By, c.last)
	}
	c.bytes = binary.AppendUvarint(c.bytes, uint64(i.Node-c.last)<<2|uint64(i.By))
	c.bytes = binary.AppendUvarint(c.bytes, uint64(i.Value))
	c.last = i.Node
	c.games[len(c.games)-1].count++
	return nil
}

// A gatheredColumn is one kind of one game in all parts.
type gatheredColumn struct {
	number int
	kind   *feature.Kind
	parts  []*columnPart // in the order of games
}

// numbers returns the numbers of the games of parts, ascending.
func numbers(parts []*Part) []int {
	all := map[int]bool{}
	for _, p := range parts {
		for number := range p.games {
			all[number] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// gathered returns the columns of parts, in the order of the directory. There is one of each kind
// that an index holds, also if no game has it: then it says so.
func gathered(parts []*Part) []gatheredColumn {
	type key struct {
		number int
		name   string
	}
	var columns []gatheredColumn
	at := map[key]int{}
	for _, p := range parts {
		for number, g := range p.games {
			for k := range g.kinds {
				if !g.indexed.Has(k) {
					continue
				}
				of := key{number, g.kinds[k].Name}
				i, ok := at[of]
				if !ok {
					i = len(columns)
					at[of] = i
					columns = append(columns, gatheredColumn{number: number, kind: &g.kinds[k]})
				}
				columns[i].parts = append(columns[i].parts, &g.columns[k])
			}
		}
	}
	slices.SortFunc(columns, func(a, b gatheredColumn) int {
		return cmp.Or(cmp.Compare(a.number, b.number), cmp.Compare(a.kind.Name, b.kind.Name))
	})
	return columns
}

// A located instance is one of a game.
type located struct {
	Instance
	local int
	first bool // of its game
}

// all yields the instances in the order of games and nodes.
func (c *gatheredColumn) all() iter.Seq[located] {
	return func(yield func(located) bool) {
		for _, p := range c.parts {
			b := p.bytes
			for _, g := range p.games {
				node := 0
				for n := range g.count {
					head, width := binary.Uvarint(b)
					value, more := binary.Uvarint(b[width:])
					b = b[width+more:]
					node += int(head >> 2)
					if !yield(located{Instance{node, position.Color(head & 3), int32(value)}, g.local, n == 0}) {
						return
					}
				}
			}
		}
	}
}
