package indexer

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"kifudb/store"
)

// A folder that was moved is imported again from where it is now: its games are
// known, and get their new place, so that what lists show can be opened. A game
// stays where it is as long as that file is there: other copies do not move it.

// move gives a known game the place of a record that equals it, if the file that
// it came from is there no more. It stays the record that it was.
func (a *account) move(ctx context.Context, m *openMember, id store.GameID, e *entry) error {
	if a.changing(id) || !a.lost(id) {
		return nil
	}
	a.changes.Places[id], a.placed[e.digest] = e.record.Source, id
	m.settle = true
	a.weight += placeWeight(e.record.Source)
	return a.lightenIn(ctx, m)
}

// lightenIn is lighten within a member.
func (a *account) lightenIn(ctx context.Context, m *openMember) error {
	if a.weight < maxChanges {
		return nil
	}
	if m.change != nil {
		if err := a.place(ctx, m); err != nil {
			return err
		}
	}
	return a.lighten(ctx)
}

// changing reports whether a game is about to become another one, or to be elsewhere.
func (a *account) changing(id store.GameID) bool {
	if _, ok := a.changes.Places[id]; ok {
		return true
	}
	_, ok := a.changes.Records[id]
	return ok
}

// lost reports whether the file is gone that a game came from. A path that does
// not say from which folder on, as archives had them earlier, is not judged.
func (a *account) lost(id store.GameID) bool {
	place, ok := a.writer.Place(id)
	file, _, _ := strings.Cut(place, "!/")
	if !ok || !filepath.IsAbs(file) {
		return false
	}
	gone, asked := a.vanished[file]
	if !asked {
		_, err := os.Lstat(file)
		gone = errors.Is(err, fs.ErrNotExist) && !a.ofOther(file)
		if a.vanished == nil {
			a.vanished = map[string]bool{}
		}
		a.vanished[file] = gone
	}
	return gone
}

// ofOther reports whether a file is one that another computer has imported: whether it is there
// still, cannot be told from here.
func (a *account) ofOther(file string) bool {
	if a.others == nil {
		return false
	}
	has, err := a.others.Has(file)
	return has || err != nil
}
