package archive

import (
	"context"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/search"
)

// Archives that are asked together may have records of the same game. They are known to have one if
// a record of it is byte for byte in both; then all records that an archive has of this game are
// records of that one. Such a game counts in the first of the archives in which the question finds it.

// A sharedGame is a game of an archive that earlier ones have, too.
type sharedGame struct {
	own     []GameID // its records in the archive
	earlier []record // and in earlier ones
}

// A record is one of several archives.
type record struct {
	archive int // from 0
	id      GameID
}

// sharedGames returns for each archive the games that earlier ones have, too. They are looked for once.
func (vs *Views) sharedGames(ctx context.Context) ([][]sharedGame, error) {
	vs.shared.mu.Lock()
	defer vs.shared.mu.Unlock()
	if vs.shared.games != nil {
		return vs.shared.games, nil
	}
	all := make([][]sharedGame, len(vs.list))
	for i := 1; i < len(vs.list); i++ {
		games, err := vs.sharedIn(ctx, i)
		if err != nil {
			return nil, vs.ErrorIn(i, err)
		}
		all[i] = games
	}
	vs.shared.games = all
	return all, nil
}

// sharedIn returns the games of the i-th archive that earlier ones have, too.
func (vs *Views) sharedIn(ctx context.Context, i int) (list []sharedGame, err error) {
	v := vs.list[i]
	number := map[GameID]int{} // of the game, by its first record
	for _, g := range v.snapshot.Segments() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for it := g.Live().Iterator(); it.HasNext(); {
			local := int(it.Next())
			var own []GameID
			for j, before := range vs.list[:i] {
				id, ok := before.snapshot.Known(g.Digest(local))
				if !ok || !before.Live(id) {
					continue
				}
				if own == nil {
					if own, err = v.recordsOf(ctx, g.Base()+GameID(local)); err != nil {
						return nil, err
					}
				}
				n, ok := number[own[0]]
				if !ok {
					n = len(list)
					number[own[0]] = n
					list = append(list, sharedGame{own: own})
				}
				theirs, err := before.recordsOf(ctx, id)
				if err != nil {
					return nil, vs.ErrorIn(j, err)
				}
				for _, id := range theirs {
					list[n].earlier = append(list[n].earlier, record{j, id})
				}
			}
		}
		if err := g.Err(); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// recordsOf returns the records that the archive has of the game of one of them, in the same order
// for each.
func (v *View) recordsOf(ctx context.Context, id GameID) ([]GameID, error) {
	clusters, err := v.Clusters(ctx)
	if err != nil {
		return nil, err
	}
	number, _, ok := clusters.Of(id)
	if !ok {
		return []GameID{id}, nil
	}
	var ids []GameID
	for _, m := range clusters.Cluster(number).Members {
		ids = append(ids, m.ID)
	}
	return ids, nil
}

// askedBefore are the games of archives that count in earlier ones, for a question.
type askedBefore struct {
	games   []*roaring.Bitmap // by archive, nil for none
	records int               // that the question finds, too, and that do not count
}

// askBefore finds out which games count in an earlier archive: those that the question finds there. The
// question is asked by find about some games of an archive.
func (vs *Views) askBefore(ctx context.Context, among *GameSet, find func(i int, among *roaring.Bitmap) (*roaring.Bitmap, error)) (*askedBefore, error) {
	shared, err := vs.sharedGames(ctx)
	if err != nil {
		return nil, err
	}
	found := make([]*roaring.Bitmap, len(vs.list)) // of the shared games, by archive
	for i := range vs.list {
		wanted := roaring.New()
		for _, games := range shared {
			for _, g := range games {
				for _, r := range g.earlier {
					if r.archive == i {
						wanted.Add(uint32(r.id))
					}
				}
			}
		}
		if some := among.In(i); some != nil {
			wanted.And(some)
		}
		if found[i] = wanted; wanted.IsEmpty() {
			continue
		}
		if found[i], err = find(i, wanted); err != nil {
			return nil, err
		}
	}
	before := &askedBefore{games: make([]*roaring.Bitmap, len(vs.list))}
	for i, games := range shared {
		own := roaring.New()
		for _, g := range games {
			for _, r := range g.earlier {
				if found[r.archive].Contains(uint32(r.id)) {
					for _, id := range g.own {
						own.Add(uint32(id))
					}
					break
				}
			}
		}
		if some := among.In(i); some != nil {
			own.And(some)
		}
		if own.IsEmpty() {
			continue
		}
		before.games[i] = own
		records, err := find(i, own)
		if err != nil {
			return nil, err
		}
		before.records += int(records.GetCardinality())
	}
	return before, nil
}

// without returns the games of an archive that are to be asked about: those of a set, nil for all,
// but for those that count in an earlier one.
func (b *askedBefore) without(i int, among *roaring.Bitmap) *roaring.Bitmap {
	if b == nil || b.games[i] == nil {
		return among
	}
	if among == nil {
		among = roaring.New()
		among.AddRange(0, IDRoom)
	}
	return roaring.AndNot(among, b.games[i])
}

// askIDs is the name of the aggregation with the ids of games.
const askIDs = "ids"

// askBefore finds out which games count in an earlier archive for the question.
func (q *Question) askBefore(ctx context.Context, options func(i int, n *Notices) *search.Options) (*askedBefore, error) {
	return q.views.askBefore(ctx, q.Search.Among, func(i int, among *roaring.Bitmap) (*roaring.Bitmap, error) {
		v := q.views.list[i]
		o := options(i, &Notices{}) // which is noted for the question itself
		o.Among, o.Records, o.Clusters = among, true, nil
		resolved, err := search.Resolve(ctx, v.snapshot, q.Search.Query, map[string]search.Aggregation{askIDs: &search.IDs{}}, o)
		if err != nil {
			return nil, q.views.ErrorIn(i, err)
		}
		searcher, _, err := v.Searcher(ctx, o)
		if err != nil {
			return nil, q.views.ErrorIn(i, err)
		}
		answer, err := search.Ask(ctx, searcher, resolved, nil)
		if err != nil {
			return nil, q.views.ErrorIn(i, err)
		}
		q.Notices.Incomplete(&answer.Cover)
		found := roaring.New()
		for _, id := range answer.Found[askIDs].([]GameID) {
			found.Add(uint32(id))
		}
		return found, nil
	})
}
