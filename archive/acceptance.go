package archive

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"time"

	"kifudb/indexer/ledger"
	"kifudb/internal/wall"
)

// An AcceptedFile is a file that an import cannot read, which the user knows: imports
// do not fail because of it until it changes.
type AcceptedFile struct {
	Path   string    `json:"path"` // of the file, or of a member of a container
	Reason string    `json:"reason"`
	When   time.Time `json:"when"`
}

// AcceptFiles notes that files that failed are known, and returns those that were
// not accepted before. A path is one of a file, of a member of a container as
// imports name it, or of a folder or a container, which stands for all that failed in
// it. If there is nothing at one of them, nothing is noted, and the error wraps
// [ErrRequest].
func (a *Archive) AcceptFiles(paths []string) ([]AcceptedFile, error) {
	return a.accept(func(l *ledger.DB) ([]ledger.Accepted, error) {
		return l.Accept(absolutes(paths), now())
	})
}

// UnacceptFiles takes that back, and returns the files.
func (a *Archive) UnacceptFiles(paths []string) ([]AcceptedFile, error) {
	return a.accept(func(l *ledger.DB) ([]ledger.Accepted, error) { return l.Unaccept(absolutes(paths), now()) })
}

func now() time.Time { return wall.Now().Round(time.Second) }

func (a *Archive) accept(change func(*ledger.DB) ([]ledger.Accepted, error)) (files []AcceptedFile, err error) {
	err = a.change(context.Background(), func(a *Archive) (err error) {
		files, err = a.acceptedFiles(change(a.ledgerHere()))
		return err
	})
	return files, err
}

// AcceptedFiles returns the files that are accepted, by their paths.
func (a *Archive) AcceptedFiles() ([]AcceptedFile, error) {
	l, err := a.ledger(context.Background())
	if err != nil {
		return nil, err
	}
	return a.acceptedFiles(l.Accepted())
}

func (a *Archive) acceptedFiles(files []ledger.Accepted, err error) ([]AcceptedFile, error) {
	if errors.Is(err, ledger.ErrNotFailed) || errors.Is(err, ledger.ErrNotAccepted) {
		return nil, &RequestError{Err: err}
	}
	if err != nil {
		return nil, err
	}
	list := make([]AcceptedFile, len(files))
	for i := range files {
		list[i] = AcceptedFile{PathText(files[i].Path()), files[i].Reason, files[i].When}
	}
	return list, nil
}

// absolutes makes paths absolute, those of members in containers, too.
func absolutes(paths []string) []string {
	list := make([]string, len(paths))
	for i, path := range paths {
		file, member, in := strings.Cut(PathOf(path), "!/")
		if abs, err := filepath.Abs(file); err == nil {
			file = abs
		}
		if in {
			file += "!/" + member
		}
		list[i] = file
	}
	return list
}
