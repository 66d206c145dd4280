package archive

import (
	"context"
	"errors"
	"io"
	"time"

	"kifudb/indexer"
	"kifudb/indexer/ledger"
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
	Problem func(ImportProblem)
	// Report, if set, is told how far the import is.
	Report func(JobProgress)

	committed func(context.Context) error // see indexer.Options
}

// An ImportProblem is a file that cannot be read, or what is wrong in a record.
type ImportProblem = indexer.Problem

// FormatNotRead says of a format that files were recognised by, as in not_read,
// what people call it and why it is not read.
func FormatNotRead(name string) (title, why string) {
	f := indexer.Formats().Named(name)
	return f.Title, f.Why
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
// what was written. The error wraps store.ErrLocked while another program writes to the
// archive. A file that cannot be read is not an error but a problem, and counted.
func (a *Archive) Import(ctx context.Context, i *Import) (*Imported, error) {
	if a.mirror != nil {
		return a.importStore(ctx, i)
	}
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

// read imports files and indexes their comments, and what their moves do if the archive keeps that. The archive's writer is held no
// longer.
func (a *Archive) read(ctx context.Context, i *Import) (summary *indexer.Summary, err error) {
	w, err := a.db.Writer(indexer.Derive)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	summary, err = indexer.Import(ctx, w, i.Paths, &indexer.Options{
		Stdin: i.Stdin, Ledger: a.ledgerHere(), Reread: i.Reread, Prune: i.Prune, Settle: i.Settle,
		Problem: i.Problem, Progress: i.progress(), Committed: i.committed,
	})
	if err != nil {
		return summary, err
	}
	report := reporter(i.Report)
	err = w.IndexComments(ctx, func(p store.TextProgress) {
		report(JobProgress{Stage: "indexing comments", Done: int64(p.Indexed), Total: int64(p.Games), Unit: UnitGames})
	})
	if err == nil {
		err = keepBoardIndex(ctx, w, report)
	}
	return summary, err
}

// progress reports how far the reading of files is.
func (i *Import) progress() func(indexer.Progress) {
	if i.Report == nil {
		return nil
	}
	return func(p indexer.Progress) {
		i.Report(JobProgress{
			Stage: "reading", Done: p.Bytes, Total: p.TotalBytes, Unit: UnitBytes,
			Games: p.Games, Files: p.Files, Slowest: string(p.Slowest),
		})
	}
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
	return startChange(a, JobImport, func(ctx context.Context, report func(JobProgress)) (*Imported, error) {
		i.Report = report
		return a.Import(ctx, &i)
	})
}
