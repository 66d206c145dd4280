package store

import (
	"os"
	"path/filepath"
	"strings"

	"kifudb/store/disk"
)

// Leftover returns how many segments that nothing needs any more are still on the disk, though
// nobody in this process reads them: they could not be deleted, and hold what was
// removed for good. The next writer tries again.
func (db *DB) Leftover() (int, error) {
	s, err := db.Snapshot()
	if err != nil {
		return 0, err
	}
	defer s.Close()
	needed := map[string]bool{}
	for _, g := range s.Segments() {
		needed[g.Name()] = true
	}
	entries, err := os.ReadDir(filepath.Join(db.dir, segmentsName))
	if err != nil {
		return 0, err
	}
	left := 0
	for _, entry := range entries {
		if name := entry.Name(); !needed[name] && !strings.HasPrefix(name, disk.TempPrefix) && !db.inUse(name) {
			left++
		}
	}
	return left, nil
}
