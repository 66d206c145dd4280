package archive

import (
	"context"
	"errors"

	"kifudb/indexer"
	"kifudb/store"
)

// A Removal says which games were taken out of the archive.
type Removal struct {
	IDs     []GameID `json:"ids"`
	Records int      `json:"removed"`
	Games   int      `json:"games"` // of which they are records
}

// BroughtBack says which removed games are in the archive again.
type BroughtBack struct {
	IDs     []GameID `json:"ids"`
	Records int      `json:"restored"`
	Games   int      `json:"games"` // of which they are records
}

// Remove takes games out of the archive, as one change. Choose names them, as
// [View.Numbered] and [Views.Choose] do, in a view that nobody changes meanwhile.
// They can be brought back until the archive is compacted.
func (a *Archive) Remove(ctx context.Context, choose func(*View) ([]GameID, error)) (*Removal, error) {
	games := 0
	ids, err := a.mark(ctx, func(v *View) ([]GameID, error) {
		ids, err := choose(v)
		if err == nil { // who cannot tell records of one game apart, removes records
			games, _ = v.CountGames(ctx, ids)
		}
		return ids, err
	}, (*store.Writer).Remove)
	if err != nil {
		return nil, err
	}
	return &Removal{ids, len(ids), games}, nil
}

// BringBack brings back games that were removed, under their numbers. Choose names
// them, as [View.NumberedRemoved] and [View.LastRemoved] do.
func (a *Archive) BringBack(ctx context.Context, choose func(*View) ([]GameID, error)) (*BroughtBack, error) {
	ids, err := a.mark(ctx, choose, (*store.Writer).Restore)
	if err != nil {
		return nil, err
	}
	b := &BroughtBack{IDs: ids, Records: len(ids)}
	err = a.Ask(func(v *View) error {
		b.Games, _ = v.CountGames(ctx, ids)
		return nil
	})
	return b, err
}

func (a *Archive) mark(ctx context.Context, choose func(*View) ([]GameID, error), mark func(*store.Writer, ...GameID) error) (ids []GameID, err error) {
	err = a.change(ctx, func(a *Archive) (err error) {
		ids, err = a.markHere(choose, mark)
		return err
	})
	return ids, err
}

func (a *Archive) markHere(choose func(*View) ([]GameID, error), mark func(*store.Writer, ...GameID) error) (ids []GameID, err error) {
	w, err := a.db.Writer(indexer.Derive)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	v, err := a.View()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, v.Close()) }()
	if ids, err = choose(v); err != nil {
		return nil, err
	}
	return append([]GameID{}, ids...), mark(w, ids...)
}

// A GameList is games that were chosen, as many as are shown.
type GameList struct {
	Games []*Game `json:"games"`
	Total int     `json:"total"`
}

// List returns what lists show of games, of at most limit of them unless that is 0.
func (v *View) List(ids []GameID, limit int) (*GameList, error) {
	list := &GameList{Total: len(ids)}
	if limit > 0 {
		ids = ids[:min(limit, len(ids))]
	}
	var err error
	list.Games, err = v.Games(ids)
	return list, err
}
