package archive

import (
	"context"
	"time"

	"kifudb/indexer"
)

// Rebuilt is the result of a rebuild.
type Rebuilt struct {
	Archive string  `json:"archive"`
	Games   int     `json:"games"`
	Seconds float64 `json:"seconds"`
}

// Took returns how long it took.
func (r *Rebuilt) Took() time.Duration { return time.Duration(r.Seconds * float64(time.Second)) }

// Rebuild derives everything anew from the records: of an archive of an older
// format, which is then up to date, what is older, otherwise all. It can be
// stopped at any time and goes on from there the next time. What cannot be read is
// left as it is, and said by the error when all else is rebuilt. Report, which may
// be nil, is told how far it is.
func (a *Archive) Rebuild(ctx context.Context, report func(JobProgress)) (*Rebuilt, error) {
	if a.mirror != nil {
		var r *Rebuilt
		err := a.change(ctx, func(a *Archive) (err error) {
			r, err = a.Rebuild(ctx, report)
			return err
		})
		if r != nil {
			r.Archive = a.location
		}
		return r, err
	}
	start, report := time.Now(), reporter(report)
	r := &Rebuilt{Archive: a.Dir()}
	err := a.db.Rebuild(ctx, indexer.Derive, func(done, total int) {
		r.Games = total
		report(JobProgress{Stage: "rebuilding", Done: int64(done), Total: int64(total), Unit: UnitGames})
	})
	if err == nil && a.db.HasFeatures() {
		_, err = a.IndexBoard(ctx, report)
	}
	if err != nil {
		return nil, err
	}
	r.Seconds = time.Since(start).Seconds()
	return r, nil
}

// StartRebuild begins to rebuild as a job. Its result is a [Rebuilt].
func (a *Archive) StartRebuild() *Job { return startChange(a, JobRebuild, a.Rebuild) }
