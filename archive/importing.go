package archive

import (
	"context"
	"errors"
	"io"
	"time"

	"kifudb/indexer"
	"kifudb/ledger"
	"kifudb/store"
)

// An Import says what is put into an archive, and how.
type Import struct {
	Paths  []string
	Stdin  io.Reader     // what the path "-" reads
	Reread bool          // open files too that have not changed
	Prune  bool          // remove games that their files do not hold any more
	Settle time.Duration // leave files alone that were written to so recently

	// Problem, if set, is called for every file that cannot be read and for
	// everything wrong in a record.
	Problem func(indexer.Problem)
	// Progress and Indexing, if set, are called now and then while files are read,
	// and while their comments are indexed.
	Progress func(indexer.Progress)
	Indexing func(done, total int)
}

// Imported says what has become of an import.
type Imported struct {
	Archive string `json:"archive"`
	Run     int    `json:"run"`               // its number in the ledger
	Dropped int    `json:"dropped,omitempty"` // files that the ledger knew of another state of the archive, and that were read again
	ledger.Totals
	Seconds    float64 `json:"seconds"`
	Duplicates int     `json:"duplicates"` // games in the archive with more than one record
}

// Import puts records into the archive, indexes their comments and finds the
// records of one game. When it is stopped, what was read so far is in the archive,
// and the result says so beside the error. Without a result nothing is known of
// what was written.
func (a *Archive) Import(ctx context.Context, i *Import) (*Imported, error) {
	start := time.Now()
	summary, err := a.read(ctx, i)
	if summary == nil || err != nil && !errors.Is(err, context.Canceled) {
		return nil, err // a summary of what could not be written would be a lie
	}
	done := &Imported{Archive: a.Dir(), Run: summary.Run, Dropped: summary.Dropped, Totals: summary.Totals}
	if err == nil {
		done.Duplicates, err = a.duplicates(ctx)
	}
	done.Seconds = time.Since(start).Seconds()
	return done, err
}

// read imports files and indexes their comments. The archive's writer is held no
// longer.
func (a *Archive) read(ctx context.Context, i *Import) (summary *indexer.Summary, err error) {
	w, err := a.db.Writer(indexer.Derive)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	summary, err = indexer.Import(ctx, w, i.Paths, &indexer.Options{
		Stdin: i.Stdin, Ledger: ledger.Open(a.Dir()), Reread: i.Reread, Prune: i.Prune, Settle: i.Settle,
		Problem: i.Problem, Progress: i.Progress,
	})
	if err != nil {
		return summary, err
	}
	return summary, w.IndexComments(ctx, func(p store.TextProgress) {
		if i.Indexing != nil {
			i.Indexing(p.Indexed, p.Games)
		}
	})
}

// duplicates returns how many games have more than one record. The games are
// compared now, so that nobody has to wait for that later.
func (a *Archive) duplicates(ctx context.Context) (int, error) {
	v, err := a.View()
	if err != nil {
		return 0, err
	}
	defer v.Close()
	clusters, err := v.Clusters(ctx)
	if err != nil {
		return 0, &CompareError{err}
	}
	return clusters.Len(), nil
}

// A CompareError says why games were not compared after an import that is done
// otherwise.
type CompareError struct{ Err error }

func (e *CompareError) Error() string { return "the games were not compared: " + e.Err.Error() }
func (e *CompareError) Unwrap() error { return e.Err }

// StartImport begins an import as a job. Its result is an [Imported].
func (a *Archive) StartImport(i Import) *Job {
	return a.Start(JobImport, func(ctx context.Context, report func(JobProgress)) (any, error) {
		i.Progress = func(p indexer.Progress) {
			report(JobProgress{Stage: "reading", Done: p.Bytes, Total: p.TotalBytes, Unit: unitBytes, Games: p.Games, Files: p.Files})
		}
		i.Indexing = func(done, total int) {
			report(JobProgress{Stage: "indexing comments", Done: int64(done), Total: int64(total), Unit: unitGames})
		}
		return a.Import(ctx, &i)
	})
}

// Changes returns how many files below some paths have changed since they were
// imported, those that were written to within settle not counted.
func (a *Archive) Changes(ctx context.Context, paths []string, settle time.Duration) (int, error) {
	s, err := a.db.Snapshot()
	if err != nil {
		return 0, err
	}
	at := ledger.AtOf(s)
	if err := s.Close(); err != nil {
		return 0, err
	}
	return indexer.Changes(ctx, paths, at, &indexer.Options{Ledger: ledger.Open(a.Dir()), Settle: settle})
}
