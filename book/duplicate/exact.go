package duplicate

import (
	"slices"
	"sync"

	registry "kifudb/game"
	"kifudb/position"
	"kifudb/store"
)

// exact finds the classes of games with the same moves. A class depends on nothing
// but the games with its digest.
func (f *finder) exact() error {
	var mu sync.Mutex
	groups := shared(f.keys(func(g *game) uint64 { return g.line.Digest }))
	return f.each(len(groups), func(i int) error {
		group := groups[i]
		for round := 0; len(group) > 1 && round < maxRounds; round++ {
			first, err := f.games[group[0]].sequence()
			if err != nil {
				return err
			}
			class, others := []int32{group[0]}, []int32{} // others have only the digest in common
			for _, i := range group[1:] {
				q, err := f.games[i].sequence()
				if err != nil {
					return err
				}
				if slices.Equal(q, first) && f.games[i].facts.Game == f.games[group[0]].facts.Game && f.games[i].facts.Size == f.games[group[0]].facts.Size {
					class = append(class, i)
				} else {
					others = append(others, i)
				}
			}
			mu.Lock()
			for _, c := range f.apart(first, class) {
				ids := make([]store.GameID, len(c))
				for k, i := range c {
					ids[k] = f.games[i].id
				}
				f.same[ids[0]] = ids
			}
			mu.Unlock()
			group = others
		}
		return nil
	})
}

// apart divides games with the same moves by what else must be the same: the
// fewer moves there are, the more.
func (f *finder) apart(q position.Sequence, class []int32) [][]int32 {
	moves := q.Moves()
	if moves < leastMoves && !isProblem(q) {
		return nil
	}
	classes := [][]int32{class}
	if len(registry.Of(int(f.games[class[0]].facts.Game)).About().Start) > 0 {
		classes = f.byKey(class, (*game).start)
	}
	decides := moves < longShared && !isProblem(q)
	for _, c := range classes {
		stemmed := slices.ContainsFunc(c, func(i int32) bool { return f.games[i].stem >= moves })
		if decides || stemmed {
			classes = append(classes[1:], f.byEvidence(c, moves, decides, stemmed)...)
		} else {
			classes = append(classes[1:], c)
		}
	}
	return slices.DeleteFunc(classes, func(c []int32) bool { return len(c) < 2 })
}

// byKey divides games by a number.
func (f *finder) byKey(class []int32, key func(*game) uint64) [][]int32 {
	var keys []uint64
	for _, i := range class {
		keys = append(keys, key(&f.games[i]))
	}
	classes := shared(keys)
	for _, c := range classes {
		for k, j := range c {
			c[k] = class[j]
		}
	}
	return classes
}

// byEvidence divides games with the same moves: each goes to the first one
// that it may be one game with. Few says that the moves are so few that it depends on what the records say,
// stemmed that games may have no moves of their own.
func (f *finder) byEvidence(class []int32, moves int, few, stemmed bool) [][]int32 {
	var classes [][]int32
	for _, i := range class {
		one := &f.games[i]
		at := slices.IndexFunc(classes, func(c []int32) bool {
			if few && moves < least(evidence(&f.games[c[0]], one, false)) {
				return false
			}
			return !stemmed || !slices.ContainsFunc(c, func(k int32) bool {
				return max(f.games[k].stem, one.stem) >= moves && f.games[k].saysOtherwise(one, false)
			})
		})
		switch {
		case at >= 0:
			classes[at] = append(classes[at], i)
		case len(classes) < maxClasses:
			classes = append(classes, []int32{i})
		}
	}
	return classes
}

// isProblem reports whether a line begins with a position that was set up and
// is not a handicap.
func isProblem(q position.Sequence) bool {
	var stones [3]int
	for i := range q {
		m, played := q.At(i)
		if played {
			break
		}
		stones[m.Color]++
	}
	return stones[position.Black]+stones[position.White] >= problemSize && stones[position.Black] > 0 && stones[position.White] > 0
}

// behind returns the games that stand behind another in their class.
func behind(same map[store.GameID][]store.GameID) map[store.GameID]struct{} {
	behind := map[store.GameID]struct{}{}
	for _, class := range same {
		for _, id := range class[1:] {
			behind[id] = struct{}{}
		}
	}
	return behind
}
