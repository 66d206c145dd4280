package store

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"kifudb/store/disk"
)

// firstGeneration is the number of an archive's first manifest.
const firstGeneration = 1

// create makes an empty archive of a directory that is empty or missing. A
// directory that holds anything of an archive never becomes a new one.
func (db *DB) create() error {
	f := db.files
	if err := f.MkdirArchive(db.dir); err != nil {
		return err
	}
	entries, err := os.ReadDir(db.dir)
	if err != nil {
		return err
	}
	own := []string{segmentsName, manifestsName, removedName, lockName} // of a create that was cut off, or at work
	for _, e := range entries {
		if name := e.Name(); !slices.Contains(own, name) && !strings.HasPrefix(name, disk.TempPrefix) {
			if _, err := readManifest(db.dir); err == nil { // somebody else was faster
				return nil
			}
			return fmt.Errorf("%s: %w (%s)", db.dir, ErrNotEmpty, name)
		}
	}
	lock, err := lockDir(db.dir)
	if err != nil {
		return err
	}
	defer lock.Unlock()
	if _, err := readManifest(db.dir); !errors.Is(err, ErrNotFound) {
		return err // somebody else was faster, or it is not empty
	}
	for _, name := range [...]string{segmentsName, manifestsName, removedName} {
		if err := f.MkdirEmpty(filepath.Join(db.dir, name)); err != nil {
			return err
		}
	}
	m := &manifest{Format: formatVersion, Archive: newIdentity(), Generation: firstGeneration, NextSegment: 1}
	return publishManifest(f, db.dir, m)
}

// newIdentity makes the identity of a new archive.
func newIdentity() string {
	var id [16]byte
	rand.Read(id[:]) // never fails
	return hex.EncodeToString(id[:])
}
