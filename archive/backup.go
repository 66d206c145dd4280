package archive

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"kifudb/internal/durable"
	"kifudb/store"
)

// BackedUp is the result of a backup.
type BackedUp struct {
	Archive string `json:"archive"`
	Bytes   int64  `json:"bytes"`
	File    string `json:"file"`
}

// Backup writes the archive as it was last committed, also one of an older format,
// as a tar file packed with zstd. Errors that wrap [ErrIncomplete] name what is
// damaged; all the rest is written. Report, which may be nil, is told how far it is.
func (a *Archive) Backup(ctx context.Context, w io.Writer, report func(JobProgress)) error {
	if _, err := a.ledger(ctx); err != nil { // of an archive in a store it need not be here
		return err
	}
	lost := errors.Join(a.user.Lost(), a.ledgerHere().Lost())
	err := a.db.Backup(ctx, w, byteReporter(report, "backup"))
	if lost != nil && err == nil {
		err = fmt.Errorf("%w: %w", ErrIncomplete, lost)
	} else if lost != nil {
		err = errors.Join(err, lost)
	}
	return err
}

// BackupFile writes a backup to a file, which gets its name when it is whole, and
// takes the place of one that is there only with replace; otherwise the error wraps
// [ErrExists]. With an error that wraps [ErrIncomplete] the backup is there, too.
func (a *Archive) BackupFile(ctx context.Context, file string, replace bool, report func(JobProgress)) (*BackedUp, error) {
	if inside, err := isBelow(file, a.Dir()); err != nil {
		return nil, err
	} else if inside {
		return nil, fmt.Errorf("%s lies in the archive itself; write it elsewhere, best to another disk", file)
	}
	var lacks error
	size, err := durable.Files{Private: true}.Write(file, replace, func(w io.Writer) error {
		err := a.Backup(ctx, w, report)
		if errors.Is(err, ErrIncomplete) {
			lacks, err = err, nil
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return &BackedUp{Archive: a.Location(), Bytes: size, File: file}, lacks
}

// StartBackup begins a backup as a job. Its result is a [BackedUp].
func (a *Archive) StartBackup(file string, replace bool) *Job {
	return start(a, JobBackup, func(ctx context.Context, report func(JobProgress)) (*BackedUp, error) {
		return a.BackupFile(ctx, file, replace, report)
	})
}

// isBelow reports whether a file lies in a folder or below it.
func isBelow(file, folder string) (bool, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return false, err
	}
	file, err = filepath.Abs(file)
	return strings.HasPrefix(file, folder+string(filepath.Separator)), err
}

// WriteFile writes a file that the user named, and returns its size. The file gets its
// name when it is complete and on the disk. WriteFile replaces an existing file only if replace is
// set; otherwise the error wraps [ErrExists].
func WriteFile(name string, replace bool, write func(io.Writer) error) (int64, error) {
	return durable.Files{}.Write(name, replace, write)
}

// Restored is the result of restoring a backup.
type Restored struct {
	Archive string `json:"archive"`
	Games   int    `json:"games"`
}

// A Restore says which backup is made an archive again, and where.
type Restore struct {
	Backup io.Reader
	Size   int64             // of the backup in bytes, 0 if that is not known
	Dir    string            // where the archive is to be: empty, or not there
	Report func(JobProgress) // if set, is told how far it is
}

// Run makes an archive of a backup. The folder is there when it is whole, and not
// before. If what the backup holds is damaged, the archive is there with the rest,
// and an error beside the answer says what. Other errors wrap [ErrNotEmpty], or say
// why the backup cannot be read.
func (r *Restore) Run(ctx context.Context) (*Restored, error) {
	in := r.Backup
	if r.Report != nil {
		in = &countingReader{in, 0, r.Size, byteReporter(r.Report, "restore")}
	}
	faults := store.Restore(ctx, in, r.Dir)
	if faults != nil && !errors.Is(faults, store.ErrCorrupt) {
		return nil, faults
	}
	a, err := Open(r.Dir, &Options{Damaged: true})
	switch {
	case faults != nil && err != nil: // nothing is there
		return nil, faults
	case err != nil:
		return nil, err
	}
	defer a.Close()
	done := &Restored{Archive: r.Dir}
	done.Games, _, err = a.counts()
	if faults != nil { // they may be in the way of counting
		return done, faults
	}
	return done, err
}

// Start begins to restore as a job. There is no archive yet that would know of it.
// Its result is a [Restored].
func (r *Restore) Start() *Job {
	return begin(1, JobRestore, untyped(func(ctx context.Context, report func(JobProgress)) (*Restored, error) {
		again := *r
		again.Report = report
		return again.Run(ctx)
	}))
}

// countingReader tells how much of a file was read.
type countingReader struct {
	r           io.Reader
	done, total int64
	report      func(done, total int64)
}

func (r *countingReader) Read(p []byte) (int, error) {
	n, err := r.r.Read(p)
	r.done += int64(n)
	r.report(r.done, r.total)
	return n, err
}

func byteReporter(report func(JobProgress), stage string) func(done, total int64) {
	report = reporter(report)
	return func(done, total int64) {
		report(JobProgress{Stage: stage, Done: done, Total: total, Unit: UnitBytes})
	}
}
