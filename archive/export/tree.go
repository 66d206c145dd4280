package export

import (
	"fmt"

	"kifudb/archive"
	"kifudb/format"
	"kifudb/indexer"
	"kifudb/store"
)

// wholeTrees are the trees of which all games are in a set: they are written once each, as
// they came, unless the games are asked for by themselves.
type wholeTrees struct {
	parts map[partKey]*wholeTree
}

// A partKey names a game of a set of views.
type partKey struct {
	archive int // as in Game
	id      archive.GameID
}

// A wholeTree is a tree that several games share.
type wholeTree struct {
	games []*archive.Game // by their numbers in the tree; nil for one that is not there
}

// newWholeTrees finds the trees of which a set has all games.
func newWholeTrees(vs *archive.Views, set *archive.GameSet, o RecordOptions) (*wholeTrees, error) {
	if o.Split || o.Format != nil {
		return nil, nil
	}
	all := &wholeTrees{parts: map[partKey]*wholeTree{}}
	for i, v := range vs.All() {
		trees, keys := map[string]*wholeTree{}, map[string][]partKey{}
		for _, segment := range v.Snapshot().Segments() {
			for value, games := range segment.Values(format.IdentPart) {
				digest, number, of, ok := indexer.ParsePart(value)
				for it := games.Iterator(); ok && it.HasNext(); {
					id := segment.Base() + archive.GameID(it.Next())
					if !set.In(i).Contains(uint32(id)) {
						continue
					}
					game, err := v.Game(id)
					if err != nil {
						return nil, err
					}
					game.Archive = vs.Number(i)
					if o.Corrected && len(game.Corrected) > 0 {
						continue // it is another game than in the tree
					}
					tree := trees[digest]
					if tree == nil {
						tree = &wholeTree{games: make([]*archive.Game, of)}
						trees[digest] = tree
					}
					if number > 0 && number <= len(tree.games) {
						tree.games[number-1] = game
						keys[digest] = append(keys[digest], partKey{game.Archive, id})
					}
				}
			}
		}
		from := &recordSource{}
		for digest, tree := range trees {
			_, ok, err := tree.record(from)
			if err != nil {
				return nil, err
			}
			if ok {
				for _, key := range keys[digest] {
					all.parts[key] = tree
				}
			}
		}
	}
	return all, nil
}

// of returns the tree that a game is written with, nil if it is written by itself.
func (t *wholeTrees) of(g *archive.Game) *wholeTree {
	if t == nil {
		return nil
	}
	return t.parts[partKey{g.Archive, g.ID}]
}

// later reports whether a game is written with an earlier one.
func (t *wholeTrees) later(g *archive.Game) bool {
	tree := t.of(g)
	return tree != nil && tree.first() != g.ID
}

// first returns the game whose number in the archive is the least.
func (t *wholeTree) first() archive.GameID {
	least := t.games[0].ID
	for _, g := range t.games {
		least = min(least, g.ID)
	}
	return least
}

// record puts a tree together. It reports false if that cannot be done.
func (t *wholeTree) record(from *recordSource) (whole store.Record, ok bool, err error) {
	records := make([]store.Record, len(t.games))
	for i, g := range t.games {
		if g == nil {
			return store.Record{}, false, nil
		}
		if records[i], err = from.record(g); err != nil {
			return store.Record{}, false, fmt.Errorf("game %s: %w", g.Name(), err)
		}
	}
	whole, ok = indexer.Whole(records)
	return whole, ok && whole.Charset.Name != "", nil
}
