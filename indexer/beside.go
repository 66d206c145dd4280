package indexer

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"kifudb/format"
	"kifudb/indexer/ledger"
	"kifudb/store"
)

// Records of some formats refer to other files, such as tables of players. Those that
// lie beside a file, in its folder or in its folder of the same container, are read
// with it; what a record needs of them is stored with the record. A file is read
// again when one of them has changed, has come or has gone.

// maxTable bounds what is read beside a file, in bytes of all files together.
const maxTable = 8 << 20

var (
	errTables = fmt.Errorf("the files that it refers to have more than %d bytes", maxTable)
	errOnce   = errors.New("it refers to other files, and its container can be read only once: unpack the container and import the folder")
)

// matches reports whether a name fits one of some patterns, ignoring case.
func matches(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		ok, err := path.Match(strings.ToLower(pattern), strings.ToLower(name))
		return ok && err == nil
	})
}

// besideOnDisk lists the files beside one on disk that match patterns.
func besideOnDisk(file string, patterns []string) ([]ledger.Neighbor, error) {
	if file == stdinName {
		return nil, nil
	}
	entries, err := os.ReadDir(filepath.Dir(file))
	if err != nil {
		return nil, plain(err)
	}
	var found []ledger.Neighbor
	for _, entry := range entries {
		if !matches(patterns, entry.Name()) || entry.Name() == filepath.Base(file) {
			continue
		}
		info, err := os.Stat(filepath.Join(filepath.Dir(file), entry.Name()))
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		found = append(found, ledger.Neighbor{Name: entry.Name(), Size: info.Size(), ModTime: info.ModTime().UnixNano()})
	}
	return found, nil
}

// tablesOnDisk reads what lies beside a source, and notes it there.
func (s *source) tablesOnDisk(patterns []string) (tables []store.Companion, err error) {
	files, err := besideOnDisk(s.path, patterns)
	if err != nil {
		return nil, err
	}
	s.beside = &ledger.Beside{Patterns: patterns, Files: files}
	room := int64(maxTable)
	for _, n := range files {
		f, err := os.Open(filepath.Join(filepath.Dir(s.path), n.Name))
		if err != nil {
			return nil, err
		}
		data, err := readTable(f, &room)
		f.Close()
		if err != nil {
			return nil, err
		}
		tables = append(tables, store.Companion{Name: n.Name, Data: data})
	}
	return tables, nil
}

func readTable(r io.Reader, room *int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, *room+1))
	if *room -= int64(len(data)); *room < 0 {
		return nil, errTables
	}
	return data, err
}

// changedBeside reports whether what lay beside a file that was read is not as it was.
func changedBeside(file string, was *ledger.Beside) bool {
	if was == nil {
		return false
	}
	now, err := besideOnDisk(file, was.Patterns)
	return err != nil || !slices.Equal(now, was.Files)
}

// A shelf is a container in which files are looked up that lie beside its members.
type shelf struct {
	container *container
	member    member // the container itself

	// The latest that was looked up.
	folder   string
	patterns []string
	tables   []store.Companion
}

// read reads the files in a folder of the container, which is read a second time.
func (s *shelf) read(ctx context.Context, folder string, patterns []string) ([]store.Companion, error) {
	if s.folder == folder && slices.Equal(s.patterns, patterns) {
		return s.tables, nil
	}
	if s.member.file == nil {
		return nil, errOnce
	}
	again := s.member
	if !s.container.seeks {
		// Reading at an offset leaves alone where the first reading is.
		again.r = bufio.NewReaderSize(io.NewSectionReader(s.member.file, 0, 1<<62), format.HeadSize)
	}
	var found []store.Companion
	room := int64(maxTable)
	err := s.container.each(ctx, again, func(inner member, r io.Reader) error {
		if path.Dir(inner.path) != folder || !matches(patterns, path.Base(inner.path)) {
			return ctx.Err()
		}
		data, err := readTable(r, &room)
		found = append(found, store.Companion{Name: path.Base(inner.path), Data: data})
		return err
	})
	if err != nil {
		return nil, err
	}
	s.folder, s.patterns, s.tables = folder, patterns, found
	return found, nil
}
