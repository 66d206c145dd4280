package archive

import (
	"context"
	"hash/maphash"
	"slices"

	registry "kifudb/game"
	"kifudb/game/katago"
	"kifudb/position"
	"kifudb/store"
)

// A gameLine is the main line of a game of Go: the stones that are there before the first move,
// and the moves with their nodes. It ends where a later node sets up stones.
type gameLine struct {
	stones []position.Change // by point
	player position.Color    // who is to move first, as the record says or the first move tells
	moves  []position.Move
	nodes  [][2]int // by turn: the first and the last node with the position after so many moves
}

// lineOf returns the main line of a game.
func lineOf(script position.Script) (l gameLine) {
	board := map[position.Point]position.Color{}
	first := 0
	for n := range script.Contents() {
		if n.Event == position.Closed {
			break
		}
		if n.Event != position.AtNode {
			continue
		}
		node := first
		first++
		if len(n.Setup) > 0 && len(l.moves) > 0 {
			break
		}
		for _, c := range n.Setup {
			if c.Color == position.Empty {
				delete(board, c.Point)
			} else {
				board[c.Point] = c.Color
			}
		}
		if n.ToPlay != position.Empty && len(l.moves) == 0 {
			l.player = n.ToPlay
		}
		switch {
		case n.Move.Color == position.Empty && len(n.Setup) > 0:
			l.nodes = append(l.nodes[:0], [2]int{node, node}) // the nodes above have another position
		case n.Move.Color == position.Empty && len(l.nodes) > 0:
			l.nodes[len(l.nodes)-1][1] = node
		case n.Move.Color == position.Empty:
			l.nodes = append(l.nodes, [2]int{node, node})
		default:
			if len(l.nodes) == 0 { // the root is a move
				l.nodes = append(l.nodes, [2]int{node, node - 1})
			}
			if len(l.moves) == 0 && l.player == position.Empty {
				l.player = n.Move.Color
			}
			l.moves = append(l.moves, n.Move)
			l.nodes = append(l.nodes, [2]int{node, node})
		}
	}
	for p, color := range board {
		l.stones = append(l.stones, position.Change{Point: p, Color: color})
	}
	sortStones(l.stones)
	return l
}

func sortStones(list []position.Change) {
	slices.SortFunc(list, func(a, b position.Change) int { return int(a.Point) - int(b.Point) })
}

// toMove returns who is to move after so many moves.
func (l *gameLine) toMove(turn int) position.Color {
	switch {
	case turn < len(l.moves):
		return l.moves[turn].Color
	case len(l.moves) > 0:
		return l.moves[len(l.moves)-1].Color.Opponent()
	}
	return l.player
}

// lineSeed is that of the hashes of lines. They are only kept in memory.
var lineSeed = maphash.MakeSeed()

func hashStart(size position.Size, stones []position.Change) uint64 {
	var h maphash.Hash
	h.SetSeed(lineSeed)
	maphash.WriteComparable(&h, size)
	for _, s := range stones {
		maphash.WriteComparable(&h, s)
	}
	return h.Sum64()
}

func hashMove(h uint64, m position.Move) uint64 {
	h ^= uint64(m.Point)<<2 | uint64(m.Color)
	h *= 0x9E3779B97F4A7C15
	return h ^ h>>29
}

// maxAlike is of how many longer games a query may be the beginning.
const maxAlike = 100

// A queryMatch is which games a query is about.
type queryMatch struct {
	query  *katago.Query
	games  []GameID // whose main line begins as the query does, or is the same
	longer int      // how many of them have further moves
	komi   int      // games that begin so, with another komi
	going  []GameID // these
	more   []GameID // of longer queries
	many   bool     // the query is the beginning of too many games, which are not among them
}

// matchQueries finds the games of queries: games of Go whose main line begins with the stones and the moves of the
// query. Of a query that is the beginning of too many games only those count that have no further moves, or that other
// queries, which begin with the same moves, are about. Games whose record has another komi than the query do not
// count, unless any may.
func (v *View) matchQueries(ctx context.Context, queries []*katago.Query, anyKomi bool) ([]*queryMatch, error) {
	type key struct {
		moves int
		hash  uint64
	}
	wanted := map[key][]*queryMatch{}
	lengths := map[int]bool{}
	list := make([]*queryMatch, len(queries))
	for i, q := range queries {
		sortStones(q.Stones)
		h := hashStart(q.Size, q.Stones)
		for _, m := range q.Moves {
			h = hashMove(h, m)
		}
		list[i] = &queryMatch{query: q}
		k := key{len(q.Moves), h}
		wanted[k], lengths[len(q.Moves)] = append(wanted[k], list[i]), true
	}
	var memory position.ScriptBuffer
	for _, g := range v.snapshot.Segments() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for it := g.Live().Iterator(); it.HasNext(); {
			local := int(it.Next())
			facts := g.Facts(local)
			if registry.Of(int(facts.Game)).About().Number != 1 {
				continue
			}
			script, err := g.ScriptIn(&memory, local)
			if err != nil {
				return nil, err
			}
			l := lineOf(script)
			h := hashStart(facts.Size, l.stones)
			for turn := 0; ; turn++ {
				if lengths[turn] {
					for _, m := range wanted[key{turn, h}] {
						m.take(g.Base()+GameID(local), &facts, &l, turn, anyKomi)
					}
				}
				if turn == len(l.moves) {
					break
				}
				h = hashMove(h, l.moves[turn])
			}
		}
		g.Leave()
	}
	for _, m := range list {
		if !m.many {
			m.games = append(m.games, m.going...)
		}
	}
	for _, m := range list {
		if m.many {
			continue
		}
		h := hashStart(m.query.Size, m.query.Stones)
		for turn := 0; turn < len(m.query.Moves); turn++ {
			for _, short := range wanted[key{turn, h}] {
				if short.many && short.begins(m.query) {
					short.more = append(short.more, m.games...)
				}
			}
			h = hashMove(h, m.query.Moves[turn])
		}
	}
	for _, m := range list {
		if len(m.more) > 0 {
			m.games = append(m.games, m.more...)
			slices.Sort(m.games)
			m.games, m.many = slices.Compact(m.games), false
		}
	}
	return list, nil
}

// begins reports whether another query, of the same hash, begins as the query does.
func (m *queryMatch) begins(o *katago.Query) bool {
	return m.query.Size == o.Size && slices.Equal(m.query.Stones, o.Stones) && slices.Equal(m.query.Moves, o.Moves[:len(m.query.Moves)])
}

// take notes a game that may begin as the query.
func (m *queryMatch) take(id GameID, facts *store.Facts, l *gameLine, turn int, anyKomi bool) {
	q := m.query
	if facts.Size != q.Size || !slices.Equal(l.stones, q.Stones) || !slices.Equal(l.moves[:turn], q.Moves) {
		return
	}
	if !anyKomi && q.Komi != nil && facts.Komi != store.NoKomi && facts.Komi != int32(*q.Komi*100) {
		m.komi++
		return
	}
	switch longer := turn < len(l.moves); {
	case longer && m.longer == maxAlike:
		m.many = true
	case longer:
		m.longer++
		m.going = append(m.going, id)
	default:
		m.games = append(m.games, id)
	}
}
