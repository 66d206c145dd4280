package indexer_test

import (
	"io"
	"os"
	"testing"

	"kifudb/indexer"
)

// whenRead does something when the first byte is read of it, and is empty.
type whenRead func() error

func (f whenRead) Read([]byte) (int, error) {
	if err := f(); err != nil {
		return 0, err
	}
	return 0, io.EOF
}

// TestUnreadFilesAreTriedAgain imports a file that the file system would not let be
// read when its turn came. An import after that reads it, though by its size and time
// it has not changed; a third one passes it over.
func TestUnreadFilesAreTriedAgain(t *testing.T) {
	folder(t, map[string]string{"d/a.sgf": "(;GM[1]SZ[9]PB[Ann];B[aa])"})
	before, err := os.Stat("d/a.sgf")
	must(t, err)
	a := newLedger(t)
	away := whenRead(func() error { return os.Rename("d/a.sgf", "away") }) // after the files were listed
	s, problems, err := a.run(t.Context(), indexer.Options{Stdin: away}, "-", "d")
	must(t, err)
	if s.Added != 0 {
		t.Fatalf("got %+v, %q: it was read", s, problems)
	}
	contain(t, problems, []string{"-: the file is empty", "d/a.sgf: no such file"})
	must(t, os.Rename("away", "d/a.sgf"))
	must(t, os.Chtimes("d/a.sgf", before.ModTime(), before.ModTime()))
	if s, problems := a.mustRun("d"); s.Added != 1 {
		t.Errorf("got %+v, %q, want the game", s, problems)
	}
	if s, problems := a.mustRun("d"); s.Added != 0 || s.Bytes != 0 {
		t.Errorf("got %+v, %q, want nothing read", s, problems)
	}
}
