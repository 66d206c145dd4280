package indexer

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"kifudb/format"
	"kifudb/indexer/ledger"
	"kifudb/position"
	"kifudb/store"
)

// cards is a format of the tests: after five letters three bytes for each game,
// the numbers of the players in the lines of a table beside the file, and the column
// of the only move. The bytes of a game show nothing.
func cards() *format.Format {
	const magic = "CARDS"
	return &format.Format{
		Name: "cards", Title: "Cards", Extensions: []string{".crd"}, Binary: true, Beside: []string{"*.TBL"},
		Recognise: func(h *format.Head) format.Certainty {
			if bytes.HasPrefix(h.Bytes, []byte(magic)) {
				return format.Sure
			}
			return format.No
		},
		Split: func(f *format.File) format.Splitter {
			s := &cardSplitter{file: f}
			if len(f.Beside) == 0 {
				s.err = errors.New("the table of players is missing")
			} else {
				s.players = strings.Split(string(f.Beside[0].Data), "\n")
			}
			_, _ = io.CopyN(&s.lead, f.R, int64(len(magic)))
			return s
		},
		Derive: func(d *format.Draft) {
			game := format.Game(d.Record)
			d.Game, d.Size = 1, position.Size{Cols: 19, Rows: 19}
			d.Node()
			d.Node()
			d.Script.Move(position.Move{Color: position.Black, Point: position.At(int(game[2])%19, 0)})
			for _, c := range d.Record.Companions {
				d.Add(c.Name, string(c.Data))
			}
		},
	}
}

type cardSplitter struct {
	file    *format.File
	players []string
	lead    bytes.Buffer
	game    [3]byte
	err     error
}

func (s *cardSplitter) Scan() bool {
	if s.err != nil {
		return false
	}
	_, err := io.ReadFull(s.file.R, s.game[:])
	if err != nil && err != io.EOF {
		s.err = err
	}
	return err == nil
}

func (s *cardSplitter) Err() error { return s.err }

func (s *cardSplitter) Piece() format.Piece {
	defer s.lead.Reset()
	return format.Piece{Lead: bytes.Clone(s.lead.Bytes()), Game: s.game[:], Companions: []store.Companion{
		{Name: "PB", Data: []byte(s.players[s.game[0]])}, {Name: "PW", Data: []byte(s.players[s.game[1]])},
	}}
}

// withCards adds the format of the tests to those that are known.
func withCards(t *testing.T) {
	known := formats
	formats = append(slices.Clone(formats), cards())
	t.Cleanup(func() { formats = known })
}

const (
	cardFile  = "CARDS\x00\x01\x03\x01\x02\x04\x00\x01\x05"
	cardTable = "Ann\nBob\nCid"
)

// cardArchive imports paths again and again.
type cardArchive struct {
	*testing.T
	db *store.DB
}

func newCardArchive(t *testing.T) cardArchive {
	db, err := store.Open(filepath.Join(t.TempDir(), "archive"), &store.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return cardArchive{t, db}
}

func (a cardArchive) run(path string) (*Summary, []string) {
	a.Helper()
	w, err := a.db.Writer(Derive)
	if err != nil {
		a.Fatal(err)
	}
	defer w.Close()
	var said []string
	s, err := Import(a.Context(), w, []string{path}, &Options{
		Ledger: ledger.Open(a.db.Dir()), Problem: func(p Problem) { said = append(said, p.Error()) },
	})
	if err != nil {
		a.Fatal(err)
	}
	return s, said
}

// games returns what is known of each game, "1: Ann-Bob [0 1 3]", after a check.
func (a cardArchive) games() (list []string) {
	a.Helper()
	for err := range a.db.Check(a.Context(), Derive) {
		a.Error(err)
	}
	s, err := a.db.Snapshot()
	if err != nil {
		a.Fatal(err)
	}
	defer s.Close()
	for _, g := range s.Segments() {
		for local := range g.Len() {
			r, err := g.Record(local)
			if err != nil {
				a.Fatal(err)
			}
			names := map[string]string{}
			for _, v := range g.Info(local) {
				names[v.Ident] = v.Text
			}
			if r.Format != "cards" || g.Facts(local).Moves != 1 {
				a.Errorf("game %d: format %q, %d moves", g.Base()+store.GameID(local), r.Format, g.Facts(local).Moves)
			}
			list = append(list, fmt.Sprintf("%d: %s-%s %v", g.Base()+store.GameID(local), names["PB"], names["PW"], UTF8(r)))
		}
	}
	return list
}

var cardGames = []string{"1: Ann-Bob [0 1 3]", "2: Bob-Cid [1 2 4]", "3: Ann-Bob [0 1 5]"}

func (a cardArchive) want(when string, want []string) {
	a.Helper()
	if got := a.games(); !slices.Equal(got, want) {
		a.Errorf("%s: %q, want %q", when, got, want)
	}
}

// A record has with it what it refers to: names are there when it is derived again
// without the table, its bytes are its own, and a table that changes changes games
// under their numbers.
func TestTablesOnDisk(t *testing.T) {
	withCards(t)
	a, dir := newCardArchive(t), t.TempDir()
	table := filepath.Join(dir, "players.tbl")
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(dir, "a.crd"), cardFile)
	if s, said := a.run(dir); s.Failed != 1 || s.Added != 0 || !strings.Contains(strings.Join(said, ""), "table of players is missing") {
		t.Errorf("without the table: %+v, %q", s, said)
	}
	write(table, cardTable)
	if s, said := a.run(dir); s.Failed != 0 || s.Added != 3 {
		t.Errorf("the table came, and the file was not read again: %+v, %q", s, said)
	}
	a.want("imported", cardGames)
	if s, _ := a.run(dir); s.Files != 0 || s.Unchanged != 2 {
		t.Errorf("nothing has changed, but files were read again: %+v", s)
	}
	write(table, "Ann\nBob\nDan")
	old := time.Now().Add(-time.Hour)
	if err := os.Chtimes(table, old, old); err != nil {
		t.Fatal(err)
	}
	if s, _ := a.run(dir); s.Known != 2 || s.Changed != 1 {
		t.Errorf("the table has changed: %+v", s)
	}
	a.want("changed", []string{cardGames[0], "2: Bob-Dan [1 2 4]", cardGames[2]})
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := a.db.Rebuild(t.Context(), Derive, nil); err != nil {
		t.Fatal(err)
	}
	a.want("rebuilt without the files", []string{cardGames[0], "2: Bob-Dan [1 2 4]", cardGames[2]})
}

