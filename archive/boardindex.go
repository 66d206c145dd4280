package archive

import (
	"context"
	"errors"
	"time"

	"kifudb/game"
	"kifudb/indexer"
	"kifudb/store"
)

// BoardIndex says what an archive has of the index of what moves do on the board.
type BoardIndex struct {
	Archive string  `json:"archive"`
	Games   int     `json:"games"`   // in the archive, removed ones included
	Indexed int     `json:"indexed"` // games in the index
	New     int     `json:"new"`     // games that were indexed now
	Bytes   int64   `json:"bytes"`
	Seconds float64 `json:"seconds"`

	Kinds []BoardKind `json:"kinds"` // what is indexed
}

// A BoardKind says what the index has of one kind of things that moves do.
type BoardKind struct {
	Game      string `json:"game"`
	Kind      string `json:"kind"`
	Games     int    `json:"games"` // that have it
	Instances int    `json:"instances"`
	Bytes     int    `json:"bytes"`
}

// ErrNoBoardIndex is returned for an archive in an object store.
var ErrNoBoardIndex = errors.New("an archive in an object store keeps no index of the board yet; copy it into a folder")

// IndexBoard makes the index of what moves do on the board for all games that are not in it, and
// keeps it up to date from then on, see [store.Writer.IndexFeatures]. It can be stopped at any time
// and goes on from there the next time. Report, which may be nil, is told how far it is.
func (a *Archive) IndexBoard(ctx context.Context, report func(JobProgress)) (*BoardIndex, error) {
	start := time.Now()
	before, err := a.boardIndex()
	if err != nil {
		return nil, err
	}
	w, err := a.db.Writer(indexer.Derive)
	if err != nil {
		return nil, err
	}
	err = w.IndexFeatures(ctx, featureReporter(report))
	if err := errors.Join(err, w.Close()); err != nil {
		return nil, err
	}
	done, err := a.boardIndex()
	if err != nil {
		return nil, err
	}
	done.New, done.Seconds = done.Indexed-before.Indexed, time.Since(start).Seconds()
	return done, nil
}

// DropBoardIndex deletes the index of the board, which no import brings up to date then.
func (a *Archive) DropBoardIndex() (*BoardIndex, error) {
	if _, err := a.boardIndex(); err != nil {
		return nil, err
	}
	w, err := a.db.Writer(indexer.Derive)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(w.DropFeatures(), w.Close()); err != nil {
		return nil, err
	}
	return a.boardIndex()
}

// boardIndex says what there is of the index of the board.
func (a *Archive) boardIndex() (b *BoardIndex, err error) {
	if a.mirror != nil {
		return nil, ErrNoBoardIndex
	}
	s, err := a.db.LazySnapshot()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	stats := s.FeatureStats()
	b = &BoardIndex{Archive: a.Dir(), Games: stats.Games, Indexed: stats.Indexed, Bytes: stats.Bytes, Kinds: []BoardKind{}}
	for _, h := range s.FeatureColumns() {
		b.Kinds = append(b.Kinds, BoardKind{game.Of(h.Game).About().Name, h.Kind, h.Games, h.Instances, h.Bytes})
	}
	return b, nil
}

// keepBoardIndex brings the index of the board up to date if the archive has one. It comes last of
// what changes games.
func keepBoardIndex(ctx context.Context, w *store.Writer, report func(JobProgress)) error {
	if !w.HasFeatures() {
		return nil
	}
	return w.IndexFeatures(ctx, featureReporter(report))
}

func featureReporter(report func(JobProgress)) func(store.FeatureProgress) {
	if report == nil {
		return nil
	}
	return func(p store.FeatureProgress) {
		report(JobProgress{Stage: "indexing the board", Done: int64(p.Indexed), Total: int64(p.Games), Unit: UnitGames})
	}
}

// checkBoardIndex compares the index of the board with the games, all of them or of a sample.
func (a *Archive) checkBoardIndex(ctx context.Context, sample int, seed uint64, report func(JobProgress)) (faults []error) {
	if a.mirror != nil {
		return nil
	}
	for fault := range a.db.CheckFeatures(ctx, sample, seed, func(p store.FeatureProgress) {
		reporter(report)(JobProgress{Stage: "checking the index of the board", Done: int64(p.Indexed), Total: int64(p.Games), Unit: UnitGames})
	}) {
		faults = append(faults, fault)
	}
	return faults
}

// repairBoardIndex makes the index of the board again if it is wrong.
func (a *Archive) repairBoardIndex(ctx context.Context, w *store.Writer, r *Repaired, report func(JobProgress)) error {
	if !w.HasFeatures() || r.Left > 0 || ctx.Err() != nil {
		return nil
	}
	if faults := a.checkBoardIndex(ctx, 0, 0, report); len(faults) > 0 && ctx.Err() == nil {
		if err := w.DropFeatures(); err != nil {
			return err
		}
		r.Besides = append(r.Besides, "the index of the board was made again")
	}
	return w.IndexFeatures(ctx, featureReporter(report))
}