// In a container a table is found before and behind the file, in its folder only.
func TestTablesInContainers(t *testing.T) {
	withCards(t)
	entries := []struct{ name, text string }{
		{"other/players.tbl", "x\ny\nz"}, {"in/a.crd", cardFile}, {"in/Players.Tbl", cardTable}, {"notes.txt", "words"},
	}
	for name, pack := range map[string]func(io.Writer) io.Closer{
		"a.zip": func(w io.Writer) io.Closer {
			z := zip.NewWriter(w)
			for _, e := range entries {
				f, _ := z.Create(e.name)
				_, _ = io.WriteString(f, e.text)
			}
			return z
		},
		"a.tar": func(w io.Writer) io.Closer { return packTar(w, entries) },
		"a.tar.gz": func(w io.Writer) io.Closer {
			g := gzip.NewWriter(w)
			packTar(g, entries).Close()
			return g
		},
	} {
		file := filepath.Join(t.TempDir(), name)
		var b bytes.Buffer
		if err := pack(&b).Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		a := newCardArchive(t)
		if s, said := a.run(file); s.Added != 3 || s.Failed != 0 || s.Passed != 3 {
			t.Errorf("%s: %+v, %q", name, s, said)
		}
		a.want(name, cardGames)
	}
	// A tar in a zip is read once: what cannot be looked up is said.
	var inner, outer bytes.Buffer
	packTar(&inner, entries).Close()
	z := zip.NewWriter(&outer)
	f, _ := z.Create("inner.tar")
	_, _ = f.Write(inner.Bytes())
	z.Close()
	file := filepath.Join(t.TempDir(), "b.zip")
	if err := os.WriteFile(file, outer.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	if s, said := newCardArchive(t).run(file); s.Added != 0 || s.Failed != 1 || !strings.Contains(strings.Join(said, ""), "unpack the container") {
		t.Errorf("a tar in a zip: %+v, %q", s, said)
	}
}

func packTar(w io.Writer, entries []struct{ name, text string }) io.Closer {
	z := tar.NewWriter(w)
	for _, e := range entries {
		_ = z.WriteHeader(&tar.Header{Name: e.name, Mode: 0o666, Size: int64(len(e.text)), Typeflag: tar.TypeReg})
		_, _ = io.WriteString(z, e.text)
	}
	return z
}

// A record in a format that this version does not know is kept, and says so.
func TestUnknownFormat(t *testing.T) {
	g, err := Derive(store.Record{Raw: []byte("(;B[aa])"), Tree: [2]int{0, 8}, Format: "runes"})
	if err != nil {
		t.Fatal(err)
	}
	if g.Script.Moves() != 0 || !slices.Contains(g.Info, store.Value{Ident: "problem", Text: "unknown-format"}) {
		t.Errorf("%d moves, %v", g.Script.Moves(), g.Info)
	}
}

// What lies beside a file is bounded.
func TestTablesAreBounded(t *testing.T) {
	withCards(t)
	dir := t.TempDir()
	for name, size := range map[string]int{"a.tbl": maxTable / 2, "b.tbl": maxTable/2 + 1} {
		if err := os.WriteFile(filepath.Join(dir, name), make([]byte, size), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "a.crd"), []byte(cardFile), 0o666); err != nil {
		t.Fatal(err)
	}
	if s, said := newCardArchive(t).run(dir); s.Added != 0 || s.Failed != 1 || !strings.Contains(strings.Join(said, ""), "more than 8388608 bytes") {
		t.Errorf("%+v, %q", s, said)
	}
}

// A file that was passed over, or failed, is looked at again when more formats are
// known; one that was read is not.
func TestNewFormatsAreTried(t *testing.T) {
	a, dir := newCardArchive(t), t.TempDir()
	for name, text := range map[string]string{"a.crd": cardFile, "p.tbl": cardTable, "b.sgf": "(;GM[1];B[aa])", "c.sgf": ""} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if s, _ := a.run(dir); s.Files != 1 || s.Passed != 2 || s.Failed != 1 {
		t.Errorf("before: %+v", s)
	}
	if s, _ := a.run(dir); s.Files != 0 || s.Unchanged != 3 || s.Still != 1 {
		t.Errorf("again: %+v", s)
	}
	withCards(t)
	if s, _ := a.run(dir); s.Files != 1 || s.Added != 3 || s.Unchanged != 1 || s.Passed != 1 || s.Failed != 1 {
		t.Errorf("with a format more: %+v", s)
	}
	if s, _ := a.run(dir); s.Files != 0 || s.Unchanged != 3 || s.Still != 1 {
		t.Errorf("again with it: %+v", s)
	}
}
